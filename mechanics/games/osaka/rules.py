"""The rules of Traders of Osaka, one sentence each; {box.…} is filled from the Box in play."""

RULES = {
    "TO-S1": "All ships start in {box.places[0]}; of the shuffled cards {box.market} lie open in the market and "
    "{box.production} in the production.",
    "TO-S2": "One after the other draws open cards until they are worth {box.deal_target} or more; then they are a "
    "hand.",
    "TO-S3": "The hand worth least starts, of equal ones the one with fewer cards; if that is equal, too, chance "
    "decides.",
    "TO-S4": "From the start player on, everybody takes one token of any colour.",
    "TO-A": "A turn is exactly one action: buy the market, take one of its cards as coins, or reserve one.",
    "TO-1": "Cards in the hand are coins of their value, whatever their colour, and never become cargo.",
    "TO-2": "Whoever buys takes the whole market and pays the sum of its values out of the hand; no part of it is for "
    "sale.",
    "TO-3": "Cards that others have reserved are neither bought nor paid for; the own reserved card in the market is.",
    "TO-4": "The cards paid go to the discard pile, and no change is given.",
    "TO-5": "The cards bought lie open as cargo, sorted by colour.",
    "TO-6": "Each colour bought moves its ship: one card by {box.step_one}, several cards by {box.step_many}; a ship "
    "stops in {box.arrival}.",
    "TO-7": "When a ship has arrived in {box.arrival}, there is a payday.",
    "TO-8": "One card of the market that nobody else has reserved is taken into the hand, which may be of any size.",
    "TO-9": "A player may lay the own reservation piece on a card in {box.row_words}: nobody else can take or buy it.",
    "TO-10": "The piece stays until its owner takes or buys the card.",
    "TO-11": "When the market was bought or is empty, the production moves to it, {box.refill_draw} cards are drawn "
    "besides, and the production gets {box.production} new ones.",
    "TO-12": "The same happens when all market cards are reserved by others than the player whose turn it is; reserved "
    "cards stay.",
    "TO-13": "On a payday everybody sells all cargo of every colour that has arrived.",
    "TO-14": "Add the {box.token_words} to the highest value sold, multiply by the number of cards, round up to a "
    "multiple of {box.divisor} and divide by {box.divisor}: so many points.",
    "TO-15": "For each point a card sold is kept face down, small values first; the other cards sold are discarded.",
    "TO-16": "Points beyond the number of cards sold {box.excess_words}.",
    "TO-17": "Then everybody who sold a colour takes one token of it, which counts from the next payday on.",
    "TO-18": "Ships in the black current ({box.current_words}) lose their cargo: everybody discards all cards of their "
    "colours that are not insured.",
    "TO-19": "Before that a hand card may be discarded to insure so many own cargo cards of its colour as it has "
    "symbols: {box.insurance_words}.",
    "TO-20": "Ships from {box.arrival} go back to {box.places[0]}, ships from the black current to "
    "{box.anchor}.",
    "TO-21": "Insurance comes as soon as a ship has arrived, before anything is lost.",
    "TO-22": "The game ends after a payday on which somebody has {box.end_tokens} tokens; every card in the score pile "
    "is a point, and most points win.",
    "TO-23": "Of equal points the one with more tokens wins; equal again: they share the victory.",
    "TO-R14": "Cards worth the price or more are paid, and none of them could be left out.",
    "TO-R16": "The owner picks the cargo that is saved; symbols beyond it lapse.",
    "TO-R17": "Only one piece lies on a card; whoever finds only the card under the own piece takes or buys it.",
    "TO-R18": "When a card is needed and the pile is empty, the discards are shuffled; whoever can do nothing is "
    "passed over, and a whole lap of that ends the game.",
}

# Every rule that asks somebody something in a game with the printed box.
ASKS = frozenset({"TO-S1", "TO-S3", "TO-S4", "TO-A", "TO-R14", "TO-19", "TO-R16", "TO-R18"})
END = "TO-22"

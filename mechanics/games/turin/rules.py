"""The rules of Turin Market, one sentence each; {box.…} is filled from the Box in play."""

RULES = {
    "TM-S1": "Everybody starts with {box.start} scudi.",
    "TM-S2": "The table agrees before play which payout column counts; here it is the {box.column} one.",
    "TM-S3": "The table agrees before play whether money lies open or is kept secret; here it is {box.money}.",
    "TM-S4": "The cards are shuffled and dealt face down; what is left lies open in the centre with four or five "
    "players and leaves the game unseen with two.",
    "TM-1": "Everybody secretly picks one card of the hand; all are turned up together.",
    "TM-2": "With four or five players the first auction is for the open cards in the centre only.",
    "TM-3": "Everybody secretly bids a whole number of scudi, at most the free cash: scudi on a card for sale are not "
    "free.",
    "TM-4": "You may bid 0, but a bid of 0 never wins a card.",
    "TM-5": "Whoever wins at least one card pays the whole bid to the bank.",
    "TM-6": "Whoever wins no card pays {box.loser_share}, rounded down, to the bank.",
    "TM-7": "The places in the auction win the numbers of cards printed for this many players.",
    "TM-8": "Equal bids are bid once more in secret: each of the tied adds any free amount, even 0, to the old bid.",
    "TM-9": "The extra money only orders the tied places; it never lifts anybody above them.",
    "TM-10": "Still equal after the extra round: a coin decides.",
    "TM-11": "Those who are tied at 0, or tied and add 0 each, win nothing: the cards of their places leave the "
    "game and each pays {box.loser_share}, taken of the first bid and rounded down.",
    "TM-12": "Nobody picks a card before all ties are settled.",
    "TM-13": "Winners pick cards in the order of their places, each all cards of the place at once.",
    "TM-14": "Won cards lie open before their winner for the rest of the game.",
    "TM-15": "After the picking everybody may offer one open card for sale by laying free scudi on it, its price.",
    "TM-16": "Scudi on a card for sale stay for at least one auction; then the owner may take the offer back.",
    "TM-17": "Anybody with the free cash may buy a card for sale; the price goes to the seller.",
    "TM-18": "When several want the same card, the seller chooses the buyer.",
    "TM-19": "Whoever alone has most of a good may take its marker; it only shows who leads.",
    "TM-20": "Auctions go on until the hands are empty; with two or three players the last card of each hand is not "
    "auctioned and joins the owner's open cards at the end.",
    "TM-21": "At any time you may take a loan: {box.loan_cash} scudi now, {box.loan_back} back after the payouts; "
    "{box.max_loans} for each player at most.",
    "TM-22": "At the end the payout card is gone through good by good, from the top.",
    "TM-23": "Whoever has most of a good gets its payout from the bank and {box.levy} scudo from every other owner.",
    "TM-24": "Several with most of a good share payout and levies, each share rounded up.",
    "TM-25": "Who owes a levy and has no scudo must take a loan; who has one already lets the bank pay and owes "
    "{box.bank_debt_step} scudi more at the end.",
    "TM-26": "After the last good every borrower pays back {box.loan_back} scudi and the extra debts.",
    "TM-27": "Most scudi left wins; what could not be paid back counts against you.",
    "TM-28": "In a match of {box.games} the scores are added; every game starts anew with {box.start} scudi.",
    "TM-29": "The goose, if you play with it ({box.goose}): tie: take it to lose a tie, hand it over to win one later; "
    "fewest: whoever alone leads in the fewest goods holds it, and it counts +1 when bids are ranked.",
    "TM-R21": "The price of a card for sale is at least {box.lowest_price} and at most your free cash.",
}

# Every rule that asks somebody something in a game with the printed box.
ASKS = frozenset({"TM-S4", "TM-1", "TM-3", "TM-8", "TM-10", "TM-13", "TM-15", "TM-R21", "TM-16", "TM-17", "TM-18"})
END = "TM-27"

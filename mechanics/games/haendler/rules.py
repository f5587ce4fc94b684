"""The rules of Die Händler, one sentence each; {box.…} is filled from the Box in play."""

RULES = {
    "DH-S1": "Everybody starts with {box.start} guilders, the movement tiles, a price disc and a screen.",
    "DH-S2": "Red and green cards lie face down in two stacks; {box.open_cards} red cards are turned up.",
    "DH-S3": "One piece of each kind marks its price and stands on the bottom row; the others are the stock.",
    "DH-S4": "The three wagons start in Paris, Köln and Wien, or in Brügge, Hamburg and Genua.",
    "DH-S5": "The courier starts in a city at least two spaces away from every wagon.",
    "DH-S6": "Everybody starts on the lowest rank, {box.ranks[0]}.",
    "DH-S7": "Cities with a wagon start with a bonus of {box.bonus_wagon}, the others with {box.bonus_other}.",
    "DH-S8": "The marker of the arrivals starts on 0.",
    "DH-S9": "Chance names the first start player; after every round the next one to the left begins.",
    "DH-1": "In playing order everybody may buy up to {box.buy_limit} goods, each at the purchase price of its kind.",
    "DH-2": "Every piece goes into a warehouse of its buyer in a city that makes this good; several pieces may go to "
    "several cities.",
    "DH-3": "Goods are bought twice in a round up to round {box.double_buy_rounds}, later once.",
    "DH-4": "What is not in stock cannot be bought.",
    "DH-5": "For every empty wagon in a city all bid in secret; the highest bidder is loading master and pays his bid "
    "to the bank, the others pay nothing.",
    "DH-6": "Of equal highest bids the one that comes first in playing order wins.",
    "DH-7": "The loading master marks the city with his coat of arms, and is no longer loading master when the wagon "
    "has left.",
    "DH-8": "The loading master loads first: up to {box.load_master} of his goods in this city, all of one kind.",
    "DH-9": "Then each of the others may load up to {box.load_other} goods, none of the loading master's kind.",
    "DH-10": "The loading master may ask a fee for every piece of another player, paid to him at once, or refuse it.",
    "DH-11": "Goods are loaded out of one's own warehouse in the city where the wagon stands.",
    "DH-12": "Everybody in turn uses one open movement tile and moves any wagon so many spaces onwards; when all tiles "
    "are used they are open again.",
    "DH-13": "No wagon may end on a road space where another one stands; it may pass it, and the space counts.",
    "DH-14": "Points that are left over when a wagon enters a city lapse.",
    "DH-15": "A wagon that has arrived with goods stays until they are sold.",
    "DH-16": "Then whoever owns a courier card may move the courier; on the space of a wagon he brings one green card.",
    "DH-17": "All set the two pointers of their disc in secret, each on a good or on the crest; every pointer on a "
    "good lifts its price by one row.",
    "DH-18": "A price that is lifted past the top row starts again on the bottom row.",
    "DH-19": "The Lagerverkauf sells goods out of one's own warehouses to the bank at the purchase price; here it "
    "comes {box.warehouse_sale} the prices change.",
    "DH-20": "Every wagon that has arrived moves the marker of the arrivals up by one.",
    "DH-21": "All goods on it are sold to the bank at the sale price of their kind.",
    "DH-22": "Goods that the city does not make earn the city's bonus besides, a piece.",
    "DH-23": "Sold pieces go back into the stock.",
    "DH-24": "A city's bonus drops to 0 when goods have arrived and been sold, and rises a step in every round without "
    "an arrival.",
    "DH-25": "Red cards are auctioned one after the other, at most one less in a round than there are players.",
    "DH-26": "The start player, or the next who has won none, may open with {box.lowest_bid} or more; the others raise "
    "or pass, and whoever is left pays his bid to the bank.",
    "DH-27": "The winner takes one of the open cards, at most one in a round; then there are {box.open_cards} open "
    "cards again. Without cards there is no auction.",
    "DH-28": "A red card works once in every round, a green card once in the game.",
    "DH-29": "Everybody pays the bank what his rank costs.",
    "DH-30": "Whoever cannot pay drops a rank and may then take one promissory note: {box.note} guilders now, "
    "{box.note_back} to redeem it, and no climb until then.",
    "DH-31": "Then everybody may climb up to {box.max_climb} ranks; the price is the one on the display, which rises "
    "with the arrivals, and is paid {box.climb_words}.",
    "DH-32": "The game ends after {box.end_arrivals[2]}, {box.end_arrivals[3]} or {box.end_arrivals[4]} arrivals with "
    "two, three or four players, in any case after {box.most_rounds} rounds.",
    "DH-33": "The highest rank wins; of equal ranks the one with more money.",
    "DH-34": "A note that is still open at the end counts {box.note_back} guilders against its holder.",
    "DH-R4": "If all bid 0, the first in playing order is loading master for nothing.",
    "DH-R9": "Empty wagons may be moved: {box.empty_wagons_move}.",
    "DH-R16": "Whoever earns a green card {box.pick_words}.",
    "DH-R19": "A promissory note may be redeemed for {box.note_back} when the ranks have been paid, before the "
    "climb.",
    "DH-R20": "The round of the last arrival is played to its end: {box.finish_round}.",
    "DH-R24": "Every wagon that enters a city stays there in this round; whoever can move no wagon turns down the "
    "lowest open tile.",
    "DH-R27": "The courier rides at least one space, in any direction, past cities and wagons: up to "
    "{box.courier_steps[Kurier]} with the Kurier, up to {box.courier_steps[Express-Kurier]} with the Express-Kurier.",
    "DH-R29": "Bids and fees are multiples of {box.step} within the own purse; money and green cards are kept "
    "behind the screen, here: {box.money}.",
    "DH-R31": "Cards have their moments: the Wagnereien and the extra move after the own tile, the won tie after the "
    "bids, the price nudge after the discs, the special sale ({box.special_price} for a piece) before the discs or "
    "before the sale, the waived cost before paying, the cheaper climb before climbing.",
}

# Every rule that asks somebody something in a game with the printed box.
ASKS = frozenset({
    "DH-S2", "DH-S4", "DH-S9", "DH-1", "DH-2", "DH-5", "DH-8", "DH-9", "DH-10", "DH-12", "DH-13", "DH-16", "DH-17",
    "DH-19", "DH-26", "DH-27", "DH-30", "DH-31", "DH-R16", "DH-R19", "DH-R27", "DH-R31",
})  # fmt: skip
END = "DH-33"

"""The rules of Fagin's Gang, one sentence each; {box.…} is filled from the Box in play.

What no source gives, and this table plays by, is called a house default."""

RULES = {
    "FG-S1": "The price wheel lies in the middle of the market; before the first round a die ({box.die}) turns it on "
    "by so many places.",
    "FG-S2": "With 2, 3, 4, 5 or 6 players {box.warehouse[2]}, {box.warehouse[3]}, {box.warehouse[4]}, "
    "{box.warehouse[5]} or {box.warehouse[6]} cubes of each colour are in play; each stall starts with "
    "{box.initial_stock} and holds {box.stall} (house default).",
    "FG-S3": "Everybody starts with {box.start} shillings and {box.start_each} cube of each colour, in the game of "
    "the gang also with {box.urchins} urchins.",
    "FG-S4": "In each of the six places stands a constable: from space {box.entry} (house default) he goes as far as "
    "a die says, up for an odd number and down for an even one.",
    "FG-S5": "Chance names the first start player; after every round the next one clockwise begins.",
    "FG-1": "In turn everybody chooses exactly one action; whoever chooses the market takes the market coin and opens "
    "trading for all.",
    "FG-2": "Trading goes anti-clockwise, beginning with the holder of the coin.",
    "FG-3": "The price of a colour is the one on the wheel, the same for buying and selling; it changes only when the "
    "wheel is turned at the end of a round, by a die with the faces {box.die} (house default).",
    "FG-4": "On a turn a player buys {box.other_limit} cube or sells {box.other_limit} cube or passes.",
    "FG-5": "The holder of the coin may buy up to {box.opener_limit} cubes or sell up to {box.opener_limit}, of any "
    "colours, but never both in one turn.",
    "FG-6": "All trade is with the stalls, never with the warehouses.",
    "FG-7": "Out of an empty stall nothing can be bought, into a full one ({box.stall} cubes, house default) nothing "
    "sold.",
    "FG-8": "Whoever passes is out of trading for the rest of the round.",
    "FG-9": "Trading ends when all have passed; the last one left may go on as often as he likes and can.",
    "FG-10": "Then the action goes on with the player clockwise of the coin holder, and the coin lies beside the "
    "board until the next round.",
    "FG-11": "An urchin who moves costs {box.step_costs} cubes of the place's colour for every space.",
    "FG-12": "A new urchin enters on space {box.entry}, for nothing (house default); one action enters or moves one "
    "urchin at each of up to {box.most_places} places.",
    "FG-13": "Whoever lands on an urchin pushes it one space up or down, as he likes; it pushes on in the same "
    "direction.",
    "FG-14": "A constable is never pushed: who lands on him steps to the space above or below for nothing, and who is "
    "pushed skips over him.",
    "FG-15": "An urchin pushed off a place returns to its owner.",
    "FG-16": "From either end of a place an urchin may leave for {box.leaving_costs} cubes of its colour (house "
    "default): into another place, on space {box.entry}, or home to Fagin, who takes {box.fagin_fee} shillings "
    "besides.",
    "FG-17": "Stealing: up to {box.most_urchins} urchins take goods of the place's colour, or each swaps "
    "{box.swap_gives} of them for one of another colour; or money is stolen at up to {box.most_places} places from "
    "everybody else who is there; an urchin gets {box.least_loot} on space {box.entry} and one more for every "
    "{box.loot_spaces} spaces away from it (house default).",
    "FG-18": "To win the game of the gang it takes {box.home_needed} urchins back with Fagin, and capital.",
    "FG-R1": "The market is opened once in a round at most.",
    "FG-R2": "Opening the market is the opener's action; the others still take theirs.",
    "FG-R3": "Whoever does not want to trade passes at once.",
    "FG-R4": "The two cubes of the coin holder are traded one after the other, each within stall and purse.",
    "FG-R5": "Whoever can neither buy nor sell passes without being asked.",
    "FG-R6": "Nobody buys on credit.",
    "FG-R7": "If the holder of the coin passes first, the others go on anti-clockwise.",
    "FG-R8": "Here the game is {box.mode}: market is the Smithfield Market as printed; gang adds urchins, stealing "
    "and constables, partly by house rules.",
    "FG-R9": "As buying and selling have one price, trading moves no wealth; the turn of the wheel does.",
    "FG-R10": "After {box.market_turns} trading turns in a session a player must pass (house default).",
    "FG-R11": "The market may be opened although nobody can trade; the action is spent.",
    "FG-R12": "The game ends {box.end_said}.",
    "FG-R13": "Cubes that are paid, swapped or given up go to the warehouses, stolen ones come from there as far as "
    "they reach; in the game of the gang nobody keeps more than {box.hand_limit} cubes after a round (house default).",
    "FG-R14": "Entering is always possible: a push goes on to the end of the place and off it, also past a constable "
    "who stands at the end.",
}

# Every rule that asks somebody something, in the market and in the game of the gang.
ASKS = frozenset({
    "FG-S1", "FG-S4", "FG-S5", "FG-1", "FG-3", "FG-4", "FG-5", "FG-11", "FG-12", "FG-13", "FG-14", "FG-16", "FG-17",
    "FG-R13",
})  # fmt: skip
END = "FG-R12"

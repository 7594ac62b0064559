// @ts-check
// What the server sends, as types; nothing here runs.

/** @typedef {[string, number, number]} Placed a tile and its cell */
/** @typedef {{text: string, points: number, qwirkle: boolean, cells: [number, number][]}} Line */
/** @typedef {{code: string, text: string, cells: [number, number][], tiles: string[]}} Violation */
/** @typedef {{of: number, left: number}} Grace */
/** @typedef {{name: string, colour: string, points: number|null, qwirkles: number|null, bonus: number|null, hand: number,
 *   turn: boolean, winner: boolean}} Player the points are null while nobody has said who started */
/** @typedef {{x: number, y: number, tile: string, turn: number, last: boolean, violation: boolean}} Lying */
/** @typedef {{id: number, number: number, player: number|null, kind: "turn"|"exchange"|"pass"|"cannot_play", placed: Placed[], text: string,
 *   lines: Line[], sum: string, points: number, bonus: number, total: number, overruled: boolean, allowed: boolean, violations: Violation[], count: number|null,
 *   at: number, evidence: boolean, shift: number, after?: string[][], taken?: string[][], played?: string[], story?: string, rests?: {at: number, story: string}[]}} Turn
 *   `rests` are the tables at which a watched turn of cards can be split */
/** @typedef {{legal: boolean, points: number, lines: Line[], sum: string, violations: Violation[], later?: string}} Verdict */
/** @typedef {{sets: CardSet[], taken: string[][], played: string[], story: string}} ProposedCards the table as it would be recorded */
/** @typedef {Verdict & {player: number|null, placed: Placed[], grace: Grace | null, cards: ProposedCards | null}} Proposal */
/** @typedef {{x: number, y: number, candidates: [string, number][]}} Asked */
/** @typedef {{px: [number, number], candidates: [string, number][]}} AskedCard a card that somebody has to name, where it lies in the picture */
/** @typedef {{cards: string[], by: "shape"|"colour"|"none", new: number[]}} CardSet with the places of the cards that are new */
/** @typedef {{cells: [number, number][], tiles: string[], text: string}} Closed a line of five that nobody can complete any more */
/** @typedef {{begun: string[][], sets: CardSet[], stacks: {player: number|null, cards: string[]}[], last_round: boolean, turns_left: number|null,
 *   new_cards: boolean, asked: AskedCard[], unsure: boolean, held: boolean, missing: string[], extra: string[], shown: string[], open: number|null, lying: LyingSet[]|null}} Cards
 *   `held`: it is a turn as soon as the asked cards are named; `missing` and `extra` of a table that cannot be explained; `open`: whose turn still goes on though time has recorded it;
 *   `lying`: the table as the camera sees it, null where none does */
/** @typedef {[number, number]} Point */
/** @typedef {{cards: string[], corners: [Point, Point, Point, Point][], new: number[], asked: number[]}} LyingSet corners in widths of a card; places of
 *   the cards that are new, and of those that are not certain */
/** @typedef {{undo: boolean, redo: boolean, exchange: boolean, pass: boolean, cannot_play: boolean, done: boolean, overrule: boolean, pause: boolean}} Can */
/** @typedef {{id: string, name: string, rules: string, kind: "tiles"|"cards", set: string|null, pieces: number, complete: number, hand: number, began: number, source: string,
 *   live: boolean, saved: boolean, automatic: boolean, grace: number}} Game */
/** @typedef {{id: string, game: Game, players: Player[], whose_turn: number|null, acting: number|null, bag: number, started: boolean, board: Lying[], turns: Turn[],
 *   beginning: {tiles: Placed[], sets: string[][], line: boolean, clearing: boolean}|null, proposal: Proposal|null, status: string, status_text: string,
 *   asked: Asked[], desync: [number, number][], left: {tile: string, count: number}[], closed: Closed[], curve: number[][],
 *   opening: {needed: boolean, tied: number[]}, starter: {asked: number|null, declared: (number|null)[], undeclared: number[]},
 *   ended: {reason: string, text: string, winners: number[], rematch: number[]}|null, cards: Cards|null, can: Can}} State */
/** @typedef {{status: string, status_text: string, age_ms: number|null, grace: Grace|null, frames_per_second: number|null}} Pulse */
/** @typedef {{kind: string, text: string, say: string|null, player: number|null, at: number, age: number}} Told */

export {};

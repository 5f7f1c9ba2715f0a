/**
 * How a state is in its arrays (docs/engine.md). Code that must be fast copies these into constants of the same file. Engines
 * fold such a constant into the code, but load an imported one from memory and check it each time.
 */

/** Seats of every match. */
export const PLAYERS = 4;

// The bytes of the grid apart from EMPTY and the prizes.
export const OBSTACLE_CELL = 0x40;
/** A unit: this bit and its id, or SHARED_ID if the id does not fit. */
export const UNIT_CELL = 0x80;
export const SHARED_ID = 0x7f;
export const MISSILE_CELL = 0xff;
/** Number of missiles that are checked together. */
export const MISSILE_BLOCK = 4;
/** Rows of zeros above and below the universe, so that no 5×5 square is cut. */
export const MARGIN = 2;
/** `turn` of a dead unit: later than any round. */
export const DEAD = 0x7fffffff;

// `words` holds all numbers of a state but the missiles: single ones first, by these indices …
export const ROUND = 0;
/** round mod columns */
export const BASE = 1;
/** 2·round mod columns */
export const OFFSET = 2;
/** The board's generator. */
export const GENERATOR = 3;
/** 1 if prizes are missing: 0 saves the look. */
export const HUNGRY = 4;
/** No unit starves or regenerates before this round. */
export const NEXT_EVENT = 5;
export const MISSILES = 6;
export const NEXT_MISSILE = 7;
/** A bit a player that is frozen. */
export const FROZEN = 8;
/** Rounds played. */
export const ELAPSED = 9;
/** A bit a unit that lives, of the first ALIVE_BITS units. */
export const ALIVE = 35;
export const ALIVE_BITS = 32;
/** Four of them. */
export const SCORES = 10;
/** Prizes that are missing, at LACK + kind; below 0 where the board began with more. */
export const LACK = 14;
/** Per player two: how many of its agenda were asked, and how long it is. */
export const COUNTS = 18;
/** Per player: how many of its units live. */
export const LIVING = 36;
// … what never changes …
export const COLUMNS = 26;
export const SHIFT = 28;
export const PER_PLAYER = 29;
/** Where `frame` begins in `view`. */
export const FRAME = 30;
/** Where the agendas begin: per player its units in the order in which they act, and one word more. */
export const AGENDA = 31;
/** Where the line begins: all units in the order in which they act. */
export const LINE = 32;
// … what a round of at most eight units leaves for anyone who asks what was done: …
/** Per player an agenda, a byte: the units that were asked, three bits each from the lowest on, and above two of them how many. */
export const ASKED = 40;
/** Seat << this: where a player's agenda begins. */
export const AGENDA_SHIFT = 3;
export const UNIT_BITS = 3;
export const UNIT_MASK = 7;
export const COUNT_SHIFT = 6;
export const COUNT_MASK = 3;
/** Per unit four bits: what it was planned to do; they begin at unit << PLAN_SHIFT. */
export const PLANS = 41;
export const PLAN_SHIFT = 2;
export const PLAN_MASK = 15;
/** A bit a unit that did it. */
export const DID = 42;
/** The generator for the placements of a round. */
export const PLACER = 43;
// … then a record of eight words a unit. A unit is named by its record's index, or by its id.
export const UNITS = 48;
/** A unit's record is at UNITS + (id << RECORD_SHIFT). */
export const RECORD_SHIFT = 3;
/** Its place; of a dead one, the place where it is printed. */
export const PLACE = 0;
/** Missiles in stock. */
export const STOCK = 1;
/** 2·ELAPSED when it was given an instruction last, + 1 if that was possible; DEAD. */
export const TURN = 2;
/** Its action in this round: an instruction's code. */
export const PLAN = 3;
/** The ELAPSED at which it last did what it was planned to do. */
export const ACTED = 4;
/** Living: the round at which it runs out of gas; dead: the gas it is printed with. */
export const GAS_END = 5;
/** Dead: the first round at which it may be placed. */
export const READY = 6;
/** The byte of a cell in which it stands. */
export const CELL = 7;

/** Δrow + 1 and Δcolumn of each instruction's code, two bits each from the lowest on; a shot moves by DEFAULT. */
export const ROW_BITS = 0x64924;
export const COLUMN_BITS = 0x6a015;
/** Of ROW_BITS and COLUMN_BITS, what is one instruction's. */
export const CODE_MASK = 3;

/**
 * The layout of a state in its arrays (docs/engine.md). Fast code copies these values into constants of the same file.
 * Engines fold such a constant into the code, but load and check an imported constant at each use.
 */

/** Number of seats of every match. */
export const PLAYERS = 4;

// Values of bytes in the grid, apart from EMPTY and the prizes.
export const OBSTACLE_CELL = 0x40;
/** A unit: this bit and its id, or SHARED_ID if the id does not fit. */
export const UNIT_CELL = 0x80;
export const SHARED_ID = 0x7f;
export const MISSILE_CELL = 0xff;
/** Number of missiles that are checked together. */
export const MISSILE_BLOCK = 4;
/** Rows of zeros above and below the universe, so that every 5×5 square is complete. */
export const MARGIN = 2;
/** The value of TURN for a dead unit. It is later than any round. */
export const DEAD = 0x7fffffff;

// `words` contains all numbers of a state except the missiles: single numbers first, by these indices …
export const ROUND = 0;
/** round mod columns */
export const BASE = 1;
/** 2·round mod columns */
export const OFFSET = 2;
/** The board's generator. */
export const GENERATOR = 3;
/** 1 if prizes may be missing. With 0, no check for missing prizes is needed. */
export const HUNGRY = 4;
/** No unit starves or regenerates before this round. */
export const NEXT_EVENT = 5;
export const MISSILES = 6;
export const NEXT_MISSILE = 7;
/** One bit per frozen player. */
export const FROZEN = 8;
/** Number of rounds played. */
export const ELAPSED = 9;
/** One bit per living unit, for the first ALIVE_BITS units. */
export const ALIVE = 35;
export const ALIVE_BITS = 32;
/** Start of the scores: four numbers. */
export const SCORES = 10;
/** Number of missing prizes, at LACK + kind; negative if the board began with more. */
export const LACK = 14;
/** Start of two numbers per player: how many units in its agenda were asked, and the length of the agenda. */
export const COUNTS = 18;
/** Start of one number per player: how many of its units are alive. */
export const LIVING = 36;
// … constants …
export const COLUMNS = 26;
export const SHIFT = 28;
export const PER_PLAYER = 29;
/** Start of `frame` in `view`. */
export const FRAME = 30;
/** Start of the agendas: for each player, its units in the order in which they act, followed by one additional word. */
export const AGENDA = 31;
/** Start of the line: all units in the order in which they act. */
export const LINE = 32;
// … the record of a round of at most eight units, for code that needs the executed instructions: …
/**
 * Per player, an agenda in one byte: the asked units, three bits each from the lowest on, followed by two bits for
 * their number.
 */
export const ASKED = 40;
/** A seat shifted left by this number is the start of the player's agenda. */
export const AGENDA_SHIFT = 3;
export const UNIT_BITS = 3;
export const UNIT_MASK = 7;
export const COUNT_SHIFT = 6;
export const COUNT_MASK = 3;
/** Each unit's planned action, in the four bits from bit unit << PLAN_SHIFT on. */
export const PLANS = 41;
export const PLAN_SHIFT = 2;
export const PLAN_MASK = 15;
/** One bit per unit that executed its plan. */
export const DID = 42;
/** The generator for the placements in a round. */
export const PLACER = 43;
// … then a record of eight words per unit. A unit is identified by its record's index, or by its id.
export const UNITS = 48;
/** A unit's record is at UNITS + (id << RECORD_SHIFT). */
export const RECORD_SHIFT = 3;
/** The unit's place; if it is dead, the place where it is printed. */
export const PLACE = 0;
/** Missiles in stock. */
export const STOCK = 1;
/**
 * 2·ELAPSED when the unit last received an instruction, plus 1 if the instruction was possible; DEAD for a dead unit.
 */
export const TURN = 2;
/** The unit's action in this round: the code of an instruction. */
export const PLAN = 3;
/** The value of ELAPSED when the unit last executed its plan. */
export const ACTED = 4;
/** For a living unit, the round in which it runs out of gas; for a dead unit, the printed amount of gas. */
export const GAS_END = 5;
/** For a dead unit, the first round in which it may be placed. */
export const READY = 6;
/** The content of the unit's cell in the grid (one byte). */
export const CELL = 7;

/** Δrow + 1 and Δcolumn of each instruction's code, two bits each from the lowest on; a shot moves by DEFAULT. */
export const ROW_BITS = 0x64924;
export const COLUMN_BITS = 0x6a015;
/** Mask of one instruction's bits in ROW_BITS and COLUMN_BITS. */
export const CODE_MASK = 3;

import type { GameAnalysis, Mishap, Notes, Skill } from '@ludus/lab/why.ts';
import { DEFAULT, DIRECTIONS, PATHS, SHOOT } from './rules/directions.ts';
import { Instructions } from './rules/instructions.ts';
import { EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE, POINT_BONUS } from './rules/position-view.ts';
import type { CylinderState } from './rules/state.ts';
import { isColumnInWindow } from './rules/window.ts';

/** The words that differ between the two games. */
export interface AnalysisWords {
  /** `car` */
  readonly unit: string;
  /** `tyre` */
  readonly obstacle: string;
  /** `water` */
  readonly prize: string;
}

/**
 * Distances in cells from which a unit can still escape a missile behind it. A missile one or two cells behind hits
 * before anyone moves.
 */
const DODGEABLE = [3, 4];
const LOW_GAS = 40;
const FEW_MISSILES = 5;
/** Distance up to which a shot is considered to be aimed at a unit. */
const AIM = 8;

/** A noun with its article. */
const one = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

const skills = ({ unit, prize, obstacle }: AnalysisWords): Skill[] => [
  {
    id: 'shoot',
    doing: 'shooting',
    did: `shot a ${unit} that was right ahead`,
    chances: `chances to shoot a ${unit} right ahead`,
    norm: 0.5,
    worth: 0.03,
    advice: `Shoot when another player’s ${unit} is one to three columns ahead in the same row.`,
  },
  {
    id: 'aim',
    doing: 'aiming',
    did: 'shot at a target',
    chances: `shots at a ${unit} ahead; the rest had no target`,
    took: 'aimed',
    norm: 0.7,
    worth: 0.012,
    advice: 'Save missiles for targets: a shot without a target is wasted.',
  },
  {
    id: 'collect',
    doing: `collecting ${prize}`,
    did: `collected ${prize} within reach`,
    chances: `chances to collect ${prize} in one safe move`,
    norm: 0.8,
    worth: 0.01,
    advice: `Take ${prize} that one safe move reaches.`,
  },
  {
    id: 'gas',
    doing: 'refuelling',
    did: 'took gas when its tank ran low',
    chances: 'chances to take gas with a low tank',
    norm: 0.7,
    worth: 0.04,
    advice: `Drive to gas once a ${unit} has less than ${LOW_GAS} units.`,
  },
  {
    id: 'arm',
    doing: 'collecting missiles',
    did: 'collected missiles when it had few',
    chances: 'chances to collect missiles when it had few',
    norm: 0.6,
    worth: 0.012,
    advice: `Collect missiles while a ${unit} has fewer than ${FEW_MISSILES}.`,
  },
  {
    id: 'dodge',
    doing: 'dodging missiles',
    did: 'dodged a missile from behind',
    chances: 'chances to dodge a missile from behind',
    norm: 0.7,
    worth: 0.05,
    advice: `Leave the row or speed up when a missile is three or four columns behind a ${unit}.`,
  },
  {
    id: 'orders',
    doing: 'giving legal orders',
    did: 'gave a legal order',
    chances: 'orders carried out; the others were illegal and ignored',
    took: 'had',
    norm: 0.98,
    worth: 0.01,
    advice: 'Check that each target is within the window of the next round.',
  },
  {
    id: 'clear',
    doing: `keeping clear of ${obstacle}s`,
    did: `evaded ${one(obstacle)} ahead`,
    chances: `chances to evade ${one(obstacle)} directly ahead`,
    norm: 0.95,
    worth: 0.04,
    advice: `Change rows when ${one(obstacle)} is in the next cell.`,
  },
];

const mishaps = ({ unit, obstacle }: AnalysisWords): Mishap[] => {
  const lost = (count: number) => (count === 1 ? `lost a ${unit}` : `lost ${count} ${unit}s`);
  const many = (count: number, what: string) => (count === 1 ? one(what) : `${what}s`);
  const mishap = (id: string, norm: number, did: Mishap['did'], advice: string): Mishap => ({
    id,
    norm,
    worth: 0.08,
    did,
    advice,
  });
  return [
    mishap(
      'obstacle',
      0.2,
      (n) => `${lost(n)} to ${many(n, obstacle)}`,
      `Check every cell on a move’s path for ${obstacle}s.`,
    ),
    mishap(
      'shot',
      1.5,
      (n) => `${lost(n)} to other players’ missiles`,
      'Watch your row for missiles behind you, and for armed units.',
    ),
    mishap('starved', 0.1, (n) => `${lost(n)} because the gas ran out`, 'Drive to gas before the tank is empty.'),
    mishap(
      'collision',
      1,
      (n) => `${lost(n)} by running into ${n === 1 ? `a ${unit}` : `${unit}s`} of other players`,
      `Keep a ${unit}’s path clear of cells that others can enter.`,
    ),
    mishap(
      'own-collision',
      0,
      (n) => `${lost(n)} by ramming its own ${unit}s`,
      `Plan the moves of your ${unit}s together.`,
    ),
    mishap(
      'own-fire',
      0,
      (n) => `${lost(n)} to its own missiles`,
      `Don’t shoot with your own ${unit} ahead, and don’t overtake your missiles.`,
    ),
  ];
};

/** Builds the analysis of one of the two games. */
export function cylinderAnalysis(words: AnalysisWords): GameAnalysis<CylinderState, Instructions> {
  const { unit } = words;
  return {
    playouts: ['Magpie', 'Demo'],
    skills: skills(words),
    mishaps: mishaps(words),
    kinds: {
      shoot: { doing: 'shooting', did: 'shot', worth: 0.3 },
      slow: { doing: 'slowing down', did: 'slowed down' },
      fast: { doing: 'going fast', did: 'went fast' },
      turn: { doing: 'changing rows', did: 'changed rows' },
      straight: { doing: 'going straight on', did: 'went straight on', isOptional: true },
    },
    kindsOf(move, state, seat) {
      const { unitsPerPlayer } = state.settings;
      const own = Array.from({ length: unitsPerPlayer }, (_, n) => seat * unitsPerPlayer + n);
      if (!own.some((each) => state.unitAlive(each))) return null;
      const kinds: string[] = [];
      for (let n = 0; n < move.length; n++) kinds.push(...kindsOfCode(move.code(n)));
      return kinds;
    },
    watch: (first, notes) => new CylinderWatch(first, notes, words),
    alternatives(state, _seat, move, about) {
      if (about === undefined) return [];
      return Array.from({ length: SHOOT + 1 }, (_, code) => {
        const other = new Instructions();
        other.push(about, code);
        for (let n = 0; n < move.length; n++) if (move.unit(n) !== about) other.push(move.unit(n), move.code(n));
        return other;
      }).filter((other) => other.code(0) === SHOOT || isInside(state, about, other.code(0)));
    },
    describe(move, _state, _seat, about) {
      const code = move.code(0);
      const what =
        code === SHOOT
          ? 'a shot'
          : DIRECTIONS[code].name.toLowerCase().replace('_', ' ').replace('default', 'straight on');
      return `${unit} ${about ?? move.unit(0)} going ${what}`.replace('going a shot', 'shooting');
    },
  };

  function kindsOfCode(code: number): string[] {
    if (code === SHOOT) return ['shoot'];
    const way = DIRECTIONS[code];
    if (way === undefined) return [];
    const kinds = way.row === 0 ? [] : ['turn'];
    if (way.column === 0) kinds.push('slow');
    if (way.column === 2) kinds.push('fast');
    return code === DEFAULT ? ['straight'] : kinds;
  }
}

/** Whether a move's target is within the next round's window. */
function isInside(state: CylinderState, unit: number, code: number): boolean {
  const { row, column } = DIRECTIONS[code];
  const toRow = state.unitRow(unit) + row;
  const toColumn = state.unitColumn(unit) + column;
  return toRow >= 0 && toRow < state.settings.rows && isColumnInWindow(state.settings, toColumn, state.round + 1);
}

interface PreviousUnit {
  readonly isAlive: boolean;
  readonly row: number;
  readonly column: number;
  readonly gas: number;
  /** The code of the unit's instruction; −1 if it has none. */
  readonly code: number;
  /** Whether an obstacle is in the unit's path. */
  readonly hitsObstacle: boolean;
}

class CylinderWatch {
  readonly #notes: Notes;
  readonly #words: AnalysisWords;
  readonly #hasGas: boolean;
  readonly #orders: number[];
  readonly #lived: number[];
  #before: PreviousUnit[] = [];
  #scores: number[] = [];

  constructor(first: CylinderState, notes: Notes, words: AnalysisWords) {
    this.#notes = notes;
    this.#words = words;
    this.#hasGas = first.settings.gasBonuses > 0;
    this.#orders = Array.from({ length: first.units }, () => 0);
    this.#lived = [...this.#orders];
  }

  asked(state: CylinderState, moves: readonly Instructions[]): void {
    const codes = Array.from({ length: state.units }, () => -1);
    for (const [seat, move] of moves.entries())
      for (let n = 0; n < move.length; n++) {
        const unit = move.unit(n);
        if (state.playerOf(unit) === seat && codes[unit] === -1) codes[unit] = move.code(n);
      }
    this.#scores = moves.map((_, seat) => state.score(seat));
    this.#before = codes.map((code, unit) => {
      const isAlive = state.unitAlive(unit);
      const [row, column] = [state.unitRow(unit), state.unitColumn(unit)];
      if (isAlive && state.status(state.playerOf(unit)) !== -1) this.#notice(state, unit, code);
      const played = code >= 0 && code < SHOOT && isInside(state, unit, code) ? code : DEFAULT;
      const hitsObstacle =
        isAlive && PATHS[played].some(([down, right]) => contentAt(state, row + down, column + right) === OBSTACLE);
      return { isAlive, row, column, gas: state.unitGas(unit), code, hitsObstacle };
    });
  }

  /** Records the opportunities that a living unit had. */
  #notice(state: CylinderState, unit: number, code: number): void {
    const notes = this.#notes;
    const seat = state.playerOf(unit);
    const [row, column] = [state.unitRow(unit), state.unitColumn(unit)];
    this.#lived[unit]++;
    if (code >= 0) {
      this.#orders[unit]++;
      notes.chance(
        'orders',
        seat,
        code === SHOOT ? state.unitMissiles(unit) > 0 : code < SHOOT && isInside(state, unit, code),
      );
    }
    const ahead = firstAhead(state, row, column, AIM);
    const isEnemy = ahead !== undefined && ahead.unit >= 0 && state.playerOf(ahead.unit) !== seat;
    if (state.unitMissiles(unit) > 0) {
      if (isEnemy && ahead.distance <= 3) notes.chance('shoot', seat, code === SHOOT);
      if (code === SHOOT) notes.chance('aim', seat, isEnemy);
    }
    if (contentAt(state, row, column + 1) === OBSTACLE)
      notes.chance(
        'clear',
        seat,
        code === SHOOT
          ? false
          : !PATHS[code < 0 ? DEFAULT : code]?.some(([d, r]) => contentAt(state, row + d, column + r) === OBSTACLE),
      );
    const reach = new Set<number>();
    const taken = new Set<number>();
    for (const [way, path] of PATHS.entries()) {
      if (!isInside(state, unit, way)) continue;
      const isSafe = path.every(([down, right]) => isFree(state, row + down, column + right));
      const contents = path.map(([down, right]) => contentAt(state, row + down, column + right));
      for (const content of contents) {
        if (content === EMPTY || content === OBSTACLE) continue;
        if (isSafe) reach.add(content);
        if (way === (code < 0 ? DEFAULT : code)) taken.add(content);
      }
    }
    if (reach.has(POINT_BONUS)) notes.chance('collect', seat, taken.size > 0);
    if (reach.has(GAS_BONUS) && state.unitGas(unit) < LOW_GAS) notes.chance('gas', seat, taken.has(GAS_BONUS));
    if (reach.has(MISSILE_BONUS) && state.unitMissiles(unit) < FEW_MISSILES) notes.chance('arm', seat, taken.size > 0);
    if (DODGEABLE.some((behind) => isThreat(state, seat, row, column, behind))) {
      const way = code < 0 || code === SHOOT ? DEFAULT : code;
      notes.chance(
        'dodge',
        seat,
        DIRECTIONS[way] !== undefined && (DIRECTIONS[way].row !== 0 || DIRECTIONS[way].column === 2),
      );
    }
  }

  played(state: CylinderState): void {
    const { killPoints } = state.settings;
    const dead = this.#before.map(({ isAlive }, unit) => isAlive && !state.unitAlive(unit));
    for (const [unit, before] of this.#before.entries()) {
      if (!dead[unit]) continue;
      const seat = state.playerOf(unit);
      const isScored = this.#scores.some((score, other) => other !== seat && state.score(other) - score >= killPoints);
      const partner = this.#before.findIndex(
        (each, other) =>
          other !== unit &&
          dead[other] &&
          Math.abs(each.row - before.row) <= 2 &&
          Math.abs(each.column - before.column) <= 4,
      );
      const note = (id: string) => this.#notes.mishap(id, seat, { about: unit });
      if (before.hitsObstacle) note('obstacle');
      else if (this.#hasGas && before.gas === 1) note('starved');
      else if (killPoints > 0 && isScored) note('shot');
      else if (partner >= 0) note(state.playerOf(partner) === seat ? 'own-collision' : 'collision');
      else note('own-fire');
    }
  }

  ended(state: CylinderState): void {
    const { unitsPerPlayer, players } = state.settings;
    for (let seat = 0; seat < players; seat++) {
      const own = Array.from({ length: unitsPerPlayer }, (_, n) => seat * unitsPerPlayer + n);
      const rate = own.map((unit) => (this.#lived[unit] < 20 ? -1 : this.#orders[unit] / this.#lived[unit]));
      const idle = rate.findIndex((each) => each >= 0 && each < 0.04);
      const busy = rate.findIndex((each) => each > 0.4);
      if (idle < 0 || busy < 0) continue;
      const { unit } = this.#words;
      this.#notes.remark(
        'idle-unit',
        seat,
        0.6,
        `left ${unit} ${own[idle]} without orders: only its other ${unit}s played`,
        `Give every ${unit} an order in every round.`,
      );
    }
  }
}

function contentAt(state: CylinderState, row: number, column: number): number {
  return row < 0 || row >= state.settings.rows ? EMPTY : state.contentAt(row, column);
}

const isFree = (state: CylinderState, row: number, column: number): boolean =>
  row >= 0 &&
  row < state.settings.rows &&
  state.contentAt(row, column) !== OBSTACLE &&
  state.unitAt(row, column) < 0 &&
  state.missileAt(row, column) < 0;

/** The first object ahead of a cell in its row; `unit` is −1 if the object isn't a unit. */
function firstAhead(state: CylinderState, row: number, column: number, most: number) {
  for (let distance = 1; distance <= most; distance++) {
    const unit = state.unitAt(row, column + distance);
    if (unit >= 0) return { unit, distance };
    if (state.contentAt(row, column + distance) !== EMPTY) return { unit: -1, distance };
  }
  return undefined;
}

/** Whether another player's missile is this far behind the cell, with nothing in between. */
function isThreat(state: CylinderState, seat: number, row: number, column: number, behind: number): boolean {
  const id = state.missileAt(row, column - behind);
  if (id < 0) return false;
  for (let n = 1; n < behind; n++)
    if (state.contentAt(row, column - n) !== EMPTY || state.unitAt(row, column - n) >= 0) return false;
  for (let n = 0; n < state.missileCount; n++)
    if (state.missileId(n) === id) return state.playerOf(state.missileOwner(n)) !== seat;
  return false;
}

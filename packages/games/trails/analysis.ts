import type { GameAnalysis, Notes } from '@ludus/lab/why.ts';
import { DIRECTION_NAMES, DIRECTIONS, type Direction, isDirection, turned } from './rules/directions.ts';
import { newMove, type TrailsMove } from './rules/move.ts';
import { CAUSES, FREE, TRAIL, type TrailsState } from './rules/state.ts';
import { Territory } from './rules/territory.ts';

/** A room is considered worse than the largest room if its size is less than this share of the largest room's size. */
const SMALLER = 0.75;
/**
 * A direction is considered as good as the best direction if it leads to at least this share of the best direction's
 * ground.
 */
const EQUAL_GROUND = 0.9;
/** A crash is worth reporting if the player went straight ahead for at least this number of rounds before it. */
const LONG_WAY = 8;

/** Explains how a game of Trails is lost: room, ground, and the cells ahead. */
export const analysis: GameAnalysis<TrailsState, TrailsMove> = {
  playouts: ['Stoat', 'Moth'],
  skills: [
    {
      id: 'room',
      doing: 'choosing the larger room',
      did: 'chose the larger room',
      chances: 'chances to enter the larger room',
      norm: 0.95,
      worth: 0.18,
      advice: 'Count the free cells behind each exit, and take the exit into the larger room.',
    },
    {
      id: 'ground',
      doing: 'taking ground',
      did: 'took the ground that it could reach first',
      chances: 'chances to take more ground (cells that it would reach first)',
      norm: 0.7,
      worth: 0.02,
      advice: 'Prefer the direction in which you reach more cells before the others do.',
    },
  ],
  mishaps: [
    crash('wall', 'ran into a wall although another direction was free'),
    crash('own-trail', 'ran into its own trail although another direction was free'),
    crash('trail', 'ran into another player’s trail although another direction was free'),
    crash('meeting', 'met another player head-on, in a cell that both entered'),
    {
      id: 'trapped',
      did: () => 'was boxed in: it had no free cell next to it',
      norm: 0,
      worth: 0.15,
      advice: 'Keep a path to the largest room open.',
    },
  ],
  kinds: {
    left: { doing: 'turning left', did: 'turned left' },
    right: { doing: 'turning right', did: 'turned right' },
    turn: { doing: 'turning', did: 'turned' },
    straight: { doing: 'going straight on', did: 'went straight on' },
  },
  kindsOf({ direction }, state, seat) {
    if (state.endedIn[seat] !== 0) return null;
    if (!isDirection(direction) || direction === state.headings[seat]) return ['straight'];
    const way = turned(direction, -state.headings[seat]);
    return way === 1 ? ['turn', 'right'] : way === 3 ? ['turn', 'left'] : ['back'];
  },
  watch: (first, notes) => new TrailsWatch(first, notes),
  alternatives: () => DIRECTIONS.map((direction) => ({ ...newMove(), direction })),
  describe: ({ direction }) => (isDirection(direction) ? `“${DIRECTION_NAMES[direction]}”` : '“ahead”'),
};

function crash(id: string, text: string) {
  return { id, did: () => text, norm: 0, worth: 0.45, advice: 'Look at the next cell before you enter it.' };
}

class TrailsWatch {
  readonly #notes: Notes;
  readonly #territory: Territory;
  readonly #straight: number[];
  /** By seat: the round in which the player was first alone in its room, and the number of cells left in the room. */
  readonly #alone: ({ round: number; cells: number } | undefined)[];
  #free: number[] = [];
  #living: boolean[] = [];

  constructor({ board, players }: TrailsState, notes: Notes) {
    this.#notes = notes;
    this.#territory = new Territory(board.neighbours);
    this.#straight = Array.from({ length: players }, () => 0);
    this.#alone = this.#straight.map(() => undefined);
  }

  asked(state: TrailsState, moves: readonly TrailsMove[]): void {
    this.#living = this.#straight.map((_, seat) => state.endedIn[seat] === 0);
    this.#free = this.#straight.map((_, seat) => (this.#living[seat] ? waysOf(state, seat).length : 0));
    for (const [seat, { direction }] of moves.entries()) {
      if (!this.#living[seat]) continue;
      const way = isDirection(direction) ? direction : state.headings[seat];
      this.#straight[seat] = way === state.headings[seat] ? this.#straight[seat] + 1 : 0;
      this.#notice(state, seat, way as Direction);
    }
  }

  #notice(state: TrailsState, seat: number, chosen: Direction): void {
    const ways = waysOf(state, seat);
    if (ways.length === 0) return;
    const rooms = ways.map((way) => roomFrom(state, targetOf(state, seat, way)));
    const ground = ways.map((way) => this.#groundAfter(state, seat, way));
    const at = ways.indexOf(chosen);
    const [room, land] = at < 0 ? [0, 0] : [rooms[at], ground[at].cells];
    const [mostRoom, mostLand] = [Math.max(...rooms), Math.max(...ground.map(({ cells }) => cells))];
    if (at >= 0 && Math.min(...rooms) < SMALLER * mostRoom && mostRoom > 6)
      this.#notes.chance(
        'room',
        seat,
        room >= SMALLER * mostRoom,
        Math.min(2, 2 * (1 - Math.min(...rooms) / mostRoom)),
      );
    if (at >= 0 && Math.min(...ground.map(({ cells }) => cells)) < EQUAL_GROUND * mostLand && mostLand > 10)
      this.#notes.chance('ground', seat, land >= EQUAL_GROUND * mostLand);
    if (this.#alone[seat] === undefined && ground.every(({ isContact }) => !isContact))
      this.#alone[seat] = { round: state.round, cells: mostRoom };
  }

  /** The cells that a seat reaches first after a move in that direction. */
  #groundAfter(state: TrailsState, seat: number, way: Direction): { cells: number; isContact: boolean } {
    const heads = [targetOf(state, seat, way)];
    for (let other = 0; other < state.players; other++)
      if (other !== seat && state.endedIn[other] === 0) heads.push(state.heads[other]);
    this.#territory.measure(state.cells, heads);
    let cells = 0;
    for (const owner of this.#territory.owners) if (owner === 0) cells++;
    return { cells, isContact: this.#territory.contact };
  }

  played(state: TrailsState): void {
    for (const [seat, lived] of this.#living.entries()) {
      if (!lived || state.endedIn[seat] === 0) continue;
      const cause = CAUSES[state.causes[seat]];
      if (cause === 'failure' || cause === 'living') continue;
      const hit = state.cells[state.targets[seat]];
      const id = cause === 'trail' && hit === TRAIL + seat ? 'own-trail' : cause;
      this.#notes.mishap(this.#free[seat] === 0 ? 'trapped' : id, seat);
      if (this.#straight[seat] >= LONG_WAY && this.#free[seat] > 0)
        this.#notes.remark(
          'straight',
          seat,
          0.4,
          `went straight on for its last ${this.#straight[seat]} rounds, until it crashed, without turning`,
          'Turn before the next cell is taken.',
        );
      const alone = this.#alone[seat];
      const filled = state.round - (alone?.round ?? state.round);
      if (alone && alone.cells >= 15 && filled < 0.6 * alone.cells)
        this.#notes.remark(
          'fill',
          seat,
          0.5 * (1 - filled / alone.cells),
          `wasted its room: once it was alone with ${alone.cells} free cells, it filled only ${filled} of them`,
          'Once you are alone in a room, follow the walls and fill it cell by cell.',
        );
    }
  }
}

const targetOf = ({ board, heads }: TrailsState, seat: number, way: Direction): number =>
  board.neighbours[4 * heads[seat] + way];

/** The directions whose cell is free. */
const waysOf = (state: TrailsState, seat: number): Direction[] =>
  DIRECTIONS.filter((way) => state.cells[targetOf(state, seat, way)] === FREE);

/** Number of free cells reachable from a free cell, including that cell. */
function roomFrom({ board, cells }: TrailsState, first: number): number {
  const reached = new Set([first]);
  for (const cell of reached)
    for (let way = 0; way < 4; way++) {
      const next = board.neighbours[4 * cell + way];
      if (cells[next] === FREE) reached.add(next);
    }
  return reached.size;
}

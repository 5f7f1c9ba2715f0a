import { makeBoard } from '../rules/board.ts';
import { DIRECTIONS, type Direction } from '../rules/directions.ts';
import { FREE, TRAIL, TrailsState, WALL } from '../rules/state.ts';

// Battlesnake's API: https://docs.battlesnake.com/api. Its rows count from 0 at the bottom.

/** A cell of Battlesnake's board. */
export interface Coordinates {
  readonly x: number;
  readonly y: number;
}

export interface Snake {
  readonly id: string;
  readonly name: string;
  readonly health: number;
  /** From the head to the tail. */
  readonly body: readonly Coordinates[];
  readonly head: Coordinates;
  readonly length: number;
  readonly latency: string;
  readonly shout: string;
  readonly squad: string;
}

/** The body of `/start`, `/move`, and `/end`. */
export interface SnakeRequest {
  readonly game: {
    readonly id: string;
    readonly ruleset: {
      readonly name: string;
      readonly version: string;
      readonly settings: {
        readonly foodSpawnChance: number;
        readonly minimumFood: number;
        readonly hazardDamagePerTurn: number;
      };
    };
    readonly map: string;
    readonly source: string;
    /** Time limit of an answer, in milliseconds. */
    readonly timeout: number;
  };
  readonly turn: number;
  readonly board: {
    readonly height: number;
    readonly width: number;
    readonly food: readonly Coordinates[];
    readonly hazards: readonly Coordinates[];
    readonly snakes: readonly Snake[];
  };
  readonly you: Snake;
}

/** A match in Battlesnake's format. */
export interface SnakeMatch {
  readonly id: string;
  /** By seat: the player's name. */
  readonly names: readonly string[];
  /** By seat: the cells of the player's trail, in the order of entry. */
  readonly trails: readonly (readonly number[])[];
  readonly timeoutMs: number;
}

/**
 * A position of Trails as a request to a seat's snake. Trails are snakes that grow in every turn, on a board without
 * edges: Battlesnake's ruleset `wrapped_constrictor`. Walls, and the trails that eliminated players leave behind, are
 * hazards that take all health.
 */
export function requestFor(
  state: TrailsState,
  seat: number,
  { id, names, trails, timeoutMs }: SnakeMatch,
): SnakeRequest {
  const { rows, columns } = state.board;
  const at = (cell: number): Coordinates => ({ x: cell % columns, y: rows - 1 - Math.floor(cell / columns) });
  const snakes = names.map((name, each): Snake => {
    const body = [...trails[each]].reverse().map(at);
    const fixed = { health: 100, latency: '0', shout: '', squad: '' };
    return { id: `${id}-${each}`, name, ...fixed, body, head: body[0], length: body.length };
  });
  const hazards = Array.from(state.cells.keys()).filter((cell) => {
    const content = state.cells[cell];
    return content === WALL || (content >= TRAIL && state.endedIn[content - TRAIL] !== 0);
  });
  return {
    game: {
      id,
      ruleset: {
        name: 'wrapped_constrictor',
        version: 'v1.0.0',
        settings: { foodSpawnChance: 0, minimumFood: 0, hazardDamagePerTurn: 100 },
      },
      map: 'standard',
      source: 'custom',
      timeout: timeoutMs,
    },
    turn: state.round,
    board: {
      height: rows,
      width: columns,
      food: [],
      hazards: hazards.map(at),
      snakes: snakes.filter((_, each) => state.endedIn[each] === 0),
    },
    you: snakes[seat],
  };
}

/** The parts of a request that a move depends on. */
export type MoveRequest = Pick<SnakeRequest, 'turn' | 'board' | 'you'> & {
  readonly game: { readonly ruleset?: { readonly name?: string } };
};

const isCell = (value: unknown): value is Coordinates => {
  const { x, y } = (value ?? {}) as Coordinates;
  return Number.isInteger(x) && Number.isInteger(y);
};

const isSnake = (value: unknown): value is Snake => {
  const { id, body } = (value ?? {}) as Snake;
  return typeof id === 'string' && Array.isArray(body) && body.length > 0 && body.every(isCell);
};

/** Maximum side of an accepted board; Battlesnake's are at most 25. */
const MAX_SIDE = 100;

/** Reads a request, or returns an error without a full stop. */
export function readRequest(json: unknown): MoveRequest | string {
  const { turn, board, you, game } = (json ?? {}) as MoveRequest;
  const { width, height, snakes, hazards = [] } = board ?? {};
  const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE;
  if (!Number.isInteger(turn)) return '`turn` must be a whole number';
  if (!isSide(width) || !isSide(height)) return `\`board.width\` and \`board.height\` must be 1 to ${MAX_SIDE}`;
  if (!Array.isArray(snakes) || !snakes.every(isSnake))
    return '`board.snakes` must be a list of snakes, each with an id and a body';
  if (!Array.isArray(hazards) || !hazards.every(isCell)) return '`board.hazards` must be a list of cells';
  if (!isSnake(you)) return '`you` must be a snake with an id and a body';
  return { turn, board: { ...board, hazards }, you, game: game ?? {} };
}

/** The Trails position that a request describes, and the seat of the snake that must move. */
export interface AskedPosition {
  readonly state: TrailsState;
  readonly seat: number;
}

/** Maximum number of players in a match of Trails. */
const MAX_PLAYERS = 4;

/**
 * A position of Trails in which a bot can choose the move of a snake. Every body is a trail. The edges of a board that
 * does not wrap are walls, and so are snakes beyond the number of seats in Trails. Food and health are omitted.
 */
export function positionOf({ turn, board, you, game }: MoveRequest): AskedPosition {
  const { width, height, snakes, hazards } = board;
  const edge = /wrapped/.test(game.ruleset?.name ?? '') ? 0 : 1;
  const [rows, columns] = [height + 2 * edge, width + 2 * edge];
  const cellOf = ({ x, y }: Coordinates) => (height - 1 - y + edge) * columns + x + edge;
  const isInside = ({ x, y }: Coordinates) => x >= 0 && x < width && y >= 0 && y < height;
  const walls = new Uint8Array(rows * columns);
  if (edge === 1)
    for (let cell = 0; cell < walls.length; cell++) {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      if (row === 0 || column === 0 || row === rows - 1 || column === columns - 1) walls[cell] = 1;
    }
  for (const hazard of hazards.filter(isInside)) walls[cellOf(hazard)] = 1;
  const others = snakes.filter(({ id }) => id !== you.id);
  const seated = [you, ...others.slice(0, MAX_PLAYERS - 1)];
  for (const { body } of others.slice(MAX_PLAYERS - 1))
    for (const cell of body.filter(isInside)) walls[cellOf(cell)] = 1;
  // A single snake plays against a snake that has already run into its own tail.
  const isAlone = seated.length === 1;
  if (isAlone) seated.push({ ...you, body: you.body.slice(-1) });
  const starts = seated.map(({ body }) => ({
    cell: cellOf(body.find(isInside) ?? { x: 0, y: 0 }),
    heading: headingOf(body, width, height),
  }));
  const parts = { rounds: turn + 400, bonus: 60, trailsStay: true, rows, columns, walls, starts };
  const state = new TrailsState(makeBoard(parts));
  for (let each = seated.length - 1; each >= 0; each--)
    for (const cell of seated[each].body.filter(isInside)) state.cells[cellOf(cell)] = TRAIL + each;
  state.round = turn;
  if (isAlone) state.endedIn[1] = Math.max(1, turn);
  return { state, seat: 0 };
}

/** The direction of a snake's last move; up for a snake that is still on a single cell. */
function headingOf(body: readonly Coordinates[], width: number, height: number): Direction {
  const [head] = body;
  const neck = body.find(({ x, y }) => x !== head.x || y !== head.y);
  if (neck === undefined) return 0;
  // A step of more than one cell crosses the edge.
  const step = (from: number, to: number, size: number) => (Math.abs(to - from) > 1 ? from - to : to - from) / size;
  const [right, up] = [step(neck.x, head.x, width), step(neck.y, head.y, height)];
  if (right !== 0) return right > 0 ? 1 : 3;
  return up > 0 ? 0 : 2;
}

/** The move for a bot that didn't choose a move: the first direction with a free cell. */
export function anyFree({ state, seat }: AskedPosition): Direction {
  const { neighbours } = state.board;
  const free = DIRECTIONS.find((direction) => state.cells[neighbours[4 * state.heads[seat] + direction]] === FREE);
  return free ?? (state.headings[seat] as Direction);
}

import type { HandChoice, HandPlay } from '@ludus/game/protocol.ts';
import { AHEAD, DIRECTION_NAMES, DIRECTIONS, turned } from './rules/directions.ts';
import type { TrailsMove } from './rules/move.ts';
import { FREE, type TrailsState, WALL } from './rules/state.ts';

/** The chosen direction; undefined (no choice) means straight ahead. */
export interface TrailsDraft {
  readonly direction?: number;
}

const KEYS = [
  ['ArrowUp', 'w'],
  ['ArrowRight', 'd'],
  ['ArrowDown', 's'],
  ['ArrowLeft', 'a'],
] as const;
const LABELS = ['↑', '→', '↓', '←'] as const;

/**
 * Defines a person's controls: arrow keys, swipes, or taps on the cells ahead. Turning back isn't offered, because it
 * eliminates the player.
 */
export const hand: HandPlay<TrailsState, TrailsMove, TrailsDraft> = {
  how: 'Swipe to steer, or tap a cell next to you. Last the longest.',
  keys: 'You can also steer with the arrow keys or W A S D.',
  pad: [
    { id: 'up', label: '↑', row: 0, column: 1 },
    { id: 'left', label: '←', row: 1, column: 0 },
    { id: 'down', label: '↓', row: 1, column: 1 },
    { id: 'right', label: '→', row: 1, column: 2 },
  ],
  beatsMs: [200, 140, 90, 0],
  friendMs: 160,
  keepsNext: true,
  begin: () => ({}),
  look(state, seat, draft) {
    const living = `${state.living} of ${state.players} players are left`;
    if (state.endedIn[seat] > 0) return { choices: [], status: `You are out. ${living}.` };
    const back = turned((state.headings[seat] & 3) as 0 | 1 | 2 | 3, 2);
    return {
      choices: DIRECTIONS.filter((direction) => direction !== back).map((direction) =>
        choiceOf(state, seat, direction, draft),
      ),
      status: `${roomOf(state, seat)} free cells are within your reach. ${living}.`,
    };
  },
  choose: (_state, _seat, _draft, id) => ({ direction: (DIRECTION_NAMES as readonly string[]).indexOf(id) }),
  isWhole: ({ direction }) => direction !== undefined,
  write(_state, _seat, { direction = AHEAD }, move) {
    move.direction = direction;
  },
  steps: (state, seat, _draft, { direction }) => [DIRECTION_NAMES[direction] ?? DIRECTION_NAMES[state.headings[seat]]],
};

function choiceOf(state: TrailsState, seat: number, direction: 0 | 1 | 2 | 3, draft: TrailsDraft): HandChoice {
  const { board, heads } = state;
  const cell = board.neighbours[4 * heads[seat] + direction];
  const warning = warningOf(state, seat, cell);
  return {
    id: DIRECTION_NAMES[direction],
    label: LABELS[direction],
    keys: KEYS[direction],
    swipe: DIRECTION_NAMES[direction],
    place: { row: Math.floor(cell / board.columns), column: cell % board.columns },
    ...(warning !== undefined && { warning }),
    ...(draft.direction === direction && { isChosen: true }),
  };
}

function warningOf({ board, cells, heads, endedIn, players }: TrailsState, seat: number, cell: number) {
  if (cells[cell] === WALL) return 'a wall';
  if (cells[cell] !== FREE) return 'a trail';
  for (let other = 0; other < players; other++)
    if (
      other !== seat &&
      endedIn[other] === 0 &&
      DIRECTIONS.some((d) => board.neighbours[4 * heads[other] + d] === cell)
    )
      return 'another player can enter this cell';
  return undefined;
}

/** Number of free cells that the player can reach if no other player moves. */
function roomOf({ board, cells, heads }: TrailsState, seat: number): number {
  const seen = new Uint8Array(cells.length);
  const queue = [heads[seat]];
  for (let at = 0; at < queue.length; at++)
    for (const direction of DIRECTIONS) {
      const cell = board.neighbours[4 * queue[at] + direction];
      if (cells[cell] !== FREE || seen[cell] === 1) continue;
      seen[cell] = 1;
      queue.push(cell);
    }
  return queue.length - 1;
}

import type { ConformanceFixture } from '@ludus/game/conformance.ts';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { LIMITS, makeBoard, type Start, type TrailsBoard } from './board.ts';
import { DIRECTIONS, isDirection } from './directions.ts';
import { trails } from './game.ts';
import type { TrailsMove } from './move.ts';
import { survived } from './rules.ts';
import { CAUSES, FREE, TRAIL, type TrailsState, WALL } from './state.ts';

/** Trails for the conformance suite, on boards of any kind. */
export const fixture = {
  game: trails,
  wildBoard,
  wildMove,
  brokenInvariant,
  untold: ['failed', 'causes', 'headings'],
} satisfies ConformanceFixture<TrailsBoard, TrailsState, TrailsMove>;

/** Any board that the reader accepts: mostly small boards, on which players meet early. */
function wildBoard(random: Lehmer): TrailsBoard {
  const large = random.range(0, 19) === 0;
  const side = () => random.range(LIMITS.rows[0], large ? LIMITS.rows[1] : 12);
  const [rows, columns] = [side(), side()];
  const percent = random.range(0, 3) * random.range(0, 12);
  const walls = Uint8Array.from({ length: rows * columns }, () => (random.range(0, 99) < percent ? 1 : 0));
  const starts: Start[] = [];
  for (let left = random.range(LIMITS.players[0], LIMITS.players[1]); left > 0; left--) {
    let cell = random.range(0, walls.length - 1);
    while (starts.some((start) => start.cell === cell)) cell = random.range(0, walls.length - 1);
    walls[cell] = 0;
    starts.push({ cell, heading: DIRECTIONS[random.range(0, 3)] });
  }
  const rounds = random.range(0, 7) === 0 ? random.range(1, 6) : random.range(LIMITS.rounds[0], LIMITS.rounds[1]);
  const bonus = random.range(LIMITS.bonus[0], LIMITS.bonus[1]);
  return makeBoard({ rounds, bonus, trailsStay: random.range(0, 1) === 0, rows, columns, walls, starts });
}

/** Usually a direction, preferably one whose cell is free, and occasionally a meaningless number. */
function wildMove(state: TrailsState, seat: number, random: Lehmer): TrailsMove {
  const { board, cells, heads } = state;
  const kind = random.range(0, 19);
  if (kind === 0) return { direction: [-1, 4, 0.5, Number.NaN, Number.POSITIVE_INFINITY][random.range(0, 4)] };
  const first = random.range(0, 3);
  const free = DIRECTIONS.map((d) => (d + first) % 4).find(
    (d) => cells[board.neighbours[4 * heads[seat] + d]] === FREE,
  );
  return { direction: kind < 18 && free !== undefined ? free : first };
}

/** Returns a message about the first impossible value in a state; undefined if there is none. */
function brokenInvariant(state: TrailsState): string | undefined {
  const { board, cells, endedIn } = state;
  const lengths = endedIn.map(() => 0);
  for (let cell = 0; cell < cells.length; cell++) {
    const content = cells[cell];
    if ((content === WALL) !== (board.walls[cell] === 1))
      return `cell ${cell} holds ${content}, but walls never change`;
    if (content < TRAIL) continue;
    const seat = content - TRAIL;
    if (seat >= state.players) return `cell ${cell} holds the trail of player ${seat}, who isn’t in the match`;
    lengths[seat]++;
  }
  for (let seat = 0; seat < state.players; seat++) {
    const broken = brokenPlayer(state, seat, lengths[seat]);
    if (broken !== undefined) return `player ${seat}: ${broken}`;
  }
  return undefined;
}

function brokenPlayer(state: TrailsState, seat: number, length: number): string | undefined {
  const { board, cells, heads, headings, endedIn, causes, failed, round } = state;
  const ended = endedIn[seat] > 0;
  if (endedIn[seat] > round)
    return `it was eliminated in round ${endedIn[seat]}, but only ${round} rounds have been played`;
  if (!isDirection(headings[seat])) return `its heading ${headings[seat]} isn’t a direction`;
  if (causes[seat] >= CAUSES.length) return `its cause of elimination is the unknown number ${causes[seat]}`;
  if (ended !== causes[seat] > 0)
    return `it was eliminated in round ${endedIn[seat]}, but its cause is “${CAUSES[causes[seat]]}”`;
  if (CAUSES[causes[seat]] === 'failure' && failed[seat] === 0)
    return 'it was eliminated by a failure, but has not failed';
  if (ended && !board.trailsStay)
    return length === 0 ? undefined : `its trail should be removed, but has ${length} cells`;
  // A trail consists of its start and one cell for each round survived. No cell is entered twice, and none is missing.
  if (length !== survived(state, seat) + 1)
    return `its trail has ${length} cells after ${survived(state, seat)} rounds`;
  if (cells[heads[seat]] !== TRAIL + seat) return `its last cell holds ${cells[heads[seat]]}`;
  return undefined;
}

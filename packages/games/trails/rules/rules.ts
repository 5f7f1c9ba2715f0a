import { isDirection } from './directions.ts';
import type { TrailsMove } from './move.ts';
import { CAUSES, type Cause, FREE, TRAIL, type TrailsState, WALL } from './state.ts';

/** Reasons for the end of a match (docs/trails.md §5). */
export const REASONS = ['last', 'nobody', 'rounds'] as const;
export type Reason = (typeof REASONS)[number];

/** The match is over when at most one player is alive, or all its rounds are played (§5). */
export function isOver(state: TrailsState): boolean {
  return state.living <= 1 || state.round >= state.board.rounds;
}

/** Plays one round with one move per seat (docs/trails.md §2, §3, §4). Once the match is over, it does nothing. */
export function advance(state: TrailsState, asked: readonly TrailsMove[]): void {
  if (isOver(state)) return;
  state.round++;
  chooseTargets(state, asked);
  endPlayers(state);
  enterTargets(state);
  if (!state.board.trailsStay) clearTrails(state);
}

/** Marks a failed player, which is eliminated in the next round (§3). */
export function freeze(state: TrailsState, seat: number): void {
  state.failed[seat] = 1;
}

/** §2: sets each living player's target. A failed player does not move. */
function chooseTargets(state: TrailsState, asked: readonly TrailsMove[]): void {
  const { board, heads, headings, endedIn, failed, targets } = state;
  for (let seat = 0; seat < state.players; seat++) {
    targets[seat] = -1;
    if (endedIn[seat] > 0 || failed[seat] === 1) continue;
    const { direction } = asked[seat];
    if (isDirection(direction)) headings[seat] = direction;
    targets[seat] = board.neighbours[4 * heads[seat] + headings[seat]];
  }
}

/**
 * §3: all players see the board as it is before the round, so the elimination of one player doesn't change what
 * eliminates another.
 */
function endPlayers(state: TrailsState): void {
  for (let seat = 0; seat < state.players; seat++) {
    if (state.endedIn[seat] > 0) continue;
    const cause = causeOf(state, seat);
    if (cause === 'living') continue;
    state.endedIn[seat] = state.round;
    state.causes[seat] = CAUSES.indexOf(cause);
  }
}

function causeOf(state: TrailsState, seat: number): Cause {
  const { cells, failed, targets } = state;
  if (failed[seat] === 1) return 'failure';
  const target = targets[seat];
  if (cells[target] === WALL) return 'wall';
  if (cells[target] >= TRAIL) return 'trail';
  for (let other = 0; other < state.players; other++) if (other !== seat && targets[other] === target) return 'meeting';
  return 'living';
}

/** §3: surviving players enter their cells, which become part of their trails. */
function enterTargets(state: TrailsState): void {
  for (let seat = 0; seat < state.players; seat++) {
    if (state.endedIn[seat] > 0) continue;
    state.heads[seat] = state.targets[seat];
    state.cells[state.targets[seat]] = TRAIL + seat;
  }
}

/** §4: the trails of players eliminated in this round are removed at its end. */
function clearTrails(state: TrailsState): void {
  const { cells } = state;
  for (let seat = 0; seat < state.players; seat++) {
    if (state.endedIn[seat] !== state.round) continue;
    for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === TRAIL + seat) cells[cell] = FREE;
  }
}

/** Number of rounds that the player survived (§5). */
export function survived(state: TrailsState, seat: number): number {
  return state.endedIn[seat] > 0 ? state.endedIn[seat] - 1 : state.round;
}

/** Whether the player is one of the last: it is alive or, if no player is, it was eliminated in the last round (§5). */
function isLast(state: TrailsState, seat: number): boolean {
  return state.living > 0 ? state.endedIn[seat] === 0 : state.endedIn[seat] === state.round;
}

/** Scores by seat if the match ended now (§5). */
export function scores(state: TrailsState): number[] {
  const seats = Array.from(state.heads.keys());
  const last = seats.filter((seat) => isLast(state, seat)).length;
  const share = Math.floor(state.board.bonus / last);
  return seats.map((seat) => survived(state, seat) + (isLast(state, seat) ? share : 0));
}

export function reasonOf(state: TrailsState): Reason {
  const { living } = state;
  if (living === 1) return 'last';
  return living === 0 ? 'nobody' : 'rounds';
}

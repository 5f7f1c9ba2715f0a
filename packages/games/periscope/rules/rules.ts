import { distance, SIDES, sideOf } from './board.ts';
import { DIRECTION_NAMES, NOWHERE } from './directions.ts';
import { isOrder, NO_STEP, type PeriscopeMove } from './move.ts';
import { chartAround, chartSites, EMPTY, type PeriscopeState, type Report, SUNK, UNSEEN, WRECK } from './state.ts';

/** Points (docs/periscope.md §5). */
export const SALVAGE_POINTS = 2;
export const SINKING_POINTS = 4;

/** Reasons for the end of a match (§5). */
export const REASONS = ['sunk', 'nobody', 'rounds'] as const;
export type Reason = (typeof REASONS)[number];

/** The match is over when at most one side has submarines, or all its rounds are played (§5). */
export function isOver(state: PeriscopeState): boolean {
  return state.round >= state.board.rounds || sidesLeft(state) <= 1;
}

/** Plays one round: the order of the player whose turn it is. Does nothing once the match is over. */
export function advance(state: PeriscopeState, asked: readonly PeriscopeMove[]): void {
  if (isOver(state)) return;
  state.round++;
  removeFailed(state);
  const seat = state.turn;
  if (hasSubmarines(state, seat)) carryOut(state, seat, asked[seat]);
  chartSites(state);
  if (sidesLeft(state) <= 1) awardWrecks(state);
  passTurn(state);
}

/** Marks a disqualified player: its submarines leave in the next round (§5). */
export function freeze(state: PeriscopeState, seat: number): void {
  state.failed[seat] = 1;
}

/**
 * The reason why an order can't be executed; undefined if it can (§3). The result depends only on the seat's
 * observation.
 */
export function refuse(state: PeriscopeState, seat: number, move: PeriscopeMove): string | undefined {
  if (!isOrder(move)) return undefined;
  const { board, cells } = state;
  const { submarine } = move;
  if (submarine >= board.submarines) return `there is no submarine ${submarine + 1}`;
  const from = cells[seat * board.submarines + submarine];
  if (from < 0) return `submarine ${submarine + 1} is sunk`;
  if (move.order !== 'move') return undefined;
  let cell = from;
  for (const step of move.second === NO_STEP ? [move.direction] : [move.direction, move.second]) {
    const next = board.neighbours[4 * cell + step];
    if (next === NOWHERE)
      return `submarine ${submarine + 1} can’t go ${DIRECTION_NAMES[step]} from row ${Math.floor(cell / board.columns)}, column ${cell % board.columns}`;
    cell = next;
  }
  return undefined;
}

/** The end cell of a legal move. */
function endOf({ board, cells }: PeriscopeState, unit: number, { direction, second }: PeriscopeMove): number {
  const first = board.neighbours[4 * cells[unit] + direction];
  return second === NO_STEP ? first : board.neighbours[4 * first + second];
}

/** §3 and §4: executes an order, and reports it to everyone. */
function carryOut(state: PeriscopeState, seat: number, move: PeriscopeMove): void {
  const { board, cells } = state;
  forgetContacts(state, seat);
  if (!isOrder(move) || refuse(state, seat, move) !== undefined) {
    report(state, seat, 'quiet', -1);
    return;
  }
  const unit = seat * board.submarines + move.submarine;
  switch (move.order) {
    case 'move':
      cells[unit] = endOf(state, unit, move);
      report(state, seat, 'quiet', -1);
      salvage(state, seat, cells[unit]);
      break;
    case 'ping':
      report(state, seat, 'ping', cells[unit]);
      ping(state, seat, cells[unit]);
      break;
    case 'fire':
      report(state, seat, 'torpedo', cells[unit]);
      fire(state, seat, cells[unit], move.direction);
      break;
    case 'silent':
  }
}

function report({ last }: PeriscopeState, seat: number, what: Report, cell: number): void {
  const order = last[seat];
  order.report = what;
  order.cell = cell;
  order.direction = 0;
  order.end = -1;
  order.sunk = 0;
}

function forgetContacts({ cells, contacts }: PeriscopeState, seat: number): void {
  contacts.fill(UNSEEN, seat * cells.length, (seat + 1) * cells.length);
}

/** §3: the submarine whose move ends at a wreck salvages it, which everyone hears. */
function salvage(state: PeriscopeState, seat: number, cell: number): void {
  const { board, wrecks, charts, scores } = state;
  const site = board.siteAt[cell];
  if (site < 0 || wrecks[site] !== WRECK) return;
  wrecks[site] = EMPTY;
  for (let side = 0; side < SIDES; side++) charts[side * board.sites.length + site] = 1;
  scores[sideOf(seat)] += SALVAGE_POINTS;
  report(state, seat, 'salvage', cell);
}

/** §3: a ping finds the submarines of the other side and the wrecks in its range. */
function ping(state: PeriscopeState, seat: number, from: number): void {
  const { board, cells, contacts } = state;
  for (let unit = 0; unit < cells.length; unit++) {
    if (sideOf(Math.floor(unit / board.submarines)) === sideOf(seat) || cells[unit] < 0) continue;
    if (distance(board, from, cells[unit]) <= board.ping) contacts[seat * cells.length + unit] = cells[unit];
  }
  chartAround(state, sideOf(seat), from, board.ping);
}

/** §3: a torpedo sinks all submarines in the first cell of its path that contains any. */
function fire(state: PeriscopeState, seat: number, from: number, direction: number): void {
  const { board, cells, last } = state;
  const order = last[seat];
  order.direction = direction;
  order.end = from;
  for (let n = 0; n < board.torpedo && order.sunk === 0; n++) {
    const next = board.neighbours[4 * order.end + direction];
    if (next === NOWHERE) return;
    order.end = next;
    for (let unit = 0; unit < cells.length; unit++) if (cells[unit] === next) sink(state, unit);
  }
}

function sink({ board, cells, scores, last, turn }: PeriscopeState, unit: number): void {
  cells[unit] = SUNK;
  scores[1 - sideOf(Math.floor(unit / board.submarines))] += SINKING_POINTS;
  last[turn].sunk++;
}

/**
 * The submarines of a disqualified player are treated as sunk (§5). Otherwise, a player in a team could fail on purpose
 * to deny the other side these points.
 */
function removeFailed({ board, cells, failed, scores }: PeriscopeState): void {
  for (let seat = 0; seat < failed.length; seat++)
    for (let unit = seat * board.submarines; failed[seat] === 1 && unit < (seat + 1) * board.submarines; unit++) {
      if (cells[unit] !== SUNK) scores[1 - sideOf(seat)] += SINKING_POINTS;
      cells[unit] = SUNK;
    }
}

export function hasSubmarines({ board, cells }: PeriscopeState, seat: number): boolean {
  for (let n = 0; n < board.submarines; n++) if (cells[seat * board.submarines + n] !== SUNK) return true;
  return false;
}

/** Number of sides with submarines. */
function sidesLeft({ board, cells }: PeriscopeState): number {
  let sides = 0;
  for (let unit = 0; unit < cells.length; unit++)
    if (cells[unit] !== SUNK) sides |= 1 << sideOf(Math.floor(unit / board.submarines));
  return sides === 3 ? 2 : sides === 0 ? 0 : 1;
}

/** §5: the only side with submarines gets the points of all remaining wrecks. */
function awardWrecks(state: PeriscopeState): void {
  for (let seat = 0; seat < SIDES; seat++)
    if (sideHasSubmarines(state, seat))
      state.scores[seat] += SALVAGE_POINTS * state.wrecks.reduce((sum, each) => sum + (each === WRECK ? 1 : 0), 0);
}

function sideHasSubmarines(state: PeriscopeState, side: number): boolean {
  return state.last.some((_, seat) => sideOf(seat) === side && hasSubmarines(state, seat));
}

/** §2: the turn passes to the next player with submarines. */
function passTurn(state: PeriscopeState): void {
  for (let n = 0; n < state.players; n++) {
    state.turn = (state.turn + 1) % state.players;
    if (hasSubmarines(state, state.turn)) return;
  }
}

export function reasonOf(state: PeriscopeState): Reason {
  const left = sidesLeft(state);
  if (left === 1) return 'sunk';
  return left === 0 ? 'nobody' : 'rounds';
}

import type { Draws } from '@ludus/game/game.ts';
import { sideOf } from './board.ts';
import { SALVAGE_POINTS, SINKING_POINTS } from './rules.ts';
import { EMPTY, isNear, type PeriscopeState, SUNK, UNKNOWN, UNSEEN, WRECK } from './state.ts';

/**
 * The observation of a seat (docs/periscope.md §4): its side's submarines and charts, hostile submarines near them, and
 * the reports.
 */
export function observe(state: PeriscopeState, seat: number): PeriscopeState {
  const seen = state.clone();
  const { board, wrecks, charts, contacts, cells } = seen;
  const side = sideOf(seat);
  const sites = board.sites.length;
  for (let unit = 0; unit < cells.length; unit++) if (isHidden(state, side, unit)) cells[unit] = UNSEEN;
  for (let site = 0; site < sites; site++) if (charts[side * sites + site] === 0) wrecks[site] = UNKNOWN;
  charts.fill(0, (1 - side) * sites, (2 - side) * sites);
  for (let other = 0; other < seen.players; other++) {
    if (other === seat) continue;
    // Teammates share the results of their pings.
    if (sideOf(other) === side)
      for (let unit = 0; unit < cells.length; unit++) {
        const contact = contacts[other * cells.length + unit];
        if (contact >= 0) contacts[seat * cells.length + unit] = contact;
      }
    contacts.fill(UNSEEN, other * cells.length, (other + 1) * cells.length);
  }
  return seen;
}

function isHidden(state: PeriscopeState, side: number, unit: number): boolean {
  const { board, cells } = state;
  if (sideOf(Math.floor(unit / board.submarines)) === side || cells[unit] < 0) return false;
  return !isNear(state, side, cells[unit], board.sight);
}

/**
 * Changes the values that the seat can't see: hidden submarines move to any cell outside its sight, and unknown sites
 * change their contents. One of a player's hidden submarines is placed where the player's last order was heard. It may
 * be any hidden submarine, because the heard submarine's number is secret.
 */
export function redeal(state: PeriscopeState, seat: number, random: Draws): void {
  const { board, cells, charts, contacts, last } = state;
  const side = sideOf(seat);
  const hidden = cells.map((_, unit) => (isUnknown(state, side, unit) ? 1 : 0));
  const places: number[] = [];
  for (let cell = 0; cell < board.islands.length; cell++)
    if (board.islands[cell] === 0 && !isNear(state, side, cell, board.sight)) places.push(cell);
  for (let unit = 0; unit < cells.length; unit++) {
    if (hidden[unit] === 1) cells[unit] = places[random.range(0, places.length - 1)];
  }
  for (const [owner, { cell }] of last.entries()) {
    const units = Array.from({ length: board.submarines }, (_, n) => owner * board.submarines + n);
    const candidates = units.filter((unit) => hidden[unit] === 1);
    if (cell >= 0 && candidates.length > 0 && !isNear(state, side, cell, board.sight))
      cells[candidates[random.range(0, candidates.length - 1)]] = cell;
  }
  redealWrecks(state, side, random);
  const sites = board.sites.length;
  for (let site = 0; site < sites; site++) charts[(1 - side) * sites + site] = random.range(0, 1);
  for (let other = 0; other < state.players; other++) {
    if (sideOf(other) === side || last[other].report !== 'ping') continue;
    for (let unit = 0; unit < cells.length; unit++)
      if (sideOf(Math.floor(unit / board.submarines)) === side)
        contacts[other * cells.length + unit] = random.range(0, 1) === 0 ? UNSEEN : Math.max(UNSEEN, cells[unit]);
  }
}

/** Whether a side doesn't see a submarine's position, in the whole state or in its observation. */
const isUnknown = (state: PeriscopeState, side: number, unit: number): boolean =>
  state.cells[unit] === UNSEEN || isHidden(state, side, unit);

/**
 * Shuffles the contents of all sites that the side doesn't know. Unknown sites of an observation first get the
 * remaining wrecks.
 */
function redealWrecks(state: PeriscopeState, side: number, random: Draws): void {
  const { board, wrecks, charts } = state;
  const unknown: number[] = [];
  for (let site = 0; site < wrecks.length; site++)
    if (charts[side * board.sites.length + site] === 0) unknown.push(site);
  const left = board.wrecks - salvaged(state) - wrecks.filter((content) => content === WRECK).length;
  unknown.forEach((site, n) => {
    if (wrecks[site] === UNKNOWN) wrecks[site] = n < left ? WRECK : EMPTY;
  });
  for (let n = unknown.length - 1; n > 0; n--) {
    const other = unknown[random.range(0, n)];
    const kept = wrecks[unknown[n]];
    wrecks[unknown[n]] = wrecks[other];
    wrecks[other] = kept;
  }
}

/** The number of salvaged wrecks, computed from the scores. */
function salvaged({ cells, scores }: PeriscopeState): number {
  const sunk = cells.filter((cell) => cell === SUNK).length;
  return Math.max(0, Math.floor((scores[0] + scores[1] - SINKING_POINTS * sunk) / SALVAGE_POINTS));
}

import type { Fact, Inspection, Mark, Place, SeatSummary, Selection } from '@ludus/viewer/view.ts';
import { LETTERS, sideOf } from '../rules/board.ts';
import { describeOrder, wordsFor } from '../rules/reports.ts';
import { hasSubmarines, reasonOf } from '../rules/rules.ts';
import { type PeriscopeState, SUNK, WRECK } from '../rules/state.ts';
import { actorOf, ownerOf, type PeriscopeFrame } from './frame.ts';

export function placeAt({ board: { columns } }: PeriscopeState, cell: number): Place {
  return { row: Math.floor(cell / columns), column: cell % columns };
}

export const scoreOf = ({ state }: PeriscopeFrame, seat: number): number => state.scores[sideOf(seat)];

/** The remaining submarines of a seat, seen or not. */
export function leftOf({ state }: PeriscopeFrame, seat: number): number {
  return state.cells.filter((cell, unit) => ownerOf(state, unit) === seat && cell !== SUNK).length;
}

/** The sites that a seat's side knows. */
export function chartedBy({ state }: PeriscopeFrame, seat: number): number {
  const sites = state.wrecks.length;
  return state.charts.subarray(sideOf(seat) * sites, (sideOf(seat) + 1) * sites).reduce((sum, each) => sum + each, 0);
}

export function seatSummaries(frame: PeriscopeFrame): SeatSummary[] {
  const { state, faults, shares, limited } = frame;
  return state.last.map((last, seat) => {
    const facts: Fact[] = [
      { label: 'sites known', value: `${chartedBy(frame, seat)} of ${state.wrecks.length}` },
      { label: 'last order', value: describeOrder(state, last) },
    ];
    const isOut = state.failed[seat] === 1;
    return {
      score: String(scoreOf(frame, seat)),
      alive: leftOf(frame, seat),
      units: state.board.submarines,
      facts,
      status: isOut ? -1 : limited ? shares[seat] : 0,
      ...(isOut && faults[seat] !== undefined ? { verdict: `disqualified: ${faults[seat]}` } : {}),
    };
  });
}

export function inspect({ state }: PeriscopeFrame, selection: Selection): Inspection | undefined {
  if (selection.kind === 'unit') {
    const owner = ownerOf(state, selection.unit);
    const cell = state.cells[selection.unit];
    const where = cell === SUNK ? 'sunk' : wordsFor(state, cell);
    return { title: nameOf(state, selection.unit), seat: owner, facts: [{ label: 'at', value: where }] };
  }
  const { row, column } = selection;
  if (row >= state.board.rows || column >= state.board.columns) return undefined;
  const cell = row * state.board.columns + column;
  const here = Array.from(state.cells.keys()).filter((unit) => state.cells[unit] === cell);
  const facts: Fact[] = here.map((unit) => ({ label: 'submarine', value: nameOf(state, unit) }));
  const site = state.board.siteAt[cell];
  if (state.board.islands[cell] === 1) facts.push({ label: 'holds', value: 'an island' });
  if (site >= 0) {
    facts.push({ label: 'site', value: state.wrecks[site] === WRECK ? 'a wreck' : 'empty' });
    const knowing = state.last
      .map((_, seat) => seat)
      .filter((seat) => state.charts[sideOf(seat) * state.wrecks.length + site] === 1);
    facts.push({ label: 'known to', value: knowing.map((seat) => LETTERS[seat]).join(', ') || 'no one' });
  }
  return { title: `row ${row}, column ${column}`, seat: here.length > 0 ? ownerOf(state, here[0]) : -1, facts };
}

export function nameOf(state: PeriscopeState, unit: number): string {
  return `${LETTERS[ownerOf(state, unit)]}${(unit % state.board.submarines) + 1}`;
}

export function marks(before: PeriscopeFrame, after: PeriscopeFrame, names: readonly string[]): Mark[] {
  const found: Mark[] = [];
  const { state } = after;
  const actor = actorOf(before);
  state.failed.forEach((failed, seat) => {
    if (failed === 1 && before.state.failed[seat] === 0)
      found.push({ round: state.round, kind: 'freeze', seat, text: `${names[seat]} is disqualified` });
  });
  for (let unit = 0; unit < state.cells.length; unit++) {
    const owner = ownerOf(state, unit);
    if (before.state.cells[unit] === SUNK || state.cells[unit] !== SUNK || state.failed[owner] === 1) continue;
    const { cell, end } = state.last[actor];
    const cause = { at: placeAt(state, end), from: placeAt(state, cell), by: actor, text: `sunk by ${names[actor]}` };
    const text = `${names[actor]} sinks ${nameOf(state, unit)}`;
    found.push({ round: state.round, kind: 'kill', seat: actor, text, ...(end >= 0 && { cause }) });
  }
  if (state.last[actor].report === 'salvage')
    found.push({ round: state.round, kind: 'base', seat: actor, text: `${names[actor]} salvages a wreck` });
  return found;
}

export function describe(frame: PeriscopeFrame, before: PeriscopeFrame | undefined, names: readonly string[]): string {
  const { state } = frame;
  const order =
    before === undefined ? '' : ` ${names[actorOf(before)]} ${describeOrder(state, state.last[actorOf(before)])}.`;
  const fleets = names.map(
    (name, seat) =>
      `${name} (${LETTERS[seat]}) has ${scoreOf(frame, seat)} points and ${leftOf(frame, seat)} submarines.`,
  );
  return `Round ${state.round}.${order} ${fleets.join(' ')}`;
}

/** The end of a match in words. */
export function endingOf(state: PeriscopeState, names: readonly string[]): string {
  const side = (each: number) => names.filter((_, seat) => sideOf(seat) === each).join(' and ');
  const [a, b] = state.scores;
  const reason = reasonOf(state);
  const winner = a === b ? 'a tie' : `${side(a > b ? 0 : 1)} ${names.length > 2 ? 'win' : 'wins'}`;
  const points = `${Math.max(a, b)} to ${Math.min(a, b)}`;
  if (reason === 'rounds') return `${winner} after all ${state.round} rounds, ${points}`;
  if (reason === 'nobody') return `${winner}, ${points}: no submarine is left`;
  const last = state.last.some((_, seat) => sideOf(seat) === 0 && hasSubmarines(state, seat)) ? 0 : 1;
  return `${winner}, ${points}: only ${side(last)} ${names.length > 2 ? 'have' : 'has'} submarines left`;
}

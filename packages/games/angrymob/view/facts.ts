import type { Fault } from '@ludus/game/game.ts';
import type { Fact, Inspection, Mark, SeatSummary, Selection } from '@ludus/viewer/view.ts';
import { ABSORB_LIMIT } from '../rules/rules.ts';
import type { MobFrame } from './timeline.ts';

const COLOURS = ['blue', 'red'] as const;
const FAULT_WORDS: Record<Fault, string> = {
  illegal: 'an illegal move',
  time: 'a late move',
  disconnect: 'it closed the connection',
  crash: 'it crashed',
  protocol: 'it broke the protocol',
  flood: 'it sent too much',
  memory: 'it used too much memory',
};
const ARROWS = ['right', 'up', 'left', 'down'] as const;

export function seatSummaries(frame: MobFrame): SeatSummary[] {
  return [0, 1].map((seat) => ({
    score: String(frame.totals[seat]),
    // A player that has lost its base loses the game, no matter how many units it has.
    ...(frame.reason !== undefined && { place: frame.winner === 1 - seat ? 2 : 1 }),
    alive: frame.totals[seat],
    units: 0,
    facts: [
      { label: 'cells held', value: String(frame.held[seat]) },
      { label: 'absorbing', value: absorbs(frame, seat) ? `yes: ${absorbingWords(frame, seat)}` : 'no' },
    ],
    status: frame.faults[seat] !== undefined ? -1 : frame.limited ? frame.shares[seat] : 0,
    ...(frame.faults[seat] === undefined ? {} : { verdict: frame.sentences[seat] || FAULT_WORDS[frame.faults[seat]] }),
  }));
}

/** Whether the player absorbs neutral units on its cells (docs/angry-mob.md §2.4). */
export const absorbs = ({ totals }: MobFrame, seat: number): boolean =>
  totals[seat] > 0 && totals[seat] <= ABSORB_LIMIT;

export const absorbingWords = ({ totals }: MobFrame, seat: number): string => `${totals[seat]} ≤ ${ABSORB_LIMIT}`;

/** A cell by row and column from 0 (docs/angry-mob.md §1.1). */
export function inspect(frame: MobFrame, selection: Selection): Inspection | undefined {
  if (selection.kind !== 'cell') return undefined;
  const { row, column } = selection;
  if (row >= frame.rows || column >= frame.columns) return undefined;
  const cell = row * frame.columns + column;
  const facts: Fact[] = [];
  if (frame.passable[cell] === 0) facts.push({ label: 'holds', value: 'a wall' });
  const base = frame.bases.indexOf(cell);
  if (base >= 0) facts.push({ label: 'base of', value: COLOURS[base] });
  let seat = -1;
  for (const player of [0, 1]) {
    const count = frame.units[player][cell];
    if (count === 0) continue;
    seat = player;
    facts.push({ label: `${COLOURS[player]} units`, value: String(count) });
    const sent = submovesFrom(frame, player, row, column);
    facts.push({ label: 'moves this turn', value: sent.length > 0 ? sent.join(', ') : 'none' });
  }
  if (frame.neutrals[cell] > 0) facts.push({ label: 'neutral units', value: String(frame.neutrals[cell]) });
  if (facts.length === 0) facts.push({ label: 'holds', value: 'nothing' });
  return { title: `cell ${row}, ${column}`, seat, facts };
}

function submovesFrom(frame: MobFrame, seat: number, row: number, column: number): string[] {
  const moves = frame.moves[seat];
  const found: string[] = [];
  for (let at = 0; at < moves.length; at += 4)
    if (moves[at] === row && moves[at + 1] === column)
      found.push(`${moves[at + 2]} ${ARROWS[moves[at + 3]] ?? moves[at + 3]}`);
  return found;
}

/** The cells where a player has the most units. */
export function strongest(frame: MobFrame, seat: number, most: number) {
  const cells: { cell: number; count: number }[] = [];
  for (let cell = 0; cell < frame.units[seat].length; cell++)
    if (frame.units[seat][cell] > 0) cells.push({ cell, count: frame.units[seat][cell] });
  cells.sort((a, b) => b.count - a.count);
  return cells.slice(0, most).map(({ cell, count }) => {
    const [row, column] = [Math.floor(cell / frame.columns), cell % frame.columns];
    return { selection: { kind: 'cell' as const, row, column }, label: `${count} at ${row}, ${column}` };
  });
}

/** A fight is marked if at least this share of all units is lost in it. */
const LARGE_FIGHT = 0.08;

export function marks(
  before: MobFrame,
  after: MobFrame,
  names: readonly string[],
  fights: ReadonlyMap<number, number>,
): Mark[] {
  const round = after.turn;
  const found: Mark[] = [];
  const place = (cell: number) => ({ row: Math.floor(cell / after.columns), column: cell % after.columns });
  let lost = 0;
  for (const count of fights.values()) lost += count;
  const all = Math.min(before.totals[0], before.totals[1]);
  if (lost >= 3 && lost >= all * LARGE_FIGHT) {
    const [worst] = [...fights].sort(([, one], [, other]) => other - one)[0];
    const cause = { at: place(worst), by: -1, text: `a fight: −${lost} each` };
    found.push({ round, kind: 'kill', seat: -1, text: `a fight costs each side ${lost} units`, cause });
  }
  for (const seat of [0, 1]) {
    if (before.totals[seat] > 0 && after.totals[seat] === 0)
      found.push({ round, kind: 'death', seat, text: `${names[seat]} has no units left` });
    if (before.faults[seat] === undefined && after.faults[seat] !== undefined)
      found.push({
        round,
        kind: 'freeze',
        seat,
        text: after.sentences[seat] || `${names[seat]} failed: ${after.faults[seat]}`,
      });
    if ((after.reason === 'base' || after.reason === 'both-bases') && after.units[seat][after.bases[1 - seat]] > 0)
      found.push({
        round,
        kind: 'base',
        seat,
        text: `${names[seat]} conquers the base of ${names[1 - seat]}`,
        cause: { at: place(after.bases[1 - seat]), by: -1, text: 'base conquered' },
      });
  }
  return found;
}

export function describe(frame: MobFrame, _before: MobFrame | undefined, names: readonly string[]): string {
  const parts = [0, 1].map(
    (seat) => `${names[seat]} (${COLOURS[seat]}) has ${frame.totals[seat]} units on ${frame.held[seat]} cells`,
  );
  const end =
    frame.reason === undefined ? '' : ` ${frame.winner < 0 ? 'Draw' : `${names[frame.winner]} wins`}: ${frame.reason}.`;
  return `Turn ${frame.turn}. ${parts.join('; ')}.${end}`;
}

import type { Cause, Fact, Inspection, Mark, Place, SeatSummary, Selection } from '@ludus/viewer/view.ts';
import { DIRECTIONS, SHOOT } from '../rules/directions.ts';
import type { Instructions } from '../rules/instructions.ts';
import { EMPTY, GAS_BONUS, MISSILE_BONUS, OBSTACLE, POINT_BONUS } from '../rules/position-view.ts';
import { type Death, deathsBetween, killerOf } from './deaths.ts';
import { type CylinderFrame, seatOf, unitCount } from './diff.ts';
import { diffOf } from './scene.ts';

/** The words that differ between the two games. */
export interface CylinderWords {
  readonly unit: string;
  readonly units: string;
  readonly obstacle: string;
  readonly point: string;
  readonly hasGas: boolean;
}

const stepName = (code: number) => (code === SHOOT ? 'shoot' : DIRECTIONS[code].name);

function instructionOf(all: readonly Instructions[], unit: number, seat: number): string {
  const list = all[seat];
  if (list === undefined) return '';
  const named: string[] = [];
  for (let i = 0; i < list.length; i++) if (list.unit(i) === unit) named.push(inWords(stepName(list.code(i))));
  return named.join(', then ');
}

/** Turns the name of an instruction into words: `FAST_UP` → `fast up`. */
function inWords(name: string): string {
  return name === 'DEFAULT' ? 'straight on' : name.toLowerCase().replaceAll('_', ' ');
}

export function seatSummaries(frame: CylinderFrame, words: CylinderWords): SeatSummary[] {
  const { view } = frame;
  const { players, unitsPerPlayer } = view.settings;
  return Array.from({ length: players }, (_, seat) => {
    let [alive, missiles, gas] = [0, 0, 0];
    for (let unit = seat * unitsPerPlayer; unit < (seat + 1) * unitsPerPlayer; unit++) {
      if (!view.unitAlive(unit)) continue;
      alive++;
      missiles += view.unitMissiles(unit);
      gas += view.unitGas(unit);
    }
    const facts: Fact[] = [
      { label: words.units, value: `${alive}/${unitsPerPlayer}` },
      { label: 'missiles', value: String(missiles) },
    ];
    if (words.hasGas) facts.push({ label: 'gas', value: String(gas) });
    return { score: String(view.score(seat)), alive, units: unitsPerPlayer, facts, status: view.status(seat) };
  });
}

export function gasOf(frame: CylinderFrame, seat: number): number {
  const { unitsPerPlayer } = frame.view.settings;
  let gas = 0;
  for (let unit = seat * unitsPerPlayer; unit < (seat + 1) * unitsPerPlayer; unit++)
    if (frame.view.unitAlive(unit)) gas += frame.view.unitGas(unit);
  return gas;
}

export function aliveOf(frame: CylinderFrame, seat: number): number {
  const { unitsPerPlayer } = frame.view.settings;
  let alive = 0;
  for (let unit = seat * unitsPerPlayer; unit < (seat + 1) * unitsPerPlayer; unit++)
    if (frame.view.unitAlive(unit)) alive++;
  return alive;
}

export function missilesOf(frame: CylinderFrame, seat: number): number {
  const { unitsPerPlayer } = frame.view.settings;
  let missiles = 0;
  for (let unit = seat * unitsPerPlayer; unit < (seat + 1) * unitsPerPlayer; unit++)
    missiles += frame.view.unitMissiles(unit);
  return missiles;
}

export function find(frame: CylinderFrame, selection: Selection): Place | undefined {
  if (selection.kind === 'cell') return selection;
  if (selection.unit >= unitCount(frame)) return undefined;
  return { row: frame.view.unitRow(selection.unit), column: frame.view.unitColumn(selection.unit) };
}

export function unitsOf(frame: CylinderFrame, seat: number, words: CylinderWords) {
  const { unitsPerPlayer } = frame.view.settings;
  return Array.from({ length: unitsPerPlayer }, (_, i) => {
    const unit = seat * unitsPerPlayer + i;
    return {
      selection: { kind: 'unit' as const, unit },
      label: `${words.unit} ${unit}${frame.view.unitAlive(unit) ? '' : ' (dead)'}`,
    };
  });
}

export function inspect(frame: CylinderFrame, selection: Selection, words: CylinderWords): Inspection | undefined {
  const { view } = frame;
  if (selection.kind === 'cell') {
    const { row, column } = selection;
    const missile = view.missileAt(row, column);
    const contents: Record<number, string> = {
      [EMPTY]: 'nothing',
      [OBSTACLE]: words.obstacle,
      [MISSILE_BONUS]: 'missile bonus',
      [POINT_BONUS]: words.point,
      [GAS_BONUS]: 'gas bonus',
    };
    const content = missile >= 0 ? `missile ${missile}` : contents[view.contentAt(row, column)];
    return { title: `cell ${row}, ${column}`, seat: -1, facts: [{ label: 'holds', value: content }] };
  }
  const { unit } = selection;
  if (unit >= unitCount(frame)) return undefined;
  const seat = seatOf(frame, unit);
  const alive = view.unitAlive(unit);
  const facts: Fact[] = [
    { label: 'state', value: alive ? 'alive' : `dead; may return in ${view.unitTime(unit)} rounds` },
    { label: 'row, column', value: `${view.unitRow(unit)}, ${view.unitColumn(unit)}` },
    { label: 'missiles', value: String(view.unitMissiles(unit)) },
  ];
  if (words.hasGas) facts.push({ label: 'gas', value: String(view.unitGas(unit)) });
  if (frame.asked.length > 0) {
    facts.push({ label: 'instruction', value: instructionOf(frame.asked, unit, seat) || 'nothing' });
    const done = instructionOf(frame.done, unit, seat);
    facts.push({ label: 'carried out', value: done || (alive ? 'nothing: it goes straight on' : 'nothing') });
  }
  return { title: `${words.unit} ${unit}`, seat, facts };
}

export function marks(
  before: CylinderFrame,
  after: CylinderFrame,
  names: readonly string[],
  words: CylinderWords,
): Mark[] {
  const [a, b] = [before.view, after.view];
  const { players, killPoints } = a.settings;
  const round = b.round;
  const found: Mark[] = [];
  const deaths = deathsBetween(before, after);
  for (let seat = 0; seat < players; seat++) {
    const own = deaths.filter(({ unit }) => seatOf(before, unit) === seat);
    const gained = b.score(seat) - a.score(seat);
    if (own.length < deaths.length && killPoints > 0 && gained >= killPoints && shotHit(before, after, seat))
      found.push({ round, kind: 'kill', seat, text: `${names[seat]} scores a kill` });
    for (const death of own) {
      const cause = causeOf(before, after, death, names, words);
      found.push({ round, kind: 'death', seat, text: `${names[seat]} loses a ${words.unit}: ${cause.text}`, cause });
    }
    if (a.status(seat) !== -1 && b.status(seat) === -1)
      found.push({ round, kind: 'freeze', seat, text: `${names[seat]} is frozen` });
  }
  return found;
}

function causeOf(
  before: CylinderFrame,
  { view }: CylinderFrame,
  death: Death,
  names: readonly string[],
  { unit, obstacle }: CylinderWords,
): Cause {
  const by = killerOf(before, death);
  const text = {
    shot: by < 0 ? 'its own missile' : `shot by ${names[by]}`,
    crash: by < 0 ? `two of its ${unit}s crash` : `crash with ${names[by]}`,
    obstacle: `hits ${/^[aeiou]/.test(obstacle) ? 'an' : 'a'} ${obstacle}`,
    gas: 'out of gas',
    lost: 'destroyed',
  }[death.cause];
  const isFromAfar = death.cause === 'shot' && by >= 0 && view.unitAlive(death.by);
  const from = isFromAfar ? { row: view.unitRow(death.by), column: view.unitColumn(death.by) } : undefined;
  return { at: { row: death.row, column: death.column }, from, by, text };
}

/** Whether one of the seat's missiles burst or hit an object. */
function shotHit(before: CylinderFrame, after: CylinderFrame, seat: number): boolean {
  return diffOf(before, after).missiles.some((missile) => missile.bursts && seatOf(before, missile.owner) === seat);
}

export function describe(
  frame: CylinderFrame,
  before: CylinderFrame | undefined,
  names: readonly string[],
  words: CylinderWords,
): string {
  const { view } = frame;
  const parts = names.map(
    (name, seat) =>
      `${name} ${view.score(seat)} points, ${aliveOf(frame, seat)} of ${view.settings.unitsPerPlayer} ${words.units}` +
      (view.status(seat) === -1 ? ', frozen' : ''),
  );
  const news = before === undefined ? [] : marks(before, frame, names, words).map((mark) => mark.text);
  return `Round ${view.round}. ${news.length > 0 ? `${news.join('; ')}. ` : ''}${parts.join('; ')}.`;
}

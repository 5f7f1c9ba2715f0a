import type { Result } from '@ludus/kernel/result.ts';
import type { AnyView, Timeline } from '@ludus/viewer/view/view.ts';
import { type MatchRecord, readHead, readRounds } from './record.ts';

/** A moment between two rounds. */
export interface TrailsFrame {
  readonly round: number;
  readonly record: MatchRecord;
}

/** Reads a replay. Trails' matches are short: as text comes, the whole is read anew, up to its last line end. */
export function openTrails(view: AnyView, text: string): Result<Timeline<TrailsFrame>> {
  const head = readHead(text);
  if (!head.ok) return head;
  const record = head.value;
  const { board } = record;
  const frames: TrailsFrame[] = [];
  let whole = text;
  const read = (end: number): void => readRounds(record, whole.slice(0, end));
  read(whole.lastIndexOf('\n') + 1);
  const timeline: Timeline<TrailsFrame> = {
    view,
    names: record.names,
    seed: String(record.seed),
    settings: [
      { label: 'rounds', value: String(board.rounds) },
      { label: 'bonus', value: String(board.bonus) },
      { label: 'trails', value: board.trailsStay ? 'stay' : 'go' },
      { label: 'board', value: `${board.rows} × ${board.columns}` },
    ],
    rows: board.rows,
    columns: board.columns,
    get last() {
      return record.rounds;
    },
    get planned() {
      return record.outcome === undefined ? Math.max(record.rounds, 1) : record.rounds;
    },
    get ending() {
      return endingOf(record);
    },
    get problem() {
      return record.problem;
    },
    frame(round) {
      frames[round] ??= { round, record };
      return frames[round];
    },
    append(more) {
      whole += more;
      read(whole.lastIndexOf('\n') + 1);
      // What is missing may still come.
      record.problem = undefined;
    },
    finish: () => read(whole.length),
  };
  return { ok: true, value: timeline };
}

function endingOf({ outcome, names, courses }: MatchRecord): string | undefined {
  if (outcome === undefined) return undefined;
  const last = courses.flatMap(({ end }, seat) => (end === undefined ? [names[seat]] : []));
  if (outcome.reason === 'last') return `${last[0]} is the last`;
  if (outcome.reason === 'nobody') return 'the last ended in the same round';
  return `the rounds are played: ${last.join(', ')} ${last.length === 1 ? 'lives' : 'live'}`;
}

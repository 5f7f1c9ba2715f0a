import type { Result } from '@ludus/kernel/result.ts';
import type { AnyView, Timeline } from '@ludus/viewer/view.ts';
import { type Course, type MatchRecord, readHead, readRounds } from './record.ts';

/** A moment between two rounds. */
export interface TrailsFrame {
  readonly round: number;
  readonly record: MatchRecord;
}

/**
 * Reads a replay. Matches of Trails are short, so whenever text arrives, the whole text is read again, up to its last
 * line break.
 */
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
    get names() {
      return record.names;
    },
    seed: String(record.seed),
    settings: [
      { label: 'rounds', value: String(board.rounds) },
      { label: 'bonus for the last survivor', value: String(board.bonus) },
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
      // The rest of the text may still arrive.
      record.problem = undefined;
    },
    finish: () => read(whole.length),
    rename(names) {
      record.names = names;
    },
  };
  return { ok: true, value: timeline };
}

function endingOf({ board, outcome, names, courses, rounds }: MatchRecord): string | undefined {
  if (outcome === undefined) return undefined;
  const isLast = ({ end }: Course): boolean =>
    outcome.reason === 'nobody' ? end?.round === rounds : end === undefined;
  const last = courses.flatMap((course, seat) => (isLast(course) ? [names[seat]] : []));
  const listed = new Intl.ListFormat('en').format(last);
  const share = Math.floor(board.bonus / last.length);
  const bonus = share === 0 ? '' : last.length === 1 ? ` (+${share})` : ` (+${share} each)`;
  if (outcome.reason === 'last') return `${last[0]} wins: last player alive${bonus}`;
  return outcome.reason === 'nobody'
    ? `${listed} share the win: no one outlived them${bonus}`
    : `${listed} share the win: alive after all ${rounds} rounds${bonus}`;
}

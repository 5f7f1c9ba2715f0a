import type { Fault } from '@ludus/game/game.ts';
import type { Cause, Fact, Inspection, Mark, Place, SeatSummary, Selection } from '@ludus/viewer/view.ts';
import { LETTERS } from '../rules/board.ts';
import { Territory } from '../rules/territory.ts';
import type { End, MatchRecord } from './record.ts';
import type { TrailsFrame } from './timeline.ts';

/** How the player was eliminated by that round; undefined while it is alive. */
export function endBy({ record, round }: TrailsFrame, seat: number): End | undefined {
  const { end } = record.courses[seat];
  return end !== undefined && end.round <= round ? end : undefined;
}

export function survivedBy(frame: TrailsFrame, seat: number): number {
  const end = endBy(frame, seat);
  return end === undefined ? frame.round : end.round - 1;
}

export function placeOf(record: MatchRecord, cell: number): Place {
  return { row: Math.floor(cell / record.board.columns), column: cell % record.board.columns };
}

/** The player's cell, or the cell where it was eliminated. */
export function headOf(frame: TrailsFrame, seat: number): number {
  return frame.record.courses[seat].cells[survivedBy(frame, seat)];
}

/** By cell, the owner of the trail in that round; −1 for none. */
function ownersOf(frame: TrailsFrame): Int8Array {
  const { board, courses } = frame.record;
  const owners = new Int8Array(board.walls.length).fill(-1);
  courses.forEach(({ cells }, seat) => {
    if (endBy(frame, seat) !== undefined && !board.trailsStay) return;
    for (let n = 0; n <= survivedBy(frame, seat); n++) owners[cells[n]] = seat;
  });
  return owners;
}

const reaches = new WeakMap<TrailsFrame, readonly number[]>();

/** By seat, the number of cells that a living player can reach before all others. */
export function reachOf(frame: TrailsFrame): readonly number[] {
  const known = reaches.get(frame);
  if (known !== undefined) return known;
  const { board, courses } = frame.record;
  const blocked = Uint8Array.from(ownersOf(frame), (owner, cell) => (owner >= 0 || board.walls[cell] === 1 ? 1 : 0));
  const living = [...courses.keys()].filter((seat) => endBy(frame, seat) === undefined);
  const territory = new Territory(board.neighbours);
  territory.measure(
    blocked,
    living.map((seat) => headOf(frame, seat)),
  );
  const reach = courses.map(() => 0);
  for (const owner of territory.owners) if (owner >= 0) reach[living[owner]]++;
  reaches.set(frame, reach);
  return reach;
}

/** The rounds survived and, once the match is over, also the bonus. */
function scoreOf(frame: TrailsFrame, seat: number): number {
  const { outcome, rounds } = frame.record;
  return outcome !== undefined && frame.round === rounds ? outcome.scores[seat] : survivedBy(frame, seat);
}

const FAULT_WORDS: Record<Fault, string> = {
  illegal: 'makes an illegal move',
  time: 'runs out of time',
  disconnect: 'disconnects',
  crash: 'crashes',
  protocol: 'breaks the protocol',
  flood: 'prints too much',
  memory: 'uses too much memory',
};

/** Describes how a player was eliminated, as a sentence without its subject. */
function describeEnd(end: End, seat: number, names: readonly string[]): string {
  switch (end.cause) {
    case 'wall':
      return 'runs into a wall';
    case 'trail':
      return end.whose === seat ? 'runs into its own trail' : `runs into the trail of ${names[end.whose]}`;
    case 'meeting':
      return 'enters a cell at the same time as another player';
    case 'failure':
      return end.fault === undefined ? 'fails' : FAULT_WORDS[end.fault];
    case 'living':
      return 'lives';
  }
}

export function seatSummaries(frame: TrailsFrame): SeatSummary[] {
  const { record } = frame;
  return record.courses.map((_, seat) => {
    const end = endBy(frame, seat);
    const bonus = scoreOf(frame, seat) - survivedBy(frame, seat);
    const facts: Fact[] = [
      { label: 'cells reached first', value: String(reachOf(frame)[seat]) },
      // Before the end, the score is the number of rounds survived.
      ...(bonus > 0
        ? [
            { label: 'rounds survived', value: String(survivedBy(frame, seat)) },
            { label: 'bonus for the last survivor', value: `+${bonus}` },
          ]
        : []),
    ];
    return {
      score: String(scoreOf(frame, seat)),
      alive: end === undefined ? 1 : 0,
      units: 1,
      facts,
      status: end?.cause === 'failure' ? -1 : record.limited ? record.shares[frame.round][seat] : 0,
      ...(end !== undefined && { verdict: `${describeEnd(end, seat, record.names)} in round ${end.round}` }),
    };
  });
}

export function inspect(frame: TrailsFrame, selection: Selection): Inspection | undefined {
  if (selection.kind !== 'cell') return undefined;
  const { record } = frame;
  const { row, column } = selection;
  if (row >= record.board.rows || column >= record.board.columns) return undefined;
  const cell = row * record.board.columns + column;
  const seat = ownersOf(frame)[cell];
  const facts: Fact[] = [];
  if (record.board.walls[cell] === 1) facts.push({ label: 'holds', value: 'a wall' });
  else if (seat < 0) facts.push({ label: 'holds', value: 'nothing' });
  else {
    const entered = record.courses[seat].cells.indexOf(cell);
    facts.push({ label: 'trail of', value: `${LETTERS[seat]}, ${record.names[seat]}` });
    facts.push({ label: 'entered', value: entered === 0 ? 'its start' : `in round ${entered}` });
    if (headOf(frame, seat) === cell) facts.push({ label: 'here', value: `${record.names[seat]} itself` });
  }
  return { title: `row ${row}, column ${column}`, seat, facts };
}

export function marks(before: TrailsFrame, after: TrailsFrame, names: readonly string[]): Mark[] {
  return after.record.courses.flatMap((_, seat) => {
    const end = endBy(after, seat);
    if (end === undefined || endBy(before, seat) !== undefined) return [];
    const kind = end.cause === 'failure' ? ('freeze' as const) : ('death' as const);
    const text = describeEnd(end, seat, names);
    return [{ round: after.round, kind, seat, text: `${names[seat]} ${text}`, cause: causeOf(after, seat, end, text) }];
  });
}

/** The line starts at the cycle whose trail was hit. */
function causeOf(frame: TrailsFrame, seat: number, { target, whose }: End, text: string): Cause {
  const { record } = frame;
  const isOther = whose >= 0 && whose !== seat;
  return {
    at: placeOf(record, target),
    from: isOther && endBy(frame, whose) === undefined ? placeOf(record, headOf(frame, whose)) : undefined,
    by: isOther ? whose : -1,
    text,
  };
}

export function describe(frame: TrailsFrame, _before: TrailsFrame | undefined, names: readonly string[]): string {
  const parts = frame.record.courses.map((_, seat) => {
    const end = endBy(frame, seat);
    const { row, column } = placeOf(frame.record, headOf(frame, seat));
    if (end === undefined) return `${names[seat]} (${LETTERS[seat]}) is at row ${row}, column ${column}.`;
    return `${names[seat]} (${LETTERS[seat]}) ${describeEnd(end, seat, names)} in round ${end.round}.`;
  });
  return `Round ${frame.round}. ${parts.join(' ')}`;
}

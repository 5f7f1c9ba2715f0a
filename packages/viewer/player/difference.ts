import { createPainter, type DisplayList, type Painter } from '../paint/painter.ts';
import type { Inspection, Selection, Timeline } from '../view/view.ts';
import { stillScene } from './scene.ts';

/** The first round in which two matches of a game differ visibly. */
export interface Difference {
  readonly round: number;
  /** Descriptions of the differences, for users. */
  readonly what: readonly string[];
}

/** The progress of a search: rounds 0 to done − 1 don't differ. */
export interface Search {
  done: number;
  found: Difference | undefined;
}

/** Maximum number of differences reported for one round. */
const MAX_LISTED = 4;
/** A cell's size on the invisible board, in pixels. */
const CELL = 24;

/**
 * Compares rounds, from `done` on, until `enough` returns true. Returns true if the first difference was found, or if
 * there is no difference.
 */
export function searchDifference(a: Timeline, b: Timeline, search: Search, enough: () => boolean): boolean {
  const [left, right] = [createPainter(), createPainter()];
  const last = Math.min(a.last, b.last);
  // Differences that are only in names are ignored.
  const calledAlike = Object.create(b, { names: { value: a.names } }) as Timeline;
  for (; search.done <= last; search.done++) {
    if (enough()) return false;
    const round = search.done;
    const isSame =
      sameDrawing(drawn(left, a, round), drawn(right, calledAlike, round)) && facts(a, round) === facts(b, round);
    if (isSame) continue;
    search.found = { round, what: told(a, b, round) };
    return true;
  }
  if (a.last !== b.last) {
    const [longer, shorter] = a.last > b.last ? ['left', b] : ['right', a];
    search.found = {
      round: last + 1,
      what: [`only the match on the ${longer} continues after round ${(shorter as Timeline).last}`],
    };
  }
  return true;
}

/** The whole world in a round as a list of stamps. */
function drawn(painter: Painter, timeline: Timeline, round: number): DisplayList {
  const { view } = timeline;
  const mode = view.modes.at(-1)?.id ?? '';
  const extent = view.extent(timeline, mode);
  painter.clear({
    x: extent.left + extent.width / 2,
    y: extent.top + extent.height / 2,
    cell: CELL,
    width: extent.width * CELL,
    height: extent.height * CELL,
    ratio: 1,
  });
  view.draw(painter, { ...stillScene(timeline, round), theme: 'dark', mode });
  return painter.list;
}

function sameDrawing(a: DisplayList, b: DisplayList): boolean {
  if (a.count !== b.count) return false;
  for (let i = 0; i < a.count; i++)
    if (
      a.art[i].key !== b.art[i].key ||
      a.x[i] !== b.x[i] ||
      a.y[i] !== b.y[i] ||
      a.rotation[i] !== b.rotation[i] ||
      a.alpha[i] !== b.alpha[i]
    )
      return false;
  return true;
}

/** Scores and other facts about the seats. */
function facts(timeline: Timeline, round: number): string {
  return JSON.stringify(timeline.view.seats(timeline.frame(round)).map(({ score, facts }) => [score, facts]));
}

function told(a: Timeline, b: Timeline, round: number): string[] {
  const sentences: string[] = [];
  const { view } = a;
  const [left, right] = [a.frame(round), b.frame(round)];
  for (const [seat, name] of a.names.entries()) {
    for (const { selection, label } of view.unitsOf(left, seat)) {
      const found = changes(view.inspect(left, selection), view.inspect(right, selection as Selection));
      if (found !== '') sentences.push(`${name}, ${label}: ${found}`);
    }
    const [here, there] = [view.seats(left)[seat], view.seats(right)[seat]];
    if (here.score !== there.score) sentences.push(`${name}: ${here.score} against ${there.score}`);
  }
  return sentences.slice(0, MAX_LISTED);
}

function changes(a: Inspection | undefined, b: Inspection | undefined): string {
  if (a === undefined || b === undefined) return a === b ? '' : `only on the ${a === undefined ? 'right' : 'left'}`;
  const found = a.facts.flatMap(({ label, value }) => {
    const other = b.facts.find((fact) => fact.label === label)?.value;
    return other === undefined || other === value ? [] : [`${label} ${value} against ${other}`];
  });
  return found.slice(0, 2).join(', ');
}

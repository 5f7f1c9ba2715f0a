import type { LiveVersion, MatchResult, PlannedMatch } from '../words.ts';
import { Field } from './field.ts';
import { least } from './least.ts';
import { Memory } from './memory.ts';
import { Random } from './random.ts';

export type RetiredVersion = Pick<LiveVersion, 'version' | 'entrant'>;

export interface BatchQuestion {
  /** The contest's: 64 hexadecimal digits. */
  readonly secret: string;
  /** The batch's, from 1. */
  readonly number: number;
  /** The live versions at the start of the batch, with built-in players among them; at most one version per entrant. */
  readonly live: readonly LiveVersion[];
  /** All rated results of the batches up to the one before last, in any order. */
  readonly results: readonly MatchResult[];
  /** The seats of all matches of the batch before this one, which are being played. */
  readonly underWay: readonly (readonly number[])[];
  /** Versions that have been replaced and may play. They are opponents for those who are behind when the others have enough games. */
  readonly retired: readonly RetiredVersion[];
  /** At least one. */
  readonly boards: readonly string[];
  /** Players of a match, ≥ 2. */
  readonly seats: number;
  /** The matches of the batch before last that came to nothing, in the order of their numbers. */
  readonly owed?: readonly OwedMatch[];
}

/** A match that is void: those who sat in it have not had that seat. */
export interface OwedMatch {
  /** The version at each seat. */
  readonly seats: readonly number[];
  /** How often a match of exactly these versions was void. */
  readonly times: number;
}

/** Opponents are near in rating: within this many Elo. */
export const NEAR = 200;
/** But one table in this number takes any version, so that the field stays connected. */
const OPEN_TABLE = 64;
/** One table in this number seats first ones together that have not met, but at least this number of tables. */
const STRANGERS = { of: 8, least: 2 };
/**
 * Tables of a wave: few enough that a new version is soon in the next one, and enough that no worker is idle. They grow with the
 * field. As long as a wave holds a fraction of it, a larger field does not mean older results for the draw.
 */
export const tablesOf = (versions: number): number => Math.max(4, Math.floor(versions / 16));

/**
 * The matches of a batch. A function of what is given and nothing else: when a result came in, or which worker sent it, changes
 * nothing.
 *
 * Matches are drawn by tables. The players of a table meet once for every seat, and all move on by one seat from match to match.
 * So everyone sits in every seat equally often, whatever else happens. The version with the fewest games is host of the next
 * table. Its opponents are near in rating, first those with few games that it has met least. If these have enough games, replaced
 * versions play. If there are fewer versions than seats, built-in players fill them. Nothing to be played: no
 * matches. `memory`: what spares work where batches of one contest are drawn one after the other.
 */
export function drawBatch(question: BatchQuestion, memory = new Memory()): PlannedMatch[] {
  const { secret, number, boards, seats } = question;
  const random = new Random(secret, number);
  const tables = drawTables(question, memory, random);
  const order = random.shuffled(boards);
  const matches: PlannedMatch[] = [];
  // Turn by turn, so that the matches of a table are apart: its players soon have one each.
  for (let turn = 0; turn < seats; turn++)
    tables.forEach((table, t) => {
      matches.push({
        number: matches.length + 1,
        board: order[(t + turn) % order.length],
        seed: String(random.next() >>> 1),
        seats: table.map((_, seat) => table[(seat + turn) % seats]),
      });
    });
  owedTables(question, random).forEach((table, t) => {
    matches.push({
      number: matches.length + 1,
      board: order[t % order.length],
      seed: String(random.next() >>> 1),
      seats: table,
    });
  });
  return matches;
}

/** If the same players make a match void twice, the combination is the cause. From then on each plays among built-in players. */
const TOGETHER = 2;

/**
 * The void matches once more, so that each version gets its seats. Live versions sit as before, and built-in players replace the
 * others. Only those for as many players as this batch's.
 */
function owedTables({ owed = [], live, seats }: BatchQuestion, random: Random): number[][] {
  const versions = new Set(live.flatMap(({ version, builtin }) => (builtin === undefined ? [version] : [])));
  const fillers = live
    .flatMap(({ version, builtin }) => (builtin === undefined ? [] : [version]))
    .sort((one, other) => one - other);
  const filler = () => fillers[random.below(fillers.length)];
  return owed.flatMap((match): number[][] => {
    const there = match.seats.flatMap((version, seat) => (versions.has(version) ? [seat] : []));
    const isWhole = there.length === match.seats.length;
    if (match.seats.length !== seats || there.length === 0 || (fillers.length === 0 && !isWhole)) return [];
    const apart = match.times >= TOGETHER && fillers.length > 0;
    const groups = apart ? there.map((seat) => [seat]) : [there];
    return groups.map((group) =>
      match.seats.map((version, seat) =>
        group.includes(seat) || (!apart && version < 0 && live.some((each) => each.version === version))
          ? version
          : filler(),
      ),
    );
  });
}

function drawTables(
  { live, retired, results, underWay, seats }: BatchQuestion,
  memory: Memory,
  random: Random,
): number[][] {
  const numbers = (list: readonly LiveVersion[]) =>
    list.map(({ version }) => version).sort((one, other) => one - other);
  const versions = numbers(live.filter(({ builtin }) => builtin === undefined));
  const fillers = numbers(live.filter(({ builtin }) => builtin !== undefined));
  if (versions.length === 0 || (versions.length === 1 && fillers.length === 0)) return [];
  const inOrder = ordered(results);
  const field = new Field({ live, retired, history: memory.of(inOrder, live), underWay, seats }, random);
  const tables: number[][] = [];
  const many = tablesOf(versions.length);
  for (const first of field.strangers(Math.max(STRANGERS.least, Math.floor(many / STRANGERS.of)))) {
    const table = [...first, ...field.rivals(first, false)];
    field.seated(table);
    tables.push(random.shuffled(table));
  }
  while (tables.length < many) {
    // Those who are behind come first. Then, so that no worker is idle, those without enough games.
    const host = field.host('behind') ?? field.host('missing');
    if (host === undefined) break;
    const table = [host, ...field.rivals([host], random.below(OPEN_TABLE) === 0)];
    const spare = random.shuffled(fillers.length > 0 ? fillers : versions);
    for (let i = 0; table.length < seats; i++) table.push(spare[i % spare.length]);
    field.seated(table);
    tables.push(random.shuffled(table));
  }
  return turned(tables, seats);
}

/** By their numbers. Most callers have them in order, and sorting a million of them for each wave would take longer than the draw. */
function ordered(results: readonly MatchResult[]): readonly MatchResult[] {
  const isInOrder = results.every((result, i) => i === 0 || results[i - 1].match <= result.match);
  return isInOrder ? results : results.toSorted((one, other) => one.match - other.match);
}

/**
 * The same tables, each turned so that versions that sit at several begin in different seats. So even during a batch no version
 * has sat in one seat much more often than in another.
 */
function turned(tables: readonly (readonly number[])[], seats: number): number[][] {
  const begun = new Map<string, number>();
  return tables.map((table) => {
    const turns = Array.from({ length: seats }, (_, by) => table.map((_, seat) => table[(seat + by) % seats]));
    const best = least(turns, (turn) => [
      turn.reduce((sum, version, seat) => sum + (begun.get(`${version} ${seat}`) ?? 0), 0),
    ])!;
    best.forEach((version, seat) => {
      begun.set(`${version} ${seat}`, (begun.get(`${version} ${seat}`) ?? 0) + 1);
    });
    return best;
  });
}

import type { LiveVersion, MatchResult, PlannedMatch } from '../words.ts';
import { Field } from './field.ts';
import { least } from './least.ts';
import { Memory } from './memory.ts';
import { Random } from './random.ts';

export type RetiredVersion = Pick<LiveVersion, 'version' | 'entrant'>;

export interface BatchQuestion {
  /** The contest's secret: 64 hexadecimal digits. */
  readonly secret: string;
  /** The batch's number, from 1. */
  readonly number: number;
  /** The live versions at the start of the batch, including built-in bots; at most one version per entrant. */
  readonly live: readonly LiveVersion[];
  /** All rated results up to the batch before last, in any order. */
  readonly results: readonly MatchResult[];
  /** The versions in each running match of the previous batch. */
  readonly underWay: readonly (readonly number[])[];
  /**
   * Replaced versions that may play. They become opponents of versions that are behind, if all other versions have
   * enough games.
   */
  readonly retired: readonly RetiredVersion[];
  /** The boards, at least one. */
  readonly boards: readonly string[];
  /** Number of players in a match, at least 2. */
  readonly seats: number;
  /** The void matches of the batch before last, in the order of their numbers. */
  readonly owed?: readonly OwedMatch[];
}

/** A void match, whose versions still need to play in these seats. */
export interface OwedMatch {
  /** The version in each seat. */
  readonly seats: readonly number[];
  /** Number of void matches with exactly these versions. */
  readonly times: number;
}

/** Maximum rating difference between opponents, in Elo. */
export const NEAR = 200;
/** One table out of this number accepts versions of any rating, so that results connect the whole field. */
const OPEN_TABLE = 64;
/** One table out of `of`, but at least `least` tables, is for top versions that haven't met. */
const STRANGERS = { of: 8, least: 2 };
/**
 * Returns the number of tables in a wave. The number is small enough that a new version soon gets a table in the next
 * wave, and large enough that no worker is idle. A wave is a fixed fraction of the field, so draws in a large field
 * don't rely on older results than in a small field.
 */
export const tablesOf = (versions: number): number => Math.max(4, Math.floor(versions / 16));

/**
 * Draws the matches of a batch. The draw depends only on its arguments, not on the time of a result or the worker that
 * sent it.
 *
 * Matches are drawn by tables. The players of a table meet once for every seat, and all move on by one seat from match
 * to match. So all of them have every seat equally often. The version with the fewest games is the host of the next
 * table. The host's opponents have a similar rating; versions that have few games and have rarely met the host come
 * first. If all versions with a similar rating have enough games, replaced versions play. If there are fewer versions
 * than seats, built-in bots take the free seats. Returns an empty list if no match is needed. `memory`: saves work if a
 * contest's batches are drawn in turn.
 */
export function drawBatch(question: BatchQuestion, memory = new Memory()): PlannedMatch[] {
  const { secret, number, boards, seats } = question;
  const random = new Random(secret, number);
  const tables = drawTables(question, memory, random);
  const order = random.shuffled(boards);
  const matches: PlannedMatch[] = [];
  // The first matches of all tables come first, then the second matches, and so on, so that each table's players soon
  // have their first match.
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

/**
 * If the same players make a match void twice, their combination is the cause. From then on, each of them plays with
 * built-in bots instead.
 */
const TOGETHER = 2;

/**
 * Returns tables that repeat the void matches, so that each version plays in the seats in which it still needs to play.
 * Live versions keep their seats, and built-in bots replace the other versions. Only matches with this batch's number
 * of players are repeated.
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
    // Versions that are behind get the first tables. After them come all other versions without enough games, so that
    // no worker is idle.
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

/**
 * Sorts results by number. Most callers pass them in order, so the order is checked first. Sorting a million results
 * for each wave would take longer than the draw.
 */
function ordered(results: readonly MatchResult[]): readonly MatchResult[] {
  const isInOrder = results.every((result, i) => i === 0 || results[i - 1].match <= result.match);
  return isInOrder ? results : results.toSorted((one, other) => one.match - other.match);
}

/**
 * Rotates the tables so that a version at several tables starts in different seats. So the version's seats are balanced
 * even during a batch.
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

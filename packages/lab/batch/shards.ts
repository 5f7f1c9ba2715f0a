import type { MatchRecord, MatchSpec } from './plan.ts';

/** One of `of` shards of a run, numbered from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Matches that can be played at the same time. They are grouped into units that are never split between shards: the
 * pairs of a duel, or single matches in other runs.
 */
export type Stage = readonly (readonly MatchSpec[])[];

/** Thrown when the run can't continue before this stage has been played. */
export class UnplayedStageError extends Error {
  readonly stage: Stage;

  constructor(stage: Stage) {
    super('the run has matches without results');
    this.stage = stage;
  }
}

/** Thrown when a pair of a duel, identified by its number in the plan, has no results yet. */
export class UnplayedPairError extends Error {
  readonly pair: number;

  constructor(pair: number) {
    super(`pair ${pair} has no results`);
    this.pair = pair;
  }
}

/** The matches of a stage that a shard plays: every `of`th unit, so that a shard's matches depend only on the plan. */
export function dealtTo(stage: Stage, { index, of }: Shard): MatchSpec[] {
  return stage.filter((_, unit) => unit % of === index - 1).flat();
}

/** A shard, with the number of its matches in a stage, and the number of those matches whose results are known. */
export interface ShardCount extends Shard {
  readonly known: number;
  readonly matches: number;
}

/**
 * Counts, for each shard, its matches in a stage and those whose results are known. Shards without matches are left
 * out.
 */
export function countShards(stage: Stage, of: number, isKnown: (id: string) => boolean): ShardCount[] {
  return Array.from({ length: of }, (_, i) => {
    const specs = dealtTo(stage, { index: i + 1, of });
    return { index: i + 1, of, known: specs.filter(({ id }) => isKnown(id)).length, matches: specs.length };
  }).filter(({ matches }) => matches > 0);
}

/**
 * Returns functions that look up results instead of playing. They throw an `UnplayedStageError` or an
 * `UnplayedPairError` if a result is missing.
 */
export function recorded(records: ReadonlyMap<string, MatchRecord>) {
  return {
    async play(spec: MatchSpec, pair: number): Promise<MatchRecord> {
      const record = records.get(spec.id);
      if (record === undefined) throw new UnplayedPairError(pair);
      return record;
    },
    async playAll(specs: readonly MatchSpec[]): Promise<MatchRecord[]> {
      const found = specs.flatMap(({ id }) => records.get(id) ?? []);
      if (found.length < specs.length) throw new UnplayedStageError(specs.map((spec) => [spec]));
      return found;
    },
  };
}

/**
 * Two parts that have different results for the same match. The parts are numbered by their position in the list, from
 * 0.
 */
export interface Contradiction {
  readonly id: string;
  readonly parts: readonly [number, number];
}

/**
 * Merges the results of parts by match, in any order of the parts. The measured CPU time of a match always differs
 * between parts. If two results differ only in this time, the result whose JSON sorts first counts. `contradiction`:
 * the first match with different results in two parts.
 */
export function mergeRecords(parts: readonly (readonly MatchRecord[])[]): {
  readonly records: ReadonlyMap<string, MatchRecord>;
  readonly contradiction: Contradiction | undefined;
} {
  const known = new Map<string, { readonly record: MatchRecord; readonly part: number }>();
  let contradiction: Contradiction | undefined;
  for (const [part, record] of parts.flatMap((records, i) => records.map((each) => [i, each] as const))) {
    const before = known.get(record.id);
    if (before !== undefined && resultOf(before.record) !== resultOf(record))
      contradiction ??= { id: record.id, parts: [before.part, part] };
    if (before === undefined || JSON.stringify(record) < JSON.stringify(before.record))
      known.set(record.id, { record, part });
  }
  return { records: new Map([...known].map(([id, { record }]) => [id, record])), contradiction };
}

const resultOf = (record: MatchRecord): string => JSON.stringify({ ...record, used: [] });

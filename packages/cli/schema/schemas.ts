import { FAULTS } from '@ludus/game/game.ts';
import { standing } from '@ludus/lab/league.ts';
import { z } from 'zod';

// The objects that commands print with --json. schema.slow.test.ts runs every command and compares its output.

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).describe('a share, 0 to 1');
const names = z.array(z.string());
const scores = z.array(z.number()).describe('by seat');
/** Infinite numbers are null in JSON. */
const maybeInfinite = z.number().nullable().describe('null if it is infinite');
const seatNumber = count.describe('seat, from 0');
const round = count.describe('round, from 0');

const verdict = z.object({ seat: seatNumber, name: z.string(), round, fault: z.enum(FAULTS), sentence: z.string() });
const verdicts = z.array(verdict).describe('disqualified bots');

const meanInterval = z.object({ mean: share, low: share, high: share }).describe('a mean with its 95% interval');
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() }).describe('with its 95% interval');
const estimate = z.object({ mean: z.number(), margin: maybeInfinite, count });

/**
 * Returns the schema of the object that a command prints after a run: the fields of all such commands, and the
 * command's own fields.
 */
const run = <Own extends z.ZodRawShape>(command: string, own: Own) =>
  z.union([
    z.object({
      command: z.literal(command),
      ...own,
      game: z.string(),
      matches: count,
      faults: count.describe('disqualifications'),
      results: z.string().describe('path of results.jsonl'),
      csv: z.string().describe('path of results.csv'),
    }),
    z
      .object({ command: z.literal(command), part: count, of: count, matches: count, folder: z.string() })
      .describe('with --shard'),
  ]);

const batch = run('batch', {
  players: z.array(
    z.object({
      name: z.string(),
      matches: count,
      meanScore: z.number(),
      margin: z.number().describe('half of the 95% interval of the mean score'),
      share: share.describe('share of the other players that rank below this player'),
      first: share.describe('share of the matches with the best place'),
      faults: count,
    }),
  ),
});

const decision = z.enum(['h1', 'h0', 'limit', 'repeats', 'more']);
const duel = run('duel', {
  fresh: z.string(),
  old: z.string(),
  pairs: count.describe('pairs of matches that count'),
  repeated: count.describe('pairs left out, because they repeat earlier ones exactly'),
  decision: decision.describe(
    'h1: the new bot is stronger, h0: it is not, limit: undecided after all pairs, repeats: undecided, and new pairs only repeat earlier ones',
  ),
  sentence: z.string(),
  wins: z.object({ won: count, drawn: count, lost: count }),
  standing: z.object({
    groups: count.describe('pairs of matches'),
    repeated: count,
    decision,
    llr: z.number().describe('log-likelihood ratio'),
    lower: z.number(),
    upper: z.number(),
    elo: maybeInfinite,
    eloLow: maybeInfinite,
    eloHigh: maybeInfinite,
    score: share,
  }),
});

const strength = run('strength', {
  opponent: z.string(),
  boards: names,
  seeds: count,
  reference: z.array(z.object({ name: z.string(), means: z.array(z.number()) })),
  measured: z.array(z.object({ name: z.string(), means: z.array(z.number()).describe('by board') })),
});

const tournament = run('tournament', {
  standings: z.array(z.object({ rank: count, name: z.string(), points: z.number(), note: z.string() })),
});

const matrix = z.object({
  names,
  points: z.array(z.array(z.number())).describe('points[i][j]: points of i against j'),
  wins: z.array(z.array(count)),
  games: z.array(z.array(count)),
});

const finding = z.object({
  id: z.string(),
  seat: seatNumber,
  weight: z.number().describe('1 decides a match'),
  text: z.string(),
  rounds: z.array(round),
  advice: z.string().optional(),
});

const why = z.object({
  version: z.literal(1),
  game: z.string(),
  seat: seatNumber,
  names,
  scores,
  rounds: count,
  teams: z.array(z.number()).optional().describe('the team of each seat, if seats play together'),
  reason: z.string().describe('why the match ended'),
  result: z.enum(['won', 'drawn', 'lost']),
  place: count.describe('from 1'),
  sentences: z.array(z.string()),
  turningPoint: z.object({ from: round, to: round, before: share, after: share }).nullable(),
  curve: z.array(z.object({ round, bySeat: z.array(share) })).describe('expected shares of the points'),
  strengths: z.array(finding),
  findings: z.array(finding),
  moments: z.array(
    z.object({
      round,
      kind: z.enum(['mishap', 'missed', 'turn']),
      id: z.string(),
      text: z.string(),
      weight: z.number(),
      better: z.object({ round, move: z.string(), text: z.string() }).nullable(),
    }),
  ),
});

const benchmark = z.object({
  ludus: z.literal('benchmark'),
  version: z.literal(1),
  release: z.string(),
  commitment: z.string().describe('SHA-256 of `ludus benchmark key KEY`'),
  key: z.string(),
  pairs: count,
  results: z.array(
    z.object({
      game: z.string(),
      bot: z.string(),
      language: z.string().nullable(),
      budget: z.string(),
      sources: z.string().nullable().describe('SHA-256 of the sources'),
      state: z.enum(['played', 'crashed', 'no result', 'not built']),
      problems: z.array(z.string()),
      place: interval.nullable().describe('0 to the number of opponents; null in every state but played'),
      elo: interval.nullable(),
      opponents: z.array(z.object({ name: z.string(), rating: z.number(), share: share.nullable() })),
      boards: count,
      matches: count,
      disqualified: count,
      void: count,
    }),
  ),
});

const check = z.union([
  z.object({
    player: z.string(),
    game: z.string(),
    passed: z.boolean(),
    steps: z.array(z.object({ title: z.string(), passed: z.boolean(), found: z.string() })),
  }),
  z
    .object({
      player: z.string(),
      game: z.string(),
      lesson: count,
      passed: z.boolean(),
      steps: z.array(
        z.object({ board: z.string(), seat: seatNumber, rivals: names, passed: z.boolean(), found: z.string() }),
      ),
    })
    .describe('with --lesson'),
]);

const verify = z
  .union([
    z.object({
      file: z.string(),
      ok: z.literal(true),
      game: z.string(),
      revisions: z.array(z.string()),
      rounds: count,
    }),
    z.object({
      file: z.string(),
      ok: z.literal(false),
      problem: z.string(),
      game: z.string().optional(),
      revisions: z.array(z.string()).optional(),
      round: round.optional(),
      line: count.optional(),
    }),
  ])
  .describe('one object per replay');

const failed = z.object({ round, sentence: z.string(), asRecorded: z.boolean() });

const roundVerdict = z.union([
  z.object({
    kind: z.literal('ok'),
    entrants: count,
    matches: count,
    played: z.object({
      differs: z.string().optional(),
      modules: count,
      moves: count,
      neither: count,
      void: z.array(z.string()),
    }),
    note: z.string().optional(),
  }),
  z.object({ kind: z.enum(['differs', 'refused']), sentence: z.string() }),
]);

/** By command: the object that it prints with `--json`. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  agree: z.object({
    showings: count,
    rounds: count,
    pairs: z.array(
      z.object({
        left: z.string(),
        right: z.string(),
        same: share,
        expected: share,
        excess: z.number(),
        margin: maybeInfinite,
        rounds: count,
        unusual: z.boolean(),
      }),
    ),
  }),
  batch,
  'benchmark play': benchmark,
  'board check': z.object({
    game: z.string(),
    seats: count,
    alike: count.describe('matches in which all bots are the same'),
    bySeat: z.array(meanInterval),
    unfair: z.array(seatNumber),
    players: z.array(z.object({ name: z.string(), share: meanInterval, score: z.number() })),
    rounds: z.number(),
    reasons: z.array(z.object({ reason: z.string(), matches: count })),
    flat: z.boolean(),
  }),
  'board fair': z.object({
    boards: count,
    matches: count,
    bySeat: z.array(meanInterval),
    points: z.array(share),
    unfair: z.array(seatNumber),
  }),
  branch: z.object({ game: z.string(), round, names, recordedScores: scores, scores, verdicts }),
  cache: z.object({
    folder: z.string(),
    bytes: count,
    limitBytes: count,
    removedBytes: count,
    kinds: z.array(z.object({ kind: z.string(), bytes: count, entries: count })),
  }),
  check,
  climb: z.object({
    player: z.string(),
    game: z.string(),
    seed: count.describe('seed of the first pair'),
    opponents: z.array(
      z.object({
        name: z.string(),
        pairs: count,
        share,
        low: share.describe('95% interval of share'),
        high: share,
        won: count.describe('matches'),
        drawn: count,
        lost: count,
        beaten: z.boolean().nullable().describe('null if Ctrl-C ended the climb before all pairs were played'),
      }),
    ),
    elo: maybeInfinite,
    eloLow: maybeInfinite,
    eloHigh: maybeInfinite,
    next: z.string().nullable().describe('the first opponent that isn’t beaten'),
    replay: z.string().nullable(),
    why: z.string().nullable().describe('why the match in “replay” was lost'),
  }),
  'contest verify': z.object({
    ok: z.boolean(),
    matches: count,
    tables: count,
    played: count,
    problem: z.string().nullable(),
  }),
  debug: z.object({
    player: z.string(),
    rounds: count,
    differences: z.array(z.object({ round, recorded: z.string(), now: z.string() })),
    failed: failed.nullable(),
  }),
  duel,
  grade: z.object({
    game: z.string(),
    points: z.number(),
    of: z.number().describe('maximum points'),
    passed: z.boolean().describe('whether every check and lesson passed, and every climb beat an opponent'),
    tasks: z.array(
      z.object({
        run: z.enum(['check', 'lesson', 'climb']),
        title: z.string(),
        player: z.string(),
        points: z.number(),
        of: z.number(),
        passed: z.boolean(),
        found: z.array(z.string()),
        mistakes: z.array(z.object({ file: z.string(), line: count, column: count.nullable(), message: z.string() })),
        opponents: z.array(
          z.object({ name: z.string(), share, low: share, high: share, beaten: z.boolean().nullable() }),
        ),
        replay: z.string().nullable().describe('file of the worst defeat in a climb'),
      }),
    ),
  }),
  'league play': z.object({
    folder: z.string(),
    game: z.string(),
    rounds: z.array(
      z.object({
        round: count.describe('from 1'),
        matches: count,
        standings: z.array(standing as unknown as z.ZodType),
      }),
    ),
  }),
  'league verify': z.object({
    kind: z.enum(['ok', 'unproven', 'differs']),
    rounds: count,
    matches: count,
    unproven: count.describe('matches without a result, which were not played again'),
    differences: z.array(z.string()),
  }),
  match: z.object({
    game: z.string(),
    seed: z.int(),
    rounds: count,
    names,
    scores,
    verdicts,
    replay: z.string().nullable(),
  }),
  merge: z.union([batch, duel, strength, tournament]).describe('the object of the command that was split'),
  rate: z.object({
    ratings: z.array(z.object({ name: z.string(), rank: count, elo: z.number(), margin: z.number(), games: count })),
    matrix,
  }),
  report: z.object({
    output: z.string(),
    title: z.string(),
    game: z.string(),
    matches: count,
    boards: names,
    seats: count,
    players: z.array(
      z.object({
        name: z.string(),
        rating: estimate,
        share: estimate,
        score: estimate,
        inFront: share,
        faults: count,
        scores: z.array(z.number()),
        budget: z.object({ mean: z.number(), most: z.number() }).optional(),
      }),
    ),
    matrix,
  }),
  rivals: z.object({
    games: z.array(
      z.object({
        game: z.string(),
        rivals: z.array(
          z.object({
            name: z.string(),
            about: z.string(),
            rating: z.number(),
            share: share.nullable(),
            shareBelow: share.nullable(),
          }),
        ),
      }),
    ),
  }),
  'round verify': roundVerdict,
  rules: z.object({
    game: z.string(),
    title: z.string(),
    language: z.string().nullable(),
    parts: z.array(z.object({ title: z.string(), text: z.string().describe('Markdown') })),
  }),
  sandbox: z.object({
    levels: z.array(z.object({ level: z.string(), available: z.boolean(), why: z.array(z.string()) })),
    groups: z.looseObject({ available: z.boolean(), why: z.array(z.string()) }),
    weaker: z.array(z.string()),
  }),
  similar: z.object({
    output: z.string(),
    pairs: z.array(z.object({ similarity: share, left: z.string(), right: z.string(), unusual: z.boolean() })),
    usual: z.object({ pairs: count, median: share, most: share, nearlyAll: share, unusual: z.number() }),
  }),
  strength,
  tournament,
  verify,
  why,
};

/** Returns the JSON schema (draft 2020-12) of a command's output with `--json`. */
export function schemaOf(command: string): object {
  return { title: `ludus ${command} --json`, ...z.toJSONSchema(SCHEMAS[command]) };
}

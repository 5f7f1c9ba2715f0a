import * as z from 'zod';

/**
 * The contest's types as plain data: exchanged between the parts of this package, stored as JSON in the database, and
 * sent over HTTP. Entrants, versions, matches, and rounds are numbered from 1 in their contest. Names never influence a
 * decision.
 */

/** The largest integer in the database. */
const MAX_INTEGER = 2_147_483_647;
const count = z.int().min(0).max(MAX_INTEGER);
/** 64 hexadecimal digits: a SHA-256, a key, a secret. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A time by the server's clock: ISO 8601, in UTC. */
export const instant = z.iso.datetime();

// Types for the parts of this package that have no side effects (ladder/, rounds/).

/** A side's part of a rated result. */
export interface SideResult {
  /** The submission's number. */
  readonly version: number;
  /** The side's seat; with teams, the team's first seat. */
  readonly seat: number;
  /** The game's score. */
  readonly points: number;
  /** The place: 1 is best, and ties share the mean place. */
  readonly place: number;
}

/** A rated result. */
export interface MatchResult {
  readonly match: number;
  readonly board: string;
  /** One result per side (per team, or per seat without teams). */
  readonly seats: readonly SideResult[];
}

/** A submission that plays, or a built-in bot that fills free seats. */
export interface LiveVersion {
  readonly version: number;
  readonly entrant: number;
  /** The first batch for which the version was live. */
  readonly since: number;
  /**
   * The entrant's earlier versions, the latest first. The version's rating starts at the rating of the latest earlier
   * version that has played.
   */
  readonly before?: readonly number[];
  /**
   * The name of a built-in bot, which is fitted but never listed. Its version number and entrant number are negative.
   */
  readonly builtin?: string;
}

/** A match to be played. */
export interface PlannedMatch {
  readonly number: number;
  readonly board: string;
  readonly seed: string;
  /** The version of each side: per seat, or per team. */
  readonly seats: readonly number[];
}

// Submissions.

/**
 * The languages of submissions, with their file extensions. A `program` runs as a separate process in the full sandbox,
 * if an organiser allows it; matches with programs aren't reproducible. Python and Rust files are programs if a contest
 * doesn't allow `python` and `rust`.
 */
export const LANGUAGES = {
  cpp: ['.cc', '.cpp', '.cxx'],
  typescript: ['.ts', '.mts'],
  javascript: ['.js', '.mjs'],
  python: ['.py'],
  rust: ['.rs'],
  module: ['.wasm'],
  program: ['.py', '.java', '.go', '.rs'],
} as const;
export const language = z.enum(['cpp', 'typescript', 'javascript', 'python', 'rust', 'module', 'program']);
export type Language = z.infer<typeof language>;

/** Returns the file extensions that a contest with these languages accepts. */
export const endingsOf = (languages: readonly Language[]): string[] => [
  ...new Set(languages.flatMap((each) => LANGUAGES[each])),
];

/** Returns a file's name with its extension in lower case, since old systems write `AIMINE.CC`. */
export const withSmallEnding = (file: string): string => file.replace(/\.\w+$/, (ending) => ending.toLowerCase());

/**
 * Returns the programming language that a file name indicates. If several match, prefers the contest's languages.
 * Undefined for an unknown extension.
 */
export function languageOf(name: string, ofContest: readonly Language[] = []): Language | undefined {
  const file = withSmallEnding(name);
  const languages = Object.keys(LANGUAGES) as Language[];
  const found = languages.filter((each) =>
    LANGUAGES[each].some((end) => file.endsWith(end) && file.length > end.length),
  );
  return found.find((each) => ofContest.includes(each)) ?? found[0];
}

/**
 * To be accepted, a submission must be ahead of the built-in bot in at least `wins` of `matches` matches. `builtin`:
 * null for the game's weakest bot.
 */
export const qualify = z
  .object({ builtin: z.string().max(40).nullable(), wins: z.int().min(0).max(20), matches: z.int().min(1).max(20) })
  .refine(({ wins, matches }) => wins <= matches, 'the number of wins must not exceed the number of matches');
export type QualificationRule = z.infer<typeof qualify>;

/** The default for a new contest: a class's first bots, including the samples, qualify (queue/default-rule.test.ts). */
export const DEFAULT_QUALIFY: QualificationRule = { builtin: null, wins: 1, matches: 5 };

/** received → compiling → checking → qualifying → in, or rejected at any of these steps. */
const SUBMISSION_STATES = ['received', 'compiling', 'checking', 'qualifying', 'in', 'rejected'] as const;
export const submissionState = z.enum(SUBMISSION_STATES);
export type SubmissionState = z.infer<typeof submissionState>;

/** Checks whether a submission is still being processed. */
export const isUnderWay = (state: SubmissionState): boolean => state !== 'in' && state !== 'rejected';

/** A message by its code, with the values of its placeholders (api/steps.ts). */
export const said = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** A line of a submission's log. */
export const step = z.object({
  at: instant,
  state: submissionState,
  /** Plain text; a compiler's messages have several lines. */
  text: z.string(),
  /** The match that this line is about, which can be watched. */
  match: count.optional(),
  /** The message's code and values; absent if a compiler wrote the message. */
  said: said.optional(),
});

// Matches.

/** The purpose of a match. Only `ladder` matches count for the leaderboard. */
export const MATCH_KINDS = ['check', 'qualify', 'ladder', 'challenge', 'round', 'alone', 'trial'] as const;
export const matchKind = z.enum(MATCH_KINDS);
export type MatchKind = z.infer<typeof matchKind>;

/** queued → leased → done, or void: the match doesn't count. */
export const matchState = z.enum(['queued', 'leased', 'done', 'void']);
export type MatchState = z.infer<typeof matchState>;

/** The team of a seat, from 0; absent if there are no teams. */
const team = z.int().min(0).max(15).exactOptional();

/** The player at a seat: a compiled submission, by the hash of its module, or a built-in bot. */
export const seated = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('module'),
    module: hash,
    version: count,
    team,
    /** The submission's fuel in seconds if its language has a factor; otherwise the match's seconds apply. */
    seconds: z.number().positive().max(60).exactOptional(),
  }),
  z.object({ kind: z.literal('builtin'), name: z.string().max(40), team }),
]);
export type SeatInput = z.infer<typeof seated>;

/**
 * All inputs of a match. Without programs, the same inputs give the same result on every machine. A worker receives
 * only these inputs and the modules.
 */
export const matchInput = z.object({
  game: z.string(),
  /** The id of the revision of the game's rules; absent: the first revision. */
  revision: z.string().exactOptional(),
  /** The board's text. */
  board: z.string(),
  /** The seed: a 32-bit number, as decimal digits. */
  seed: z.string().regex(/^-?\d{1,10}$/),
  /** The key from which all randomness of the match is derived. */
  key: hash,
  seats: z.array(seated).min(1).max(16),
  /** Each player's fuel in seconds, per match or per move as in the game's budget; absent: the default. */
  seconds: z.number().positive().max(60).optional(),
  /** The identity of the engine (rules, meter, fuel table, QuickJS) that plays the match. */
  engine: z.string(),
});
export type MatchInput = z.infer<typeof matchInput>;

/** A disqualified player, and the reason. */
export const verdict = z.object({
  seat: count,
  round: z.int().max(MAX_INTEGER),
  fault: z.string().max(40),
  sentence: z.string().max(4000),
});

/** The outcome of a match. */
export const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('finished'),
    /** By seat: the game's score. */
    scores: z.array(z.number()).max(16),
    rounds: count,
    reason: z.string().max(200),
    verdicts: z.array(verdict).max(16),
    /** By seat: the share (0 to 1) of its budget that the player used. */
    used: z.array(z.number()).max(16),
    /** The replay, gzipped, in base64. */
    replay: z.string(),
    /** The sidecar with all logs, as JSON, gzipped, in base64. */
    sidecar: z.string(),
  }),
  z.object({
    kind: z.literal('void'),
    /** A message about the machine's failure; no player loses. */
    why: z.string().max(4000),
    /** The player whose module was running, if known. */
    seat: count.optional(),
  }),
  z.object({
    kind: z.literal('refused'),
    /** A message that explains why the match can never be played. */
    why: z.string().max(4000),
    /** The player whose module is unsuitable. */
    seat: count.optional(),
  }),
]);
export type Outcome = z.infer<typeof outcome>;
export type FinishedOutcome = Extract<Outcome, { readonly kind: 'finished' }>;

/** A lease on one match. The answer must contain all three values. */
export const lease = z.object({
  match: count,
  /** Number of leases of the match so far. */
  number: count,
  /** SHA-256 of the match's input. */
  input: hash,
});
export type Lease = z.infer<typeof lease>;

/** A row of the leaderboard. */
export const standing = z.object({
  /** The entrant's place; ties share a place. */
  place: count,
  entrant: count,
  name: z.string(),
  group: z.string().optional(),
  version: count,
  rating: z.number(),
  /** Half the width of the 95% interval; absent if the entrant has too few games. */
  plusMinus: z.number().optional(),
  games: count,
  /** Number of matches in which the entrant was the only winner. */
  wins: count,
  /** Places gained since yesterday; negative: lost. */
  moved: z.int().optional(),
});
export type Standing = z.infer<typeof standing>;

export const slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/,
    'a short name consists of 1 to 40 lower-case letters, digits, and dashes',
  );

/**
 * The title of a contest or a round: one line without invisible characters or characters that change the text
 * direction.
 */
export const title = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'a title must be one line without invisible characters');

/** Maximum number of members per entrant. */
export const MAX_MEMBERS = 6;

/**
 * Limits for the seconds of fuel that an organiser may give a player, per match or per move. The factor of the player's
 * language is included.
 */
export const SECONDS = { least: 0.01, most: 5 } as const;

/** Limits of a language's factor. */
export const FACTOR = { least: 0.1, most: 100 } as const;

/** By language: the factor by which the contest's seconds of fuel are multiplied; 1 for other languages. */
export const factors = z.partialRecord(language, z.number().min(FACTOR.least).max(FACTOR.most));
export type Factors = z.infer<typeof factors>;

/**
 * The fuel that the same search needs in each language, relative to C++, rounded to one digit. The values depend on the
 * search. `npm run bench -- players --only languages` prints these values, which are the same on every machine.
 */
export const MEASURED_FACTORS: Readonly<Factors> = { cpp: 1, rust: 1, typescript: 50, javascript: 50, python: 30 };

/** The rule for a bot's fuel: the seconds, multiplied by the factor of the bot's language. */
export interface FuelRule {
  readonly seconds: number;
  readonly factors?: Factors | undefined;
}

/** Returns the fuel of a bot in this language in seconds, per match or per move, to a ten-thousandth. */
export const secondsIn = ({ seconds, factors }: FuelRule, language: Language | undefined): number => {
  const factor = language === undefined ? undefined : factors?.[language];
  return factor === undefined ? seconds : Math.round(seconds * factor * 10_000) / 10_000;
};

/** A person's name: one line without invisible characters or characters that change the text direction. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{M}\p{N} ._'’@+-]+$/u, "a name consists of letters, digits, spaces, and . _ - ' @ +");

/**
 * Checks whether this is an address of one of our pages, for a redirect after signing in. It has no space, backslash,
 * or second slash that would lead elsewhere.
 */
export const isOwnPage = (to: string): boolean => /^\/(?!\/)[!-[\]-~]*$/.test(to);

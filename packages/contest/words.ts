import * as z from 'zod';

/**
 * The contest's types as plain data: exchanged between the parts of this package, stored as JSON in the database, and sent over
 * HTTP. Numbers of entrants, versions, matches and rounds are small integers that count within their contest, from 1; names never
 * enter what decides anything.
 */

/** No database's numbers are larger. */
const LARGEST = 2_147_483_647;
const count = z.int().min(0).max(LARGEST);
/** 64 hexadecimal digits: a SHA-256, a key, a secret. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** An instant by the server's clock: ISO 8601, in UTC. */
export const instant = z.iso.datetime();

// The types of the pure parts (ladder/, rounds/).

/** One side's part of a rated result. */
export interface Placed {
  /** The submission's number. */
  readonly version: number;
  /** With teams: the team's first one. */
  readonly seat: number;
  /** The game's own score. */
  readonly points: number;
  /** 1 is best; ties share the mean place. */
  readonly place: number;
}

/** A rated result. */
export interface MatchResult {
  readonly match: number;
  readonly board: string;
  /** One per side: per seat, or with teams per team. */
  readonly seats: readonly Placed[];
}

/** A submission that plays, or a built-in player that fills fields. */
export interface LiveVersion {
  readonly version: number;
  readonly entrant: number;
  /** The batch at whose start it was first live. */
  readonly since: number;
  /** Its entrant's earlier versions, the latest first: it starts where the last one of them that has played stands. */
  readonly before?: readonly number[];
  /** Named for a built-in player: fitted, never listed. Its version and entrant are below 0. */
  readonly builtin?: string;
}

/** A match that is to be played. */
export interface PlannedMatch {
  readonly number: number;
  readonly board: string;
  readonly seed: string;
  /** The version of each side: at each seat, or with teams in each team. */
  readonly seats: readonly number[];
}

// Submissions.

/**
 * The languages of submissions, with the endings of their files. A `program` runs as a separate process in the full sandbox,
 * where an organiser allows that; its matches do not give the same result twice. Python and Rust are
 * programs where a contest has no `python` and no `rust`.
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

/** The endings of the files that a contest with these languages takes. */
export const endingsOf = (languages: readonly Language[]): string[] => [
  ...new Set(languages.flatMap((each) => LANGUAGES[each])),
];

/** A file's name with its ending in small letters: old systems write `AIMINE.CC`. */
export const withSmallEnding = (file: string): string => file.replace(/\.\w+$/, (ending) => ending.toLowerCase());

/** The language that a file's name tells: the first of those that a contest has, else of all; undefined if it tells none. */
export function languageOf(name: string, ofContest: readonly Language[] = []): Language | undefined {
  const file = withSmallEnding(name);
  const languages = Object.keys(LANGUAGES) as Language[];
  const found = languages.filter((each) =>
    LANGUAGES[each].some((end) => file.endsWith(end) && file.length > end.length),
  );
  return found.find((each) => ofContest.includes(each)) ?? found[0];
}

/** To be in, a submission is in front of the built-in player in at least `wins` of `matches` matches. `builtin`: null for the game's weakest. */
export const qualify = z
  .object({ builtin: z.string().max(40).nullable(), wins: z.int().min(0).max(20), matches: z.int().min(1).max(20) })
  .refine(({ wins, matches }) => wins <= matches, 'wins can’t exceed the matches played');
export type Qualify = z.infer<typeof qualify>;

/** The default of a new contest: a class's first bots, the samples among them, qualify (qualify-default.test.ts). */
export const DEFAULT_QUALIFY: Qualify = { builtin: null, wins: 1, matches: 5 };

/** received → compiling → checking → qualifying → in, or rejected on the way. */
const SUBMISSION_STATES = ['received', 'compiling', 'checking', 'qualifying', 'in', 'rejected'] as const;
export const submissionState = z.enum(SUBMISSION_STATES);
export type SubmissionState = z.infer<typeof submissionState>;

/** No one knows yet whether it ends in. */
export const isUnderWay = (state: SubmissionState): boolean => state !== 'in' && state !== 'rejected';

/** A message by its code, with the values of its placeholders (api/steps.ts). */
export const said = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** One line of a submission's log. */
export const step = z.object({
  at: instant,
  state: submissionState,
  /** Plain text; a compiler's messages have several lines. */
  text: z.string(),
  /** The match that this line speaks of: it can be watched. */
  match: count.optional(),
  /** Message id; absent if a compiler wrote the message. */
  said: said.optional(),
});

// Matches.

/** Why a match is played. Only `ladder` and `round` are rated. */
export const MATCH_KINDS = ['check', 'qualify', 'ladder', 'challenge', 'round', 'alone', 'trial'] as const;
export const matchKind = z.enum(MATCH_KINDS);
export type MatchKind = z.infer<typeof matchKind>;

/** queued → leased → done, or void: it counts for no one. */
export const matchState = z.enum(['queued', 'leased', 'done', 'void']);
export type MatchState = z.infer<typeof matchState>;

/** The team of a seat, from 0; absent if each seat plays for itself. */
const team = z.int().min(0).max(15).exactOptional();

/** The player at a seat: a compiled submission, by the hash of its module, or a built-in player. */
export const seated = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('module'),
    module: hash,
    version: count,
    team,
    /** The seconds of fuel that it has, if its language has a factor: instead of the match's. */
    seconds: z.number().positive().max(60).exactOptional(),
  }),
  z.object({ kind: z.literal('builtin'), name: z.string().max(40), team }),
]);
export type Seated = z.infer<typeof seated>;

/** All that a match depends on: equal inputs give equal results, on every machine. A worker gets this and the modules, nothing else. */
export const matchInput = z.object({
  game: z.string(),
  /** The revision of the game's rules, by id; the first without it. */
  revision: z.string().exactOptional(),
  /** The board file's text, or its seed where the game makes its boards. */
  board: z.string(),
  /** 32 bits, as decimal digits. */
  seed: z.string().regex(/^-?\d{1,10}$/),
  /** The source of all randomness. */
  key: hash,
  seats: z.array(seated).min(1).max(16),
  /** Seconds of fuel that each player has, of a match or of a move as the game's budget is; without it what is usual. */
  seconds: z.number().positive().max(60).optional(),
  /** The identity of the engine (rules, meter, fuel table, QuickJS) that plays it. */
  engine: z.string(),
});
export type MatchInput = z.infer<typeof matchInput>;

/** A player that was taken out, and why. */
export const verdict = z.object({
  seat: count,
  round: z.int().max(LARGEST),
  fault: z.string().max(40),
  sentence: z.string().max(4000),
});

/** The outcome of a match. */
export const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('finished'),
    /** By seat. */
    scores: z.array(z.number()).max(16),
    rounds: count,
    reason: z.string().max(200),
    verdicts: z.array(verdict).max(16),
    /** By seat: the share (0…1) of its budget that the player used. */
    used: z.array(z.number()).max(16),
    /** The replay, gzipped, in base64. */
    replay: z.string(),
    /** The sidecar with everyone's logs, as JSON, gzipped, in base64. */
    sidecar: z.string(),
  }),
  z.object({
    kind: z.literal('void'),
    /** A message: the machine failed, and no one loses. */
    why: z.string().max(4000),
    /** The player whose module was running, if known. */
    seat: count.optional(),
  }),
  z.object({
    kind: z.literal('refused'),
    /** A message: the match can't be played, no matter how often it is tried. */
    why: z.string().max(4000),
    /** Whose module is not fit for it. */
    seat: count.optional(),
  }),
]);
export type Outcome = z.infer<typeof outcome>;
export type Finished = Extract<Outcome, { readonly kind: 'finished' }>;

/** A lease on one match: the answer has to name all three. */
export const lease = z.object({
  match: count,
  /** How often the match has been given out. */
  number: count,
  /** SHA-256 of the match's input. */
  input: hash,
});
export type Lease = z.infer<typeof lease>;

/** One line of the table. */
export const standing = z.object({
  /** Ties share a place. */
  place: count,
  entrant: count,
  name: z.string(),
  group: z.string().optional(),
  version: count,
  rating: z.number(),
  /** Half of the 95% interval; absent while there are too few games. */
  plusMinus: z.number().optional(),
  games: count,
  /** Matches that it was alone in front in. */
  wins: count,
  /** Places won since yesterday; below 0: lost. */
  moved: z.int().optional(),
});
export type Standing = z.infer<typeof standing>;

export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'a short name has 1 to 40 lower-case letters, digits and dashes');

/** The title of a contest or a round: one line without invisible characters or characters that turn the text around. */
export const title = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'a title is one line, without characters that cannot be seen');

/** The most people who may be one entrant. */
export const MOST_MEMBERS = 6;

/** Seconds of fuel that an organiser may give a player, of a match or of a move, its language's factor included. */
export const SECONDS = { least: 0.01, most: 5 } as const;

/** Limits of a language's factor. */
export const FACTOR = { least: 0.1, most: 100 } as const;

/** By language: a bot has so many times the contest's seconds of fuel; 1 for the others. */
export const factors = z.partialRecord(language, z.number().min(FACTOR.least).max(FACTOR.most));
export type Factors = z.infer<typeof factors>;

/**
 * How many times the fuel the same search takes in each language, C++ being 1, to one digit. It depends on the search.
 * `npm run bench -- players --only languages` prints it, on every machine alike.
 */
export const MEASURED_FACTORS: Readonly<Factors> = { cpp: 1, rust: 1, typescript: 50, javascript: 50, python: 30 };

/** A bot has the seconds of fuel times its language's factor. */
export interface FuelRule {
  readonly seconds: number;
  readonly factors?: Factors | undefined;
}

/** The seconds of fuel of a bot in this language, of a match or of a move, to a ten-thousandth. */
export const secondsIn = ({ seconds, factors }: FuelRule, language: Language | undefined): number => {
  const factor = language === undefined ? undefined : factors?.[language];
  return factor === undefined ? seconds : Math.round(seconds * factor * 10_000) / 10_000;
};

/** A person's name: one line without invisible characters or characters that turn the text around. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{M}\p{N} ._'’@+-]+$/u, "a name has letters, digits, blanks and . _ - ' @ +");

/** Whether this is an address of one of our pages, to go to after signing in: no blank, backslash, or second slash leads elsewhere. */
export const isOwnPage = (to: string): boolean => /^\/(?!\/)[!-[\]-~]*$/.test(to);

import { createHash } from 'node:crypto';
import { isName, NAME_RULE } from '@ludus/game/names.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import { SANDBOX_LEVELS } from '@ludus/runtime/parts.ts';
import * as z from 'zod/mini';
import { LAB_PROBLEMS } from '../problems.ts';

// The files of a league's folder. docs/league.md describes them for readers.

const hash = z.string().check(z.regex(/^[0-9a-f]+$/));
const count = z.int().check(z.nonnegative());

/**
 * A bot's name. Names are strict, because they are parts of paths, and the league's folder may come from someone else.
 */
const botName = z
  .string()
  .check(z.refine((name) => isName(name) && name !== '.' && name !== '..', `${NAME_RULE}, and isn’t . or ..`));
const areDistinct = (bots: readonly { readonly name: string }[]): boolean =>
  new Set(bots.map(({ name }) => name)).size === bots.length;
const REPEATED = 'two bots have the same name';

/** Maximum numbers of rounds in a league and of matches in a round. */
export const MAX_ROUNDS = 1000;
export const MAX_MATCHES = 100_000;

/** `league.json`: the settings with which the league was started. */
export const leagueFile = z.object({
  ludus: z.literal('league'),
  version: z.literal(1),
  release: z.string(),
  game: z.string(),
  /** The revision of the game's rules; absent for the first. */
  revision: z.optional(z.string()),
  rounds: z.int().check(z.positive(), z.maximum(MAX_ROUNDS)),
  /** Requested number of matches per round. */
  matches: z.int().check(z.positive(), z.maximum(MAX_MATCHES)),
  budget: z.enum(['none', 'cpu', 'fuel', 'each']),
  target: z.optional(z.enum(['native', 'wasm'])),
  limits: z.looseObject({
    answerMs: z.optional(z.number()),
    cpuMs: z.optional(z.number()),
    sandbox: z.optional(z.enum(SANDBOX_LEVELS)),
    session: z.optional(z.looseObject({})),
  }),
  /** Limits for every agent; absent in a league without agents. */
  agents: z.optional(z.object({ seconds: z.number(), outputMiB: z.number(), processes: z.int() })),
  bots: z
    .array(
      z.object({
        name: botName,
        /** `folder`, `file`, or `built-in`. */
        kind: z.enum(['folder', 'file', 'built-in']),
        /** The command that changes the bot's folder before each round; absent if the bot has no agent. */
        agent: z.optional(z.string()),
      }),
    )
    .check(z.refine(areDistinct, REPEATED)),
});
export type LeagueFile = z.infer<typeof leagueFile>;

/** `commitment.json`: written before the agents of the round run. */
export const commitmentFile = z.object({
  ludus: z.literal('league commitment'),
  version: z.literal(1),
  round: z.int(),
  commitment: hash,
});

/** How an agent ended. */
const agentRecord = z.object({
  /** `done`: exit code 0. `discarded`: the agent's changes don't count, because the bot's folder was too large. */
  end: z.enum(['done', 'failed', 'late', 'flooded', 'discarded']),
  sentence: z.string(),
});

/** `agents/NAME.json`: the result of one bot's agent in a round. */
export const agentFile = z.object({
  ludus: z.literal('league agent'),
  version: z.literal(1),
  round: z.int(),
  name: botName,
  agent: z.nullable(agentRecord),
  /** The SHA-256 of the source files that the match uses (see `treeHash`). */
  sources: hash,
});

/** The state of a bot before the matches of a round. */
export const entry = z.object({
  name: botName,
  /** The bot's file, relative to the round's folder, or the name of a built-in bot; empty if the bot has no file. */
  spec: z.string(),
  /** The first 16 digits of the hash of the bot's source files; empty for a built-in bot. */
  fingerprint: z.string(),
  state: z.enum(['ready', 'not built', 'failed check']),
  /** The reasons for the bot's state, with one message each. */
  problems: z.array(z.string()),
  agent: z.nullable(agentRecord),
});
export type Entry = z.infer<typeof entry>;

/** `entries.json`: written after builds and checks, before any match. */
export const entriesFile = z.object({
  ludus: z.literal('league entries'),
  version: z.literal(1),
  round: z.int(),
  bots: z.array(entry).check(z.refine(areDistinct, REPEATED)),
});

/** The result of a bot in a round. Numbers are null unless the state is `played`. */
export const standing = z.object({
  name: botName,
  /** `crashed`: disqualified in every match. `no result`: the bot was ready, but none of its matches counts. */
  state: z.enum(['played', 'crashed', 'no result', 'not built', 'failed check']),
  rank: z.nullable(z.int()),
  /** The bot's rating relative to the mean of all bots that played. */
  elo: z.nullable(z.number()),
  /** Half the width of the 95% interval of `elo`. */
  margin: z.nullable(z.number()),
  /** The mean share (0 to 1) of the other places that were below the bot's place. */
  points: z.nullable(z.number()),
  matches: count,
  /** Number of matches in which the bot was disqualified. */
  faults: count,
  /** Number of the bot's matches without a result. These matches don't count. */
  void: count,
});
export type LeagueStanding = z.infer<typeof standing>;

/** `round.json`: written when the round is complete. */
export const roundFile = z.object({
  ludus: z.literal('league round'),
  version: z.literal(1),
  round: z.int(),
  /** The key from which the commitment was made. */
  key: hash,
  /** Name and group number of each board. */
  boards: z.array(z.object({ name: z.string(), group: count })),
  matches: count,
  /** The standings, best first. Bots without a rating are last, in the order of the league. */
  standings: z.array(standing).check(z.refine(areDistinct, REPEATED)),
});
export type RoundFile = z.infer<typeof roundFile>;

/** Parses a file's text with this schema. The message names the part that doesn't match the schema. */
export function readLeagueFile<T>(schema: z.ZodMiniType<T>, text: string): Result<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail(problemOf(LAB_PROBLEMS, 'league/json'));
  }
  const read = schema.safeParse(json);
  if (read.success) return ok(read.data as T);
  const { path, message } = read.error.issues[0];
  return fail(problemOf(LAB_PROBLEMS, 'league/format', path.join('.') || 'the file', message));
}

export const leagueText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

/** One of a bot's source files. */
export interface SourceFile {
  /** The path relative to the bot's folder, with `/` between folders. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The SHA-256 of source files, computed from each file's path, length, and content, in the order of the paths. */
export function treeHash(files: readonly SourceFile[]): string {
  const hash = createHash('sha256');
  for (const { path, bytes } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

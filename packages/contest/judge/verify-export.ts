import type { AnyGame } from '@ludus/game/game.ts';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import * as z from 'zod';
import { table } from '../ladder/table.ts';
import { sha256 } from '../queue/chance.ts';
import { hashOf } from '../queue/lease.ts';
import { hashOfResult, resultOf, unpackReplay } from '../queue/result.ts';
import { ratedResult } from '../queue/results.ts';
import { boardText } from '../rounds/board-text.ts';
import { placesOf } from '../rounds/places.ts';
import { sidesOfBoard, teamsIn } from '../sides.ts';
import { hash, type Language, language, type MatchInput, matchKind, matchState, seated, verdict } from '../words.ts';
import { playInput } from './play.ts';
import { readProgram } from './program.ts';

const boardLine = z.object({ kind: z.literal('board'), name: z.string(), text: z.string() });
const moduleLine = z.object({ kind: z.literal('module'), hash, bytes: z.base64() });
const submissionLine = z.object({ kind: z.literal('submission'), number: z.int(), language });
const batchLine = z.object({
  kind: z.literal('batch'),
  number: z.int(),
  live: z.array(
    z.object({
      version: z.int(),
      entrant: z.int(),
      since: z.int(),
      before: z.array(z.int()).exactOptional(),
      builtin: z.string().exactOptional(),
    }),
  ),
});
const matchLine = z.object({
  kind: z.literal('match'),
  number: z.int(),
  match: matchKind,
  state: matchState,
  batch: z.int().nullable(),
  rated: z.int().nullable(),
  board: z.string(),
  seed: z.string(),
  key: hash,
  seats: z.array(seated),
  seconds: z.number().positive(),
  engine: z.string().nullable(),
  input: z.string().nullable(),
  result: z
    .object({
      scores: z.array(z.number()),
      places: z.array(z.number()),
      rounds: z.int(),
      reason: z.string(),
      verdicts: z.array(verdict),
      used: z.array(z.number()),
    })
    .nullable(),
  result_hash: z.string().nullable(),
});
const tableLine = z.object({
  kind: z.literal('table'),
  batch: z.int(),
  rows: z.array(z.record(z.string(), z.unknown())),
});
const contestLine = z.object({
  kind: z.literal('contest'),
  engine: z.string(),
  form: z.object({ game: z.string(), revision: z.string().exactOptional() }),
});
const endLine = z.object({ kind: z.literal('end') });

/** The kinds of lines in an export that are checked, with the checked fields. All other kinds of lines are ignored. */
const LINES = [contestLine, boardLine, submissionLine, moduleLine, batchLine, matchLine, tableLine, endLine] as const;
const anyLine = z.discriminatedUnion('kind', LINES);
const KINDS = new Set<unknown>(LINES.map(({ shape }) => shape.kind.value));

type Batch = z.infer<typeof batchLine>;
type ExportedMatch = z.infer<typeof matchLine>;

/** The parts of a contest's export that can be computed again. */
export interface ContestExport {
  readonly engine: string;
  readonly game: string;
  /** The id of the rules' revision; absent: the first revision. */
  readonly revision?: string | undefined;
  readonly boards: ReadonlyMap<string, string>;
  readonly modules: ReadonlyMap<string, Uint8Array>;
  /** By submission: its language. */
  readonly languages: ReadonlyMap<number, Language>;
  readonly matches: readonly ExportedMatch[];
  /** By batch: the versions that were live. */
  readonly live: ReadonlyMap<number, Batch['live']>;
  readonly tables: readonly z.infer<typeof tableLine>[];
}

/** Thrown if the file isn't a complete export. The message is for users. */
export class InvalidExportError extends Error {}

/** Reads an export line by line. */
export async function readExport(lines: AsyncIterable<string>): Promise<ContestExport> {
  let head: z.infer<typeof contestLine> | undefined;
  const boards = new Map<string, string>();
  const modules = new Map<string, Uint8Array>();
  const languages = new Map<number, Language>();
  const matches: ExportedMatch[] = [];
  const live = new Map<number, Batch['live']>();
  const tables: z.infer<typeof tableLine>[] = [];
  let number = 0;
  let whole = false;
  for await (const text of lines) {
    number++;
    const line = readLine(text, number);
    if (number === 1 && line?.kind !== 'contest') throw new InvalidExportError('this isn’t a contest export');
    switch (line?.kind) {
      case 'contest':
        head = line;
        break;
      case 'board':
        boards.set(line.name, line.text);
        break;
      case 'module':
        modules.set(line.hash, Buffer.from(line.bytes, 'base64'));
        break;
      case 'submission':
        languages.set(line.number, line.language);
        break;
      case 'batch':
        live.set(line.number, line.live);
        break;
      case 'match':
        matches.push(line);
        break;
      case 'table':
        tables.push(line);
        break;
      case 'end':
        whole = true;
        break;
      case undefined:
    }
  }
  if (head === undefined) throw new InvalidExportError('this isn’t a contest export');
  if (!whole) throw new InvalidExportError(`the export is incomplete: it ends after line ${number}`);
  return { engine: head.engine, ...head.form, boards, modules, languages, matches, live, tables };
}

/** Parses a line. Returns undefined for kinds of lines that aren't checked. */
function readLine(text: string, number: number): z.infer<typeof anyLine> | undefined {
  const json = parsed(text);
  if (typeof json !== 'object' || json === null)
    throw new InvalidExportError(`line ${number} isn’t a line of a contest export`);
  if (!KINDS.has((json as { readonly kind?: unknown }).kind)) return undefined;
  const read = anyLine.safeParse(json);
  if (read.success) return read.data;
  const [{ path, message }] = read.error.issues;
  throw new InvalidExportError(
    `line ${number} isn’t a line of a contest export: ${path.join('.')} is not valid: ${message}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface VerifyOptions {
  /** The share (0 to 1) of matches that are played again. */
  readonly share: number;
  /** The engine that plays the matches here. */
  readonly engine: string;
  readonly play: (job: MatchJob) => Promise<MatchOutcome>;
  /** The names of the game's built-in bots, in the game's order. */
  readonly builtins: readonly string[];
  readonly rules: AnyGame;
  readonly onMatch?: (done: number, of: number) => void;
}

/**
 * Checks the modules, matches, and tables in a contest's export, and plays a sample of the matches again. Returns the
 * first difference as a message (undefined if there is none), and the number of matches played.
 */
export async function verifyExport(
  contest: ContestExport,
  options: VerifyOptions,
): Promise<{ readonly differs: string | undefined; readonly played: number; readonly tables: number }> {
  const fail = (differs: string, played = 0) => ({ differs, played, tables: 0 });
  for (const [hash, bytes] of contest.modules)
    if (sha256(bytes) !== hash) return fail(`module ${hash.slice(0, 12)} has bytes that don’t match its name`);
  const wrong = contest.matches
    .map((match) => wrongMatch(contest, match, options.rules))
    .find((each) => each !== undefined);
  if (wrong !== undefined) return fail(wrong);
  const differs = wrongTable(contest, options.builtins);
  if (differs !== undefined) return fail(differs);
  const chosen = contest.matches.filter((match) => isPlayable(contest, match) && isChosen(match, options.share));
  if (chosen.length > 0 && contest.engine !== options.engine)
    return fail(
      `the matches were played by engine ${contest.engine}, but this is ${options.engine}, so they cannot be played again here`,
    );
  let played = 0;
  for (const match of chosen) {
    const found = await replayed(contest, match, options);
    played++;
    options.onMatch?.(played, chosen.length);
    if (found !== undefined) return fail(found, played);
  }
  return { differs: undefined, played, tables: Math.ceil(contest.tables.length / stepOf(contest.tables.length)) };
}

/** Returns the first error that can be found in a match without playing it; undefined if there is none. */
function wrongMatch(contest: ContestExport, match: ExportedMatch, rules: AnyGame): string | undefined {
  const { result, number } = match;
  if (match.state !== 'done') return undefined;
  if (result === null) return `match ${number} is finished but has no result`;
  if (result.scores.length !== match.seats.length)
    return `match ${number} has ${result.scores.length} scores, but ${match.seats.length} players`;
  const unfair = unequalFuel(contest, match);
  if (unfair !== undefined) return unfair;
  const board = contest.boards.get(match.board);
  if (board === undefined) return `match ${number} is on board ${match.board}, which is missing`;
  const teams = teamsIn(match.seats);
  if (String(teams) !== String(sidesOfBoard(rules, { text: board, seats: match.seats.length }).teams))
    return `match ${number} has different sides from its board`;
  const out = result.verdicts.map(({ seat }) => seat);
  if (JSON.stringify(placesOf(result.scores, out, teams)) !== JSON.stringify(result.places))
    return `match ${number}: the places don’t follow from the scores`;
  return hashOf(inputOf(contest, match, rules)) === match.input
    ? undefined
    : `the input of match ${number} differs from the input that was played`;
}

/**
 * Checks that all bots in the same language had the same fuel in a match. Returns the first error; undefined if there
 * is none.
 */
function unequalFuel({ languages }: ContestExport, { number, seats, seconds: all }: ExportedMatch): string | undefined {
  const had = new Map<Language, number>();
  for (const seat of seats) {
    const language = seat.kind === 'module' ? languages.get(seat.version) : undefined;
    if (seat.kind !== 'module' || language === undefined) continue;
    const { seconds = all } = seat;
    const other = had.get(language) ?? seconds;
    if (seconds !== other)
      return `match ${number}: submission ${seat.version} had ${seconds} s of fuel, but another submission in its language had ${other} s`;
    had.set(language, seconds);
  }
  return undefined;
}

/** Returns all inputs of a match. */
function inputOf(contest: ContestExport, match: ExportedMatch, rules: AnyGame): MatchInput {
  const board = boardText(rules, contest.boards.get(match.board)!, Number(match.seed));
  const { game, revision } = contest;
  const input = { ...match, game, board, seats: [...match.seats], engine: match.engine ?? '' };
  return revision === undefined ? input : { ...input, revision };
}

/** Maximum number of tables that are computed again: the last table, and other tables spread over the contest. */
const MAX_TABLES = 50;

/** Checks the tables. Each table depends only on the results up to its batch and on the live versions. */
function wrongTable({ matches, live, tables }: ContestExport, builtins: readonly string[]): string | undefined {
  const rated = matches
    .filter(({ match, state }) => match === 'ladder' && state === 'done')
    .sort((one, other) => one.rated! - other.rated!);
  const step = stepOf(tables.length);
  for (let at = tables.length - 1; at >= 0; at -= step) {
    const { batch, rows } = tables[at];
    const results = rated
      .filter((match) => match.batch! <= batch)
      .map((match) => ratedResult({ ...match, rated: match.rated!, result: match.result! }, builtins));
    const found = table(results, live.get(batch) ?? []);
    const told = rows.map(({ wins: _, ...row }) => sorted(row));
    if (JSON.stringify(found.map((row) => sorted({ ...row }))) !== JSON.stringify(told))
      return `the table after batch ${batch} doesn’t follow from the results`;
  }
  return undefined;
}

const stepOf = (tables: number): number => Math.max(1, Math.ceil(tables / MAX_TABLES));

/** Sorts the keys of JSON, since a database doesn't return them in their original order. */
const sorted = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Checks whether a match can be played again. Programs may play differently each time, so their matches aren't played
 * again.
 */
const isPlayable = ({ modules }: ContestExport, { state, seats }: ExportedMatch): boolean =>
  state === 'done' && seats.every((seat) => seat.kind === 'builtin' || isModule(modules.get(seat.module)));

const isModule = (bytes: Uint8Array | undefined): boolean => bytes !== undefined && readProgram(bytes) === undefined;

/**
 * Checks whether a match is in the sample. The sample is the same every time, but a worker can't know the share in
 * advance.
 */
const isChosen = ({ key }: ExportedMatch, share: number): boolean =>
  Number.parseInt(sha256(`chosen ${key}`).slice(0, 8), 16) / 2 ** 32 < share;

async function replayed(
  contest: ContestExport,
  match: ExportedMatch,
  { play, rules }: VerifyOptions,
): Promise<string | undefined> {
  const input = inputOf(contest, match, rules);
  const outcome = await playInput({ play, module: async (hash) => contest.modules.get(hash)! }, input);
  if (outcome.kind !== 'finished') return `match ${match.number} could not be played again: ${outcome.why}`;
  const result = resultOf(outcome, match);
  if (JSON.stringify(result.scores) !== JSON.stringify(match.result!.scores))
    return `match ${match.number} scored ${result.scores.join(', ')}, but the export says ${match.result!.scores.join(', ')}`;
  return hashOfResult(result, sha256(unpackReplay(outcome.replay))) === match.result_hash
    ? undefined
    : `match ${match.number} was played differently, although the scores are the same`;
}

import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LabRun, PoolClosedError } from '@ludus/lab/lab-run.ts';
import {
  commitmentOf,
  type Entry,
  type LeagueFile,
  type RoundFile,
  type SourceFile,
  treeHash,
} from '@ludus/lab/league.ts';
import { type RunSetup, settingOf, toJsonLine } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, readText, writeComplete } from '@ludus/shell/files.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { contextOf } from '../context.ts';
import { canBeIsolated, warnOfReaders } from '../lab/field.ts';
import type { Progress } from '../lab/progress.ts';
import { answerMs } from '../limits.ts';
import { build, check, compile } from './admit.ts';
import { type AgentRecord, runAgent } from './agent.ts';
import { agentFailure } from './agents.ts';
import { agentBriefing, type RulesText } from './briefing.ts';
import { digestsOf, planRound, resultsFile, roundFileOf } from './conclude.ts';
import { type LeagueFolder, removalProblem } from './folder.ts';
import { botFile, type LeagueBot, readSources, SourcesRejectedError, writeSources } from './sources.ts';

export interface LeaguePlay {
  readonly folder: LeagueFolder;
  readonly kit: AnyKit;
  readonly league: LeagueFile;
  readonly bots: readonly LeagueBot[];
  /** The league's limits for its bots. The sandbox may differ from the league's sandbox. */
  readonly limits: NonNullable<RunSetup['limits']>;
  /** The number of matches, checks, and agents that run at the same time. */
  readonly jobs: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Folders into which every agent may write. */
  readonly writable: readonly string[];
  readonly rules: RulesText;
}

/** Time that an interrupted league waits for the running matches, in milliseconds. */
const GRACE_MS = 2000;

/** Returns the file in which a stopped round keeps its key while none of the round's processes is running. */
const keyFile = (at: string): string => join(at, 'key');

/**
 * Returns the key of a resumed round, or a new key. The key stays in memory, since bots and agents might read it from a
 * file. If the process was killed, the key is lost, and the matches of the round start again.
 */
function takeKey(at: string, round: number): string {
  const file = keyFile(at);
  if (existsSync(file)) {
    const key = readText(file);
    rmSync(file);
    return key;
  }
  if (existsSync(join(at, 'journal.jsonl'))) announce(round, 'continues; its matches are played again with a new key');
  else if (existsSync(join(at, 'commitment.json'))) announce(round, 'continues with a new key');
  forgetJournal(at);
  return randomBytes(32).toString('hex');
}

/** Prints that a part of a round starts. */
const announce = (round: number, part: string): void => void process.stderr.write(`Round ${round}: ${part}\n`);

/**
 * Plays a round from the point where it stopped. Every step leaves a file, and is skipped if the file exists. `given`:
 * the round's key, if it is derived from the league's secret.
 */
export async function playRound(play: LeaguePlay, given: string | undefined, round: number): Promise<RoundFile> {
  const known = play.folder.roundFile(round);
  if (known !== undefined) return known;
  const at = play.folder.round(round);
  makeFolder(at);
  const key = given ?? takeKey(at, round);
  try {
    return await playWithKey(play, key, round);
  } catch (error) {
    if (given === undefined) writeComplete(keyFile(at), key);
    throw error;
  }
}

async function playWithKey(play: LeaguePlay, key: string, round: number): Promise<RoundFile> {
  const { folder } = play;
  const at = folder.round(round);
  folder.write(join(at, 'commitment.json'), {
    ludus: 'league commitment',
    version: 1,
    round,
    commitment: commitmentOf(key),
  });
  await gather(play, round);
  const entries = await admitAll(play, round);
  return await playMatches(play, round, key, entries);
}

/** Collects the source files for a round: the previous round's source files, with the agents' changes. */
async function gather(play: LeaguePlay, round: number): Promise<void> {
  const { folder, bots, jobs } = play;
  const at = folder.round(round);
  makeFolder(join(at, 'sources'));
  makeFolder(join(at, 'agents'));
  const left = bots.filter(({ name, kind }) => {
    const isDone = existsSync(join(at, 'agents', `${name}.json`)) && existsSync(folder.sources(round, name));
    return kind !== 'built-in' && !isDone;
  });
  const lane = async () => {
    for (let bot = left.shift(); bot !== undefined; bot = left.shift()) {
      const { agent, files } = await letAgentWork(play, round, bot);
      if (play.signal.aborted) throw new PoolClosedError();
      if (agent && agent.end !== 'done')
        announce(round, `the ${agentFailure(folder, { round, name: bot.name, agent })}`);
      writeSources(files, folder.sources(round, bot.name));
      folder.write(join(at, 'agents', `${bot.name}.json`), {
        ludus: 'league agent',
        version: 1,
        round,
        name: bot.name,
        agent,
        sources: treeHash(files),
      });
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
}

/** Lets a bot's agent change a copy of the bot's source files. */
async function letAgentWork(
  { folder, kit, league, bots, writable, rules, signal }: LeaguePlay,
  round: number,
  bot: LeagueBot,
): Promise<{ readonly agent: AgentRecord | null; readonly files: readonly SourceFile[] }> {
  const before = round === 1 ? firstSources(bot) : folder.readSources(round - 1, bot.name);
  const command = league.bots.find(({ name }) => name === bot.name)?.agent;
  if (command === undefined) return { agent: null, files: before };
  announce(round, `running the agent of ${bot.name}`);
  const place = join(folder.work, 'agents', bot.name);
  const [own, cache, info] = ['bot', 'cache', 'league'].map((each) => join(place, each));
  const stays = removalProblem(place);
  if (stays !== undefined)
    return {
      agent: { end: 'failed', sentence: `its folder from the previous round can’t be removed: ${stays}` },
      files: before,
    };
  makeFolder(cache);
  writeSources(before, own);
  const environment = agentBriefing({ folder, kit, league, round, bot, files: before, info, rules });
  const others = bots.filter(({ kind }) => kind === 'folder').map(({ source }) => source);
  const { record, log } = await runAgent({
    command,
    limits: league.agents!,
    folder: own,
    hidden: [...others, folder.folder],
    shown: [info],
    writable: [cache, ...writable],
    environment: { ...environment, XDG_CACHE_HOME: cache },
    signal,
  });
  const ended = agentSources(own, record, before);
  const left = removalProblem(place);
  writeComplete(join(folder.round(round), 'agents', `${bot.name}.log`), log);
  if (left === undefined) return ended;
  const sentence = `${ended.agent.sentence}; its folder can’t be removed: ${left}`;
  return { ...ended, agent: { ...ended.agent, sentence } };
}

/**
 * Returns the source files as the agent left them. Discards them, and returns the previous source files, if they can't
 * be read or exceed a league's limits.
 */
function agentSources(
  own: string,
  record: AgentRecord,
  before: readonly SourceFile[],
): { readonly agent: AgentRecord; readonly files: readonly SourceFile[] } {
  if (record.end === 'discarded') return { agent: record, files: before };
  try {
    return { agent: record, files: readSources(own) };
  } catch (error) {
    const sentence = error instanceof SourcesRejectedError ? error.message : 'its folder can’t be read';
    return { agent: { end: 'discarded', sentence }, files: before };
  }
}

function firstSources({ name, source }: LeagueBot) {
  try {
    return readSources(source);
  } catch (error) {
    if (error instanceof SourcesRejectedError) throw new UsageError(`${name} can’t take part: ${error.message}`);
    throw error;
  }
}

/** Builds and checks all bots. A bot whose source files haven't changed keeps its state from the previous round. */
async function admitAll(play: LeaguePlay, round: number): Promise<Entry[]> {
  const { folder, kit, league, bots, limits, jobs } = play;
  const at = folder.round(round);
  const file = join(at, 'entries.json');
  const known = folder.read('entries', file);
  if (known !== undefined) return known.bots;
  const before = round === 1 ? undefined : folder.read('entries', join(folder.round(round - 1), 'entries.json'));
  const entries = bots.map((bot): Entry => {
    const none = { state: 'ready' as const, problems: [], agent: null };
    if (bot.kind === 'built-in') return { name: bot.name, spec: bot.source, fingerprint: '', ...none };
    const record = folder.read('agent', join(at, 'agents', `${bot.name}.json`))!;
    const files = folder.readSources(round, bot.name);
    if (treeHash(files) !== record.sources)
      throw new UsageError(`${folder.sources(round, bot.name)} was changed after the agent of ${bot.name} ended`);
    const found = botFile(files, bot.name, kit);
    const fingerprint = record.sources.slice(0, 16);
    const base = { name: bot.name, fingerprint, agent: record.agent };
    if (!found.ok) return { ...base, spec: '', state: 'not built', problems: [found.why] };
    return { ...base, spec: join('sources', bot.name, found.file), state: 'ready', problems: [] };
  });
  folder.clearWork();
  workIn(folder, round);
  const fresh = entries.flatMap((entry, index) => {
    const same = before?.bots.find(({ name }) => name === entry.name);
    if (entry.state !== 'ready' || entry.fingerprint === '') return [];
    if (same === undefined || same.fingerprint !== entry.fingerprint) return [index];
    entries[index] = { ...entry, state: same.state, problems: same.problems };
    return [];
  });
  const context = await contextOf(kit.game, {
    budget: league.budget,
    folder: folder.work,
    limits,
    target: league.target,
  });
  const notBuilt = (index: number, sentence: string) => {
    entries[index] = { ...entries[index], state: 'not built', problems: [local(sentence, folder)] };
  };
  for (const index of fresh.filter((each) => isModuleInCpp(entries[each].spec, league))) {
    announce(round, `compiling ${entries[index].name}`);
    const sentence = await compile(join(folder.work, entries[index].spec), league.game);
    if (sentence !== undefined) notBuilt(index, sentence);
  }
  const compiled = fresh.filter((index) => entries[index].state === 'ready');
  const refused = await build(
    compiled.map((index) => entries[index].spec),
    context,
  );
  for (const [n, sentence] of refused) notBuilt(compiled[n], sentence);
  const lane = async (queue: number[]) => {
    for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
      const { name, spec, state } = entries[index];
      if (state !== 'ready') continue;
      announce(round, `checking ${name}`);
      const scratch = join(folder.work, `check-${index}`);
      const problems = await check(join(folder.work, spec), { ...league, limits }, { scratch, hidden: folder.folder });
      if (problems.length > 0)
        entries[index] = {
          ...entries[index],
          state: 'failed check',
          problems: problems.map((problem) => local(problem, folder)),
        };
    }
  };
  const queue = [...fresh];
  await Promise.all(Array.from({ length: jobs }, () => lane(queue)));
  folder.write(file, { ludus: 'league entries', version: 1, round, bots: entries });
  return entries;
}

const isModuleInCpp = (spec: string, { budget, target }: LeagueFile): boolean =>
  /\.(?:cc|cpp|cxx)$/.test(spec) && (budget === 'fuel' || target === 'wasm');

/**
 * Copies the source files into the folder in which the matches are played, since bots may write into their own folders.
 */
function workIn(folder: LeagueFolder, round: number): void {
  cpSync(join(folder.round(round), 'sources'), join(folder.work, 'sources'), { recursive: true });
}

/** Removes the path of the working folder, which differs between machines, from a message. */
const local = (sentence: string, { work }: LeagueFolder): string => sentence.replaceAll(`${work}/`, '');

/** Plays the matches and writes the result of the round. */
async function playMatches(
  play: LeaguePlay,
  round: number,
  key: string,
  entries: readonly Entry[],
): Promise<RoundFile> {
  const { folder, kit, league, limits, jobs, progress, signal } = play;
  const at = folder.round(round);
  if (!existsSync(join(folder.work, 'sources'))) workIn(folder, round);
  const plan = planRound(kit, league, { key, entries, folder: folder.work });
  const specs = plan.setup.players.map(({ spec }) => spec);
  const context = await contextOf(kit.game, {
    budget: league.budget,
    folder: folder.work,
    limits,
    target: league.target,
  });
  warnOfReaders(specs, context);
  const setup = {
    ...plan.setup,
    limits,
    replays: folder.replays(round),
    ...(canBeIsolated(specs, context) && { isolated: true }),
  };
  const run = new LabRun({
    setup,
    plan: { round, key },
    folder: at,
    secret: key,
    workerModule: new URL('../lab/match-worker.ts', import.meta.url),
    workers: jobs,
    answerMs: answerMs(limits),
    onPlayed: () => progress.step(),
  });
  const stop = () => void run.stop(GRACE_MS);
  signal.addEventListener('abort', stop);
  try {
    announce(round, `playing ${plan.specs.length} matches`);
    const records = await run.playAll(plan.specs);
    const lines = records.map((record) => toJsonLine(setup, record, settingOf(plan.setup, key, record)));
    writeComplete(resultsFile(at), lines.map((line) => `${line}\n`).join(''));
    const done = roundFileOf(round, key, plan, entries, folder.results(round));
    makeFolder(join(at, 'digests'));
    for (const [name, text] of digestsOf({ folder, kit, league, entries, done }))
      writeComplete(join(at, 'digests', `${name}.txt`), text);
    folder.write(join(at, 'round.json'), done);
    return done;
  } finally {
    signal.removeEventListener('abort', stop);
    await run.close();
    if (existsSync(join(at, 'round.json'))) forgetJournal(at);
  }
}

/** Removes the journal. The results contain all of its content, in an order that doesn't depend on the machine. */
export function forgetJournal(at: string): void {
  for (const file of ['journal.jsonl', 'lock']) rmSync(join(at, file), { force: true });
}

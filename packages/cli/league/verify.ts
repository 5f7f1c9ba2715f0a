import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasKey } from '@ludus/game/secret-randomness.ts';
import { commitmentOf, type Entry, type LeagueFile, leagueText, type RoundFile, treeHash } from '@ludus/lab/league.ts';
import { type MatchSpec, matchKey, type ResultLine, replayName, settingOf } from '@ludus/lab/results.ts';
import type { SandboxLevel } from '@ludus/runtime/parts.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, readText } from '@ludus/shell/files.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { gameNamed, kitOf } from '../games.ts';
import { type PlannedMatch, wrongResult } from '../lab/verified-results.ts';
import { revisedGame } from '../revisions.ts';
import { VERSION } from '../version.ts';
import { digestsOf, planRound, type RoundPlan, roundFileOf } from './conclude.ts';
import { LeagueFolder } from './folder.ts';
import { type LeaguePlay, playRound } from './play-round.ts';
import { builtInNamed, type LeagueBot, SourcesRejectedError, writeSources } from './sources.ts';

/** Reports a difference in a message without a full stop. */
type ReportDifference = (sentence: string) => void;

/** The settings for playing a league again. */
type RerunSettings = Pick<LeaguePlay, 'jobs' | 'progress'> & {
  /** The sandbox for programs, which replaces the league's sandbox; undefined for no sandbox. */
  readonly sandbox: SandboxLevel | undefined;
};

/** The extent of a verification: how many rounds and matches it covered. */
interface VerificationExtent {
  readonly rounds: number;
  readonly matches: number;
  /** Number of matches without a result that weren't played again. */
  readonly unproven: number;
}

/** Returns the game of a league, with the league's revision of the rules. */
function kitOfLeague({ game, revision }: LeagueFile): AnyKit {
  const known = gameNamed(game);
  return { ...kitOf(known), game: revisedGame(known, revision) };
}

/**
 * Computes a league again and reports each difference. Throws a `UsageError` if the folder isn't a league or can't be
 * read.
 */
export async function verifyLeague(
  folder: LeagueFolder,
  differ: ReportDifference,
  again: RerunSettings | undefined,
): Promise<VerificationExtent> {
  const league = folder.league();
  if (league.release !== VERSION)
    throw new UsageError(
      `the league was played by Ludus ${league.release}, but this is Ludus ${VERSION}: use that release`,
    );
  const kit = kitOfLeague(league);
  const unknown = league.bots.find(({ name, kind }) => kind === 'built-in' && builtInNamed(name, kit) === undefined);
  if (unknown) throw new UsageError(`${unknown.name} isn’t a built-in bot of ${kit.game.title}`);
  const elsewhere = again && new LeagueFolder(mkdtempSync(join(tmpdir(), 'ludus-league-')));
  try {
    return await verifyRounds({ folder, kit, league }, differ, elsewhere && { ...again!, elsewhere });
  } finally {
    if (elsewhere) rmSync(elsewhere.folder, { recursive: true, force: true });
  }
}

async function verifyRounds(
  { folder, kit, league }: Omit<Round, 'round' | 'done'>,
  differ: ReportDifference,
  again: (RerunSettings & { readonly elsewhere: LeagueFolder }) | undefined,
): Promise<VerificationExtent> {
  let [rounds, matches, unproven] = [0, 0, 0];
  let changed: ReadonlySet<string> = new Set();
  for (let round = 1; round <= league.rounds; round++) {
    const done = folder.roundFile(round);
    if (done === undefined) {
      differ(`round ${round} isn’t complete`);
      break;
    }
    const here: ReportDifference = (sentence) => differ(`round ${round}: ${sentence}`);
    if (namesOf(done.standings.toSorted(byName)) !== namesOf(league.bots.toSorted(byName))) {
      here('round.json names other bots than league.json');
      break;
    }
    const at = { folder, kit, league, round, done };
    const found = verifyRound(at, changed, here);
    changed = found.changed;
    matches += found.lines.length;
    rounds++;
    const isPlayed = again !== undefined && changed.size === 0;
    if (isPlayed) await playAgain(at, found, again.elsewhere, again, here);
    else if (again) standIn(at, again.elsewhere);
    if (!isPlayed) unproven += found.lines.filter(({ failure }) => failure !== undefined).length;
  }
  return { rounds, matches, unproven };
}

type NamedBot = { readonly name: string };
const byName = (one: NamedBot, other: NamedBot): number => (one.name < other.name ? -1 : 1);
const namesOf = (bots: readonly NamedBot[]): string => String(bots.map(({ name }) => name));

interface Round {
  readonly folder: LeagueFolder;
  readonly kit: AnyKit;
  readonly league: LeagueFile;
  readonly round: number;
  readonly done: RoundFile;
}

/** The results of a round, with the bots and the matches whose records don't verify. */
interface FoundRound {
  readonly lines: readonly ResultLine[];
  /** Bots whose source files in the folder differ from the source files with which they played. */
  readonly changed: ReadonlySet<string>;
  /** Matches that aren't proven by their replays. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Verifies a round. `before`: bots whose source files in the previous round differ from the source files with which
 * they played.
 */
function verifyRound(
  { folder, kit, league, round, done }: Round,
  before: ReadonlySet<string>,
  differ: ReportDifference,
): FoundRound {
  const at = folder.round(round);
  const { commitment } = folder.read('commitment', join(at, 'commitment.json')) ?? {};
  if (commitment !== commitmentOf(done.key)) differ('the key doesn’t match the commitment');
  const entries = folder.read('entries', join(at, 'entries.json'))?.bots ?? [];
  const lines = folder.results(round);
  if (namesOf(entries) !== namesOf(league.bots)) {
    differ('entries.json names other bots than league.json');
    return { lines, changed: new Set(league.bots.map(({ name }) => name)), broken: new Set() };
  }
  const changed = new Set<string>();
  for (const [index, { name, kind }] of league.bots.entries()) {
    const entry = entries[index];
    if (kind === 'built-in' && (entry.spec !== builtInNamed(name, kit) || entry.fingerprint !== ''))
      differ(`the entry of ${name} isn’t for a built-in bot`);
    const isBased = !before.has(name);
    if (kind !== 'built-in' && !verifySources({ folder, round, name, isBased }, entry, differ)) changed.add(name);
  }
  const plan = planRound(kit, league, { key: done.key, entries, folder: at });
  verifyResults(plan, done.key, lines, differ);
  const broken = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const planned = plan.specs[index] && plannedMatch(kit, plan, done.key, plan.specs[index]);
    const wrong = line.failure === undefined ? wrongResult(line, at, planned) : undefined;
    if (wrong === undefined) continue;
    broken.add(line.match);
    differ(`match ${line.match}: ${wrong}`);
  }
  if (leagueText(roundFileOf(round, done.key, plan, entries, lines)) !== leagueText(done))
    differ('round.json does not follow from the results');
  // Missing replays and changed source files, on which digests depend, were reported before.
  else if (lines.every(({ match }) => !broken.has(match))) {
    const isUnknown = (name: string) => before.has(name) || changed.has(name);
    for (const [name, text] of digestsOf({ folder, kit, league, entries, done }, isUnknown)) {
      const file = join(at, 'digests', `${name}.txt`);
      if (folder.text(file) !== text) differ(`the digest of ${name} does not follow from the matches`);
    }
  }
  return { lines, changed, broken };
}

function plannedMatch({ game }: AnyKit, { setup }: RoundPlan, key: string, spec: MatchSpec): PlannedMatch {
  return { board: setup.boards[spec.board].text, key: hasKey(game) ? matchKey(setup, key, spec) : undefined };
}

/**
 * Reports incorrect records of a bot's source files and agent. Returns false if the source files with which the bot
 * played differ from the source files in the folder. `isBased`: whether, in the previous round, the source files in the
 * folder are those with which the bot played. If they are, and no agent ran, the source files of this round must be the
 * same as in the previous round.
 */
function verifySources(
  {
    folder,
    round,
    name,
    isBased,
  }: Pick<Round, 'folder' | 'round'> & { readonly name: string; readonly isBased: boolean },
  entry: Entry,
  differ: ReportDifference,
): boolean {
  const noted = folder.read('agent', join(folder.round(round), 'agents', `${name}.json`));
  const hash = hashOf(folder, round, name);
  if (hash === undefined || hash !== noted?.sources) {
    differ(`the source files of ${name} differ from those that played: ${folder.sources(round, name)}`);
    return false;
  }
  const { fingerprint, agent } = entry;
  if (fingerprint !== hash.slice(0, 16))
    differ(`the fingerprint in the entry of ${name} doesn’t match the source files`);
  if (leagueText({ agent }) !== leagueText({ agent: noted.agent }))
    differ(`the entry of ${name} and agents/${name}.json disagree on how its agent ended`);
  const isSame = round === 1 || !isBased || (agent !== null && agent.end !== 'discarded');
  if (!isSame && hash !== hashOf(folder, round - 1, name))
    differ(`the source files of ${name} changed without an agent`);
  return true;
}

function hashOf(folder: LeagueFolder, round: number, name: string): string | undefined {
  if (!folder.holds(folder.sources(round, name))) return undefined;
  try {
    return treeHash(folder.readSources(round, name));
  } catch (error) {
    if (error instanceof SourcesRejectedError) return undefined;
    throw error;
  }
}

/** Checks whether the matches are those that the key determines. */
function verifyResults(
  { specs, setup }: RoundPlan,
  key: string,
  lines: readonly ResultLine[],
  differ: ReportDifference,
): void {
  if (lines.length !== specs.length)
    differ(`there are ${lines.length} results, but the key determines ${specs.length} matches`);
  specs.forEach((spec, n) => {
    const line = lines[n];
    if (line === undefined) return;
    const { game, revision, match, board, seed, players, fingerprints, setting, standIns = [] } = line;
    const found = { game, revision, match, board, seed, players, fingerprints, setting, standIns, key: line.key };
    const expected = {
      game: setup.game,
      revision: setup.revision,
      match: spec.id,
      board: setup.boards[spec.board].name,
      seed: spec.seed,
      players: spec.players.map((player) => setup.players[player].name),
      fingerprints: spec.players.map((player) => setup.players[player].fingerprint),
      setting: settingOf(setup, key, spec),
      standIns: spec.standIns ?? [],
      key: setup.hidden && line.failure === undefined ? matchKey(setup, key, spec) : undefined,
    };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      differ(`match ${match} differs from match ${n + 1} that the key determines`);
  });
}

/**
 * Writes a placeholder for a round that can't be played again, since digests of the next round need it. The placeholder
 * has no source files, since the bots played with different source files.
 */
function standIn({ league, round, done }: Round, elsewhere: LeagueFolder): void {
  for (const { name, kind } of league.bots) if (kind !== 'built-in') makeFolder(elsewhere.sources(round, name));
  elsewhere.write(join(elsewhere.round(round), 'round.json'), done);
}

/** Builds, checks, and plays a round again, in another folder that contains the previous rounds. No agent runs. */
async function playAgain(
  { folder, kit, league, round, done }: Round,
  { lines, broken }: FoundRound,
  elsewhere: LeagueFolder,
  { sandbox, ...again }: RerunSettings,
  differ: ReportDifference,
): Promise<void> {
  const bots = league.bots.map(
    ({ name, kind }): LeagueBot => ({
      name,
      kind,
      source: builtInNamed(name, kit) ?? name,
    }),
  );
  for (const { name, kind } of bots) {
    if (kind === 'built-in') continue;
    const record = join('agents', `${name}.json`);
    makeFolder(join(elsewhere.round(round), 'sources'));
    makeFolder(join(elsewhere.round(round), 'agents'));
    // The hash leaves some files out. These files could contain anything, so they aren't copied.
    writeSources(folder.readSources(round, name), elsewhere.sources(round, name));
    elsewhere.write(join(elsewhere.round(round), record), folder.read('agent', join(folder.round(round), record))!);
  }
  const { signal } = new AbortController();
  const limits = { ...league.limits, sandbox } as LeaguePlay['limits'];
  // Agents are commands, and the league may be someone else’s, so none runs.
  const withoutAgents = { ...league, bots: bots.map(({ name, kind }) => ({ name, kind })) };
  await playRound(
    { ...again, folder: elsewhere, kit, league: withoutAgents, bots, limits, signal, writable: [], rules: () => '' },
    done.key,
    round,
  );
  // Compares only the states, since the messages of a failed check may contain CPU times.
  const states = [elsewhere, folder].map((each) =>
    each.read('entries', join(each.round(round), 'entries.json'))?.bots.map(({ name, state }) => `${name} ${state}`),
  );
  if (String(states[0]) !== String(states[1])) {
    const hint = sandbox === undefined ? '' : `, in the sandbox ${sandbox} (--sandbox chooses another)`;
    differ(`when the bots are built and checked again, their states are ${states[0]?.join(', ')}${hint}`);
    return;
  }
  const played = elsewhere.results(round);
  for (const [index, line] of lines.entries()) {
    const fields = differentFields(line, played[index], league);
    const replay = join('replays', replayName(kit.game, line.match));
    // Under a budget of CPU time, replays aren't compared, since a replay contains the charged time.
    if (fields.length === 0 && line.failure === undefined && !broken.has(line.match) && !isInTime(league)) {
      const [ours, theirs] = [elsewhere, folder].map((each) => readText(join(each.round(round), replay)));
      if (ours !== theirs) fields.push('replay');
    }
    if (fields.length > 0) differ(`match ${line.match} differs when it is played again: ${fields.join(', ')}`);
  }
  const [ours, theirs] = [elsewhere, folder].map((each) => readFileSync(join(each.round(round), 'round.json')));
  if (!ours.equals(theirs)) differ('round.json differs when the round is played again');
}

/** Checks whether any bot is charged CPU time. */
const isInTime = ({ budget }: LeagueFile): boolean => budget === 'cpu' || budget === 'each';

/** Returns the fields in which a match's result differs from the result when the match is played again. */
function differentFields(line: ResultLine, again: ResultLine | undefined, league: LeagueFile): string[] {
  const comparable = ({ faults, used, failure, ...rest }: ResultLine): Record<string, unknown> => ({
    ...rest,
    // Outside an engine, messages depend on the sandbox and the machine.
    faults: league.budget === 'fuel' ? faults : faults.map(({ sentence: _, ...fault }) => fault),
    used: isInTime(league) ? [] : used,
    failure: failure !== undefined,
  });
  if (again === undefined) return ['no match'];
  const [ours, theirs] = [comparable(line), comparable(again)];
  const fields = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return fields.filter((field) => JSON.stringify(ours[field]) !== JSON.stringify(theirs[field]));
}

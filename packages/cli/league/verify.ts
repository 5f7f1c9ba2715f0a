import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentOf, type Entry, type LeagueFile, leagueText, type RoundFile, treeHash } from '@ludus/lab/league.ts';
import { type MatchSpec, type ResultLine, settingOf } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder, readText } from '@ludus/shell/files.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { gameNamed, kitOf } from '../games.ts';
import { wrongResult } from '../lab/proven.ts';
import { revisedGame } from '../revisions.ts';
import { VERSION } from '../version.ts';
import { digestsOf, planRound, type RoundPlan, roundFileOf } from './conclude.ts';
import { LeagueFolder } from './folder.ts';
import { type LeaguePlay, playRound } from './play.ts';
import { readSources, SourcesTooLarge } from './sources.ts';

/** Says what differs, as a sentence without a full stop. */
type Differ = (sentence: string) => void;

/** How a league is played again. */
type Again = Pick<LeaguePlay, 'jobs' | 'progress'>;

/** The game of a league, by the rules that it was played by. */
function kitOfLeague({ game, revision }: LeagueFile): AnyKit {
  const known = gameNamed(game);
  return { ...kitOf(known), game: revisedGame(known, revision) };
}

/** Computes a league again and reports each difference. Throws a `UsageError` for a folder that is none, or cannot be read. */
export async function verifyLeague(
  folder: LeagueFolder,
  differ: Differ,
  again: Again | undefined,
): Promise<{ readonly rounds: number; readonly matches: number }> {
  const league = folder.league();
  if (league.release !== VERSION)
    throw new UsageError(`the league was played by Ludus ${league.release}, and this is Ludus ${VERSION}`);
  const kit = kitOfLeague(league);
  const elsewhere = again && new LeagueFolder(mkdtempSync(join(tmpdir(), 'ludus-league-')));
  try {
    return await verifyRounds({ folder, kit, league }, differ, elsewhere && { ...again!, elsewhere });
  } finally {
    if (elsewhere) rmSync(elsewhere.folder, { recursive: true, force: true });
  }
}

async function verifyRounds(
  { folder, kit, league }: Omit<Round, 'round' | 'done'>,
  differ: Differ,
  again: (Again & { readonly elsewhere: LeagueFolder }) | undefined,
): Promise<{ readonly rounds: number; readonly matches: number }> {
  let [rounds, matches] = [0, 0];
  let changed: ReadonlySet<string> = new Set();
  for (let round = 1; round <= league.rounds; round++) {
    const done = folder.roundFile(round);
    if (done === undefined) {
      differ(`round ${round} isn’t complete`);
      break;
    }
    const here: Differ = (sentence) => differ(`round ${round}: ${sentence}`);
    const at = { folder, kit, league, round, done };
    const found = verifyRound(at, changed, here);
    changed = found.changed;
    matches += found.matches;
    rounds++;
    if (again && changed.size > 0) standIn(at, again.elsewhere);
    else if (again) await playAgain(at, again.elsewhere, again, here);
  }
  return { rounds, matches };
}

interface Round {
  readonly folder: LeagueFolder;
  readonly kit: AnyKit;
  readonly league: LeagueFile;
  readonly round: number;
  readonly done: RoundFile;
}

/** `before`: bots whose sources of the round before aren’t those that played. Returns these bots of this round. */
function verifyRound(
  { folder, kit, league, round, done }: Round,
  before: ReadonlySet<string>,
  differ: Differ,
): { readonly matches: number; readonly changed: ReadonlySet<string> } {
  const at = folder.round(round);
  const { commitment } = folder.read('commitment', join(at, 'commitment.json')) ?? {};
  if (commitment !== commitmentOf(done.key)) differ('the key isn’t the one of the commitment');
  const entries = folder.read('entries', join(at, 'entries.json'))?.bots ?? [];
  if (String(entries.map(({ name }) => name)) !== String(league.bots.map(({ name }) => name)))
    differ('the entries are of other bots than the league');
  const changed = new Set<string>();
  for (const { name, kind } of league.bots) {
    const entry = entries.find((each) => each.name === name);
    const isBased = !before.has(name);
    if (kind !== 'built-in' && !verifySources({ folder, round, name, isBased }, entry, differ)) changed.add(name);
  }
  const plan = planRound(kit, league, { key: done.key, entries, folder: at });
  const lines = folder.results(round);
  verifyResults(plan, done.key, lines, differ);
  const broken = new Set<string>();
  for (const line of lines) {
    const wrong = line.failure === undefined ? wrongResult(line, at) : undefined;
    if (wrong === undefined) continue;
    broken.add(line.match);
    differ(`match ${line.match}: ${wrong}`);
  }
  if (leagueText(roundFileOf(round, done.key, plan, entries, lines)) !== leagueText(done))
    differ('round.json does not follow from the results');
  // A match without its replay was reported before, and so were sources, whose changes are in a digest.
  else if (lines.every(({ match }) => !broken.has(match))) {
    const isUnknown = (name: string) => before.has(name) || changed.has(name);
    for (const [name, text] of digestsOf({ folder, kit, league, entries, done }, isUnknown)) {
      const file = join(at, 'digests', `${name}.txt`);
      if (!existsSync(file) || readText(file) !== text)
        differ(`the digest of ${name} does not follow from the matches`);
    }
  }
  return { matches: lines.length, changed };
}

/**
 * Reports wrong notes of a bot's sources and agent; false if the sources aren’t those that played. `isBased`: the sources of the
 * round before are, so they must be the same unless an agent ran.
 */
function verifySources(
  {
    folder,
    round,
    name,
    isBased,
  }: Pick<Round, 'folder' | 'round'> & { readonly name: string; readonly isBased: boolean },
  entry: Entry | undefined,
  differ: Differ,
): boolean {
  const noted = folder.read('agent', join(folder.round(round), 'agents', `${name}.json`));
  const hash = hashOf(folder.sources(round, name));
  if (hash === undefined || hash !== noted?.sources) {
    differ(`the sources of ${name} aren’t those that played: ${folder.sources(round, name)}`);
    return false;
  }
  if (entry === undefined) return true;
  const { fingerprint, agent } = entry;
  if (fingerprint !== hash.slice(0, 16)) differ(`the entry of ${name} has the fingerprint of other sources`);
  if (leagueText({ agent }) !== leagueText({ agent: noted.agent }))
    differ(`the entry of ${name} and agents/${name}.json say differently how its agent ended`);
  const isSame = round === 1 || !isBased || (agent !== null && agent.end !== 'discarded');
  if (!isSame && hash !== hashOf(folder.sources(round - 1, name)))
    differ(`the sources of ${name} changed without an agent`);
  return true;
}

function hashOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    return treeHash(readSources(folder));
  } catch (error) {
    if (error instanceof SourcesTooLarge) return undefined;
    throw error;
  }
}

/** Are the matches those that the key decides? */
function verifyResults({ specs, setup }: RoundPlan, key: string, lines: readonly ResultLine[], differ: Differ): void {
  if (lines.length !== specs.length)
    differ(`there are ${lines.length} results, and the key decides ${specs.length} matches`);
  specs.forEach((spec, n) => {
    const line = lines[n];
    if (line === undefined) return;
    const expected = describe(spec, setup, settingOf(setup, key, spec));
    const found = JSON.stringify([line.match, line.board, line.seed, line.players, line.fingerprints, line.setting]);
    const same = String(spec.standIns ?? []) === String(line.standIns ?? []);
    if (found !== expected || !same) differ(`match ${line.match} isn’t match ${n + 1} that the key decides`);
  });
}

const describe = (spec: MatchSpec, { boards, players }: RoundPlan['setup'], setting: string): string =>
  JSON.stringify([
    spec.id,
    boards[spec.board].name,
    spec.seed,
    spec.players.map((player) => players[player].name),
    spec.players.map((player) => players[player].fingerprint),
    setting,
  ]);

/** The files of a round that playing it again must give. */
const PLAYED = ['results.jsonl', 'round.json'];

/** A round that can't be played again, for the digests of the next one: without the sources, because they aren’t those that played. */
function standIn({ league, round, done }: Round, elsewhere: LeagueFolder): void {
  for (const { name, kind } of league.bots) if (kind !== 'built-in') makeFolder(elsewhere.sources(round, name));
  elsewhere.write(join(elsewhere.round(round), 'round.json'), done);
}

/** Builds, checks, and plays a round again, in another folder that has the rounds before. */
async function playAgain(
  { folder, kit, league, round, done }: Round,
  elsewhere: LeagueFolder,
  again: Again,
  differ: Differ,
): Promise<void> {
  for (const part of ['sources', 'agents'])
    cpSync(join(folder.round(round), part), join(elsewhere.round(round), part), { recursive: true });
  const bots = league.bots.map((bot) => ({ ...bot, source: bot.name }));
  const { signal } = new AbortController();
  await playRound(
    { folder: elsewhere, kit, league, bots, signal, writable: [], rules: () => '', ...again },
    done.key,
    round,
  );
  // The sentences of a failed check may hold CPU times.
  const states = [elsewhere, folder].map((each) =>
    each.read('entries', join(each.round(round), 'entries.json'))?.bots.map(({ name, state }) => `${name} ${state}`),
  );
  if (String(states[0]) !== String(states[1]))
    differ(`the states are ${states[0]?.join(', ')} when the bots are built and checked again`);
  for (const file of PLAYED) {
    const [ours, theirs] = [elsewhere, folder].map((each) => readFileSync(join(each.round(round), file)));
    if (!ours.equals(theirs)) differ(`${file} comes out differently when the round is played again`);
  }
}

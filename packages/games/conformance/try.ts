import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnySimulator, planesOf } from '@ludus/env/simulator.ts';
import {
  type AnyFixture,
  ConformanceError,
  checkRounds,
  checkSimulator,
  choosePlaythrough,
  describeBoards,
  describeMatches,
  type HostedApi,
  type PlanesOf,
  playAgain,
  runConformance,
  runHostConformance,
  summarizeBoards,
  summarizeMatches,
} from '@ludus/game/conformance.ts';

import type { AnyKit } from '../kit.ts';

// node packages/games/conformance/try.ts FOLDER: runs the suite for a game in any folder, and compares the game's
// playthrough with the stored file. If the file is missing, it is written. The tests next to this file do the same for
// the built-in games.

const SIZE = { boards: 20, matches: 500, rounds: 40 };
/** Number of boards on which whole matches are played. */
const ROUNDS_BOARDS = 12;
const HOST_SIZE = { boards: 12, rounds: 40 };
const FIRST_SEED = 11;

function say(line: string, failed = false): void {
  if (failed) process.exitCode = 1;
  console.log(line);
}

/** Returns a failure's sentence. An error that the suite didn't expect comes with its stack. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof ConformanceError)) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message}\n${error.cause.stack}` : error.message;
}

let isDone = false;
process.on('exit', () => {
  // A game may end the process, even with the exit code 0.
  if (!isDone) say('the process ended before all checks were finished', true);
});
const folder = resolve(process.argv[2] ?? '.');
// The hooks find the game's library through this variable.
process.env.LUDUS_GAMES = [process.env.LUDUS_GAMES, join(folder, 'kit.ts')].filter(Boolean).join(delimiter);
await import('../hooks.ts');
const file = join(folder, 'rules/fixture.ts');
if (!existsSync(file)) say(`${file} doesn’t exist: pass the game’s folder as the argument`, true);
else {
  const { fixture } = await found<{ fixture: AnyFixture }>(file);
  const simulator = await simulatorIn(folder);
  if (tryGame(fixture, simulator)) await tryHost(fixture);
}
isDone = true;

async function found<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

/** The simulator exported from `simulator.ts`, no matter what the export is called. */
async function simulatorIn(game: string): Promise<AnySimulator | undefined> {
  const path = join(game, 'simulator.ts');
  if (!existsSync(path)) return undefined;
  const exported = Object.values(await found<Record<string, AnySimulator>>(path));
  return exported.find((each) => typeof each === 'object' && 'writePlanes' in each);
}

/** Returns whether the suite passes. */
function tryGame(fixture: AnyFixture, simulator: AnySimulator | undefined): boolean {
  const planes: PlanesOf | undefined = planesOf(simulator);
  try {
    const { game, matches, rounds, shown, remarks } = runConformance(fixture, 1, SIZE);
    if (simulator) {
      checkRounds(fixture, (board) => simulator.rounds(board), 1, ROUNDS_BOARDS);
      checkSimulator(fixture, simulator, 1, ROUNDS_BOARDS);
    }
    say(`${game} meets the rules for every game: ${matches} matches, ${rounds} rounds`);
    for (const remark of remarks) say(`is this intended? ${remark}`);
    if (shown)
      say(
        `every seat sees these parts of the state completely: ${shown.join(', ') || 'none'}. Check that none of them is secret, or depends on secrets`,
      );
  } catch (error) {
    say(textOf(error), true);
    return false;
  }
  tryPlaythrough(fixture);
  const matches = (before: string) => describeMatches(fixture, before, planes);
  tryGolden('matches.txt', 'a summary of matches', () => summarizeMatches(fixture, planes), matches);
  tryGolden(
    'boards.txt',
    'a summary of boards',
    () => summarizeBoards(fixture),
    (before) => describeBoards(fixture, before),
  );
  return true;
}

/** Compares players in this process with players behind `player/host.ts`, if the game has a kit and this file. */
async function tryHost(fixture: AnyFixture): Promise<void> {
  const [kitFile, host] = [join(folder, 'kit.ts'), join(folder, 'player/host.ts')];
  if (!existsSync(kitFile) || !existsSync(host)) return;
  const { kit } = await found<{ kit: AnyKit }>(kitFile);
  if (kit.api === undefined) return;
  const { follow } = await found<Pick<HostedApi, 'follow'>>(host);
  const sample = kit.samples?.typescript?.file;
  const bots = sample === undefined ? [] : [(await found<{ default: unknown }>(join(folder, '..', sample))).default];
  // Players behind the host write their logs to the console, which is silenced here.
  console.error = () => {};
  try {
    const { questions } = await runHostConformance(fixture, { open: kit.api.open, follow, bots }, 1, HOST_SIZE);
    say(`player/host.ts gives bots the same information as in process: ${questions} questions`);
  } catch (error) {
    say(textOf(error), true);
  }
}

function tryPlaythrough(fixture: AnyFixture): void {
  const played = join(folder, 'golden/wild.txt');
  if (!existsSync(played)) {
    mkdirSync(join(folder, 'golden'), { recursive: true });
    const { text, gains } = choosePlaythrough(fixture, FIRST_SEED);
    writeFileSync(played, text);
    say(
      `wrote ${played}. Read this file: does the match follow your rules? Its scores grow by ${gains} different ${gains === 1 ? 'amount' : 'amounts'}`,
    );
    return;
  }
  const before = readFileSync(played, 'utf8').split('\n');
  const now = playAgain(fixture.game, before.join('\n')).split('\n');
  const at = now.findIndex((line, i) => line !== before[i]);
  if (at < 0 && now.length === before.length) say(`${played} hasn’t changed since it was written`);
  else
    say(
      `${played}, line ${at + 1} was ${JSON.stringify(before[at])}, but now is ${JSON.stringify(now[at])}. If you intended the change, delete the file`,
      true,
    );
}

/** Compares a summary with its file, or writes the file if it is missing. */
function tryGolden(
  name: string,
  what: string,
  summarize: () => string,
  describe: (before: string) => string | undefined,
): void {
  const file = join(folder, 'golden', name);
  if (!existsSync(file)) {
    writeFileSync(file, summarize());
    say(`wrote ${file}: ${what}, which the next run compares`);
    return;
  }
  const why = describe(readFileSync(file, 'utf8'));
  if (why === undefined) say(`${file} hasn’t changed since it was written`);
  else say(`${file}: ${why}. If you intended the change, delete the file`, true);
}

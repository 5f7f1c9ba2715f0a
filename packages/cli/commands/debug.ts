import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { printableLines } from '@ludus/kernel/reader.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type Difference, type FeedResult, openRecording } from '@ludus/referee/debug.ts';
import { onPath } from '@ludus/runtime/process/launch.ts';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { contextOf, nodePartsOf } from '../context.ts';
import { type Debugger, debuggerOf } from '../debugger.ts';
import { GAMES } from '../games.ts';
import { whole } from '../option-values.ts';
import { playerHere } from '../player-here.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';

interface DebugOptions {
  readonly seat: number;
  readonly player?: string;
  readonly round?: number;
  readonly inspect: string;
  readonly log?: boolean;
  readonly sanitize?: boolean;
}

/** How many differing rounds are shown one by one. */
const SHOWN = 10;

/** `ludus debug`: feeds a recorded match to one of its players again. */
export function debug(program: Command): void {
  program
    .command('debug')
    .description('feed a recorded match to one player again: does it still answer the same? Stop in a debugger')
    .argument('<replay>', 'a replay of any game, ours or the originals’, also gzipped')
    .requiredOption('--seat <seat>', 'whose place the player takes, from 0', whole)
    .option('--player <player>', 'the player; without it, the one that the replay names, looked for here')
    .option(
      '--round <round>',
      'stop at this round (the board’s rnd, from 0) in the inspector, gdb or pdb, where the player’s library knows its rounds',
      whole,
    )
    .option('--inspect <address>', 'where a TypeScript player’s inspector listens', '127.0.0.1:9229')
    .option('--log', 'show what the player logs')
    .option('--sanitize', 'a C++ player: compiled with all checks of memory, containers and sums, which name the line')
    .addHelpText(
      'after',
      `
No clock runs: a player may be held as long as you like.
Exit code: 0 all answers are as recorded, 1 some differ.

Example:
  ludus debug match.res --seat 2 --player ./AIMine.cc --round 120`,
    )
    .action(run);
}

async function run(file: string, options: DebugOptions): Promise<void> {
  const { seat, round } = options;
  const opened = openRecording(readReplayText(file), GAMES, seat, toldRevision(file));
  if (!opened.ok) throw new UsageError(`${file}: ${describeProblem(opened.problem)}`);
  const { game, info, generator, feed } = opened.value;
  const seats = info.names.length;
  if (seat >= seats) throw new UsageError(`this match of ${game.title} has the seats 0 to ${seats - 1}, not ${seat}`);
  if (round !== undefined) {
    const last = opened.value.lastRound();
    if (round > last) throw new UsageError(`${file}: nobody is asked in round ${round}: the rounds are 0 to ${last}`);
  }
  const name = options.player ?? playerHere(info.names[seat]);
  const stop = round === undefined ? undefined : debuggerOf(name, await nodePartsOf(game));
  let pid: number | undefined;
  if (stop === 'gdb' && onPath('gdb') === undefined)
    throw new UsageError(
      `gdb is not installed (Debian: gdb), so that nothing can stop in round ${round}; without --round the answers are compared, and with --sanitize a crash has its line`,
    );
  const context = await contextOf(game, {
    budget: 'none',
    folder: process.cwd(),
    sanitize: options.sanitize,
    debug: {
      inspect: options.inspect,
      ...(stop && { round }),
      ...(generator !== undefined && { generator }),
      onStart(started) {
        pid = started;
      },
    },
  });
  const [source] = await resolveAll([name], context);
  if (round !== undefined) say(howItStops(stop, round, options.inspect));
  const port = await source.open({
    log(text) {
      if (options.log || round !== undefined) process.stderr.write(`${printableLines(text)}\n`);
    },
    draw() {},
  });
  const shown: Difference[] = [];
  let gdb: { readonly ended: Promise<void> } | undefined;
  let result: FeedResult;
  try {
    result = await feed(port, {
      async beforeRound(now) {
        if (now === round && stop === 'gdb' && pid !== undefined) gdb = await attachGdb(pid, source.name);
      },
      onDifference(difference) {
        if (shown.push(difference) > SHOWN) return;
        process.stdout.write(
          `round ${difference.round}: recorded ${difference.recorded || 'nothing'}; now ${difference.now || 'nothing'}\n`,
        );
      },
    });
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  await gdb?.ended;
  const { rounds, differences, failed } = result;
  if (differences.length > SHOWN) process.stdout.write(`… and ${differences.length - SHOWN} more\n`);
  if (failed) process.stdout.write(`round ${failed.round}: ${failed.sentence}\n`);
  process.stdout.write(
    differences.length === 0 && !failed
      ? `${source.name} answers in all ${rounds} rounds as recorded.\n`
      : `${source.name} ${summary(result)}\n`,
  );
  if (info.limited) say('the match was played under a budget: what the player drew at random then is not known now');
  if (differences.length > 0 || failed) process.exitCode = NOT_SO;
}

/** What a feed with differences, or one that ended before its time, comes to. */
function summary({ rounds, differences, failed }: FeedResult): string {
  if (failed && differences.length === 0)
    return `answers as recorded, and ends in round ${failed.round}${failed.asRecorded ? ' as it did' : ''}.`;
  const end = failed ? `, and ends in round ${failed.round}` : '';
  return `answers differently in ${differences.length} of ${rounds} rounds, first in round ${differences[0].round}${end}.`;
}

function howItStops(stop: Debugger | undefined, round: number, inspect: string): string {
  switch (stop) {
    case 'inspector':
      return `it waits for a debugger on ${inspect} (chrome://inspect, or your editor’s "attach"); it stops before play() in round ${round}`;
    case 'pdb':
    case 'gdb':
      return `${stop} stops at the start of play() in round ${round} (s: step, c: go on)`;
    default:
      return `nothing stops in round ${round}, as no library tells where this player’s rounds begin; the recorded match is fed to it, and its answers are compared`;
  }
}

/** Attaches gdb, on this terminal, to a player that waits for its next board. `ended` is kept when gdb is left. */
async function attachGdb(pid: number, player: string): Promise<{ readonly ended: Promise<void> }> {
  const commands = ['set pagination off', 'set confirm off', `tbreak ${player}::play`, 'continue'];
  const gdb = spawn('gdb', ['-q', '-p', String(pid), ...commands.flatMap((each) => ['-ex', each])], {
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => {
    gdb.once('close', () => resolve());
    gdb.once('error', () => resolve());
  });
  while (gdb.exitCode === null && !/^TracerPid:\t[1-9]/m.test(status(pid))) await sleep(20);
  return { ended };
}

function status(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 'TracerPid:\t1';
  }
}

function say(text: string): void {
  process.stderr.write(`ludus: ${text}\n`);
}

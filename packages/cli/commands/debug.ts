import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProblem } from '@ludus/kernel/result.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { type AnswerDifference, type FeedResult, openRecording } from '@ludus/referee/debug.ts';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { playerHere } from '../bot-files.ts';
import { contextOf, nodePartsOf } from '../context.ts';
import { type Debugger, debuggerOf } from '../debugger.ts';
import { GAMES } from '../games.ts';
import { answerMs, limitsOf, patienceOption } from '../limits.ts';
import { jsonOption, whole } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';
import { printJson, textOutput } from '../say.ts';
import { watchMatch } from '../waiting.ts';

interface DebugOptions {
  readonly seat: number;
  readonly player?: string;
  readonly round?: number;
  readonly inspect: string;
  readonly log?: boolean;
  readonly sanitize?: boolean;
  readonly patience?: number;
  readonly json?: boolean;
}

/** Maximum number of rounds that are printed because the bot's moves differ from the recorded moves. */
const SHOWN = 10;

/** `ludus debug`: feeds a recorded match to one of the match's players again. */
export function debug(program: Command): void {
  program
    .command('debug')
    .description('Debug one bot in a recorded match')
    .argument('<replay>', 'replay of any game, plain or gzipped')
    .requiredOption('--seat <seat>', 'seat of the bot, counted from 0', whole)
    .option('--player <player>', 'bot to debug (default: the bot that the replay names, in this folder)')
    .option('--round <round>', 'round in which to stop in the inspector, gdb, or pdb, counted from 0', whole)
    .option('--inspect <address>', 'address of the inspector for TypeScript bots', '127.0.0.1:9229')
    .option('--log', 'print the bot’s log on standard error')
    .option('--sanitize', 'check a C++ bot for memory, container, and overflow errors, with line numbers')
    .addOption(
      patienceOption(
        'wall-clock time per move, above 0 (default: 10; TypeScript and JavaScript: 30; with --sanitize: 60)',
      ),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Sends the recorded boards to the bot again, and compares its moves with the recorded moves. While a debugger is in
use, time limits are off.
With --json, prints one JSON object: player, rounds, differences (round, recorded, now), failed.
Exit code: 0 all moves are as recorded, 1 some moves differ.

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
  if (seat >= seats)
    throw new UsageError(`--seat must be 0 to ${seats - 1} in this match of ${game.title}, not ${seat}`);
  if (round !== undefined) {
    const last = opened.value.lastRound();
    if (round > last) throw new UsageError(`--round must be 0 to ${last} in ${file}, not ${round}`);
  }
  const name = options.player ?? playerHere(info.names[seat]);
  const stop = round === undefined ? undefined : debuggerOf(name, await nodePartsOf(game));
  let pid: number | undefined;
  if (stop === 'gdb' && onPath('gdb') === undefined)
    throw new UsageError(
      `--round ${round} needs gdb, which is not installed: install it (Debian: gdb), or use --sanitize to find the line of a crash`,
    );
  const context = await contextOf(game, {
    budget: 'none',
    folder: process.cwd(),
    sanitize: options.sanitize,
    limits: await limitsOf({ ...(options.sanitize && { patience: 60 }), ...options }, 'none'),
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
  const runner = await source.open({
    log(text) {
      if (options.log || round !== undefined) process.stderr.write(`${toPrintableLines(text)}\n`);
    },
    draw() {},
  });
  // In a debugger, the bot may pause for any length of time.
  const watched =
    stop === undefined
      ? watchMatch(
          game,
          info.names.map(() => runner),
          answerMs(context.limits),
          '--patience gives the bot more time',
        )
      : undefined;
  const out = textOutput(options.json);
  const shown: AnswerDifference[] = [];
  let gdb: { readonly ended: Promise<void> } | undefined;
  let result: FeedResult;
  try {
    result = await feed(watched?.runners[seat] ?? runner, {
      async beforeRound(now) {
        if (now === round && stop === 'gdb' && pid !== undefined) gdb = await attachGdb(pid, source.name);
      },
      onDifference(difference) {
        if (shown.push(difference) > SHOWN) return;
        out.write(
          `round ${difference.round}: recorded ${difference.recorded || 'nothing'}; now ${difference.now || 'nothing'}\n`,
        );
      },
    });
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  } finally {
    watched?.end();
  }
  await gdb?.ended;
  const { rounds, differences, failed } = result;
  if (differences.length > SHOWN) out.write(`… and ${differences.length - SHOWN} more\n`);
  if (failed) out.write(`round ${failed.round}: ${failed.sentence}\n`);
  out.write(
    differences.length === 0 && !failed
      ? `${source.name} moves as recorded in all ${rounds} rounds.\n`
      : `${source.name} ${summary(result)}\n`,
  );
  if (options.json) printJson({ player: source.name, rounds, differences, failed: failed ?? null });
  if (info.limited && info.key === undefined)
    say('the replay has no key, so the bot’s random numbers can differ from the recorded ones');
  if (differences.length > 0 || failed) process.exitCode = EXIT_NEGATIVE;
}

/** Summarises a repeated match in which the bot failed, or its moves differed from the recorded moves. */
function summary({ rounds, differences, failed }: FeedResult): string {
  if (failed && differences.length === 0)
    return `moves as recorded and fails in round ${failed.round}${failed.asRecorded ? ', as recorded' : ''}.`;
  const end = failed ? `, and fails in round ${failed.round}` : '';
  return `moves differently in ${differences.length} of ${rounds} rounds, first in round ${differences[0].round}${end}.`;
}

function howItStops(stop: Debugger | undefined, round: number, inspect: string): string {
  switch (stop) {
    case 'inspector':
      return `the bot waits for a debugger on ${inspect} (chrome://inspect, or "attach" in your editor) and stops before play() in round ${round}`;
    case 'pdb':
    case 'gdb':
      return `${stop} stops at the start of play() in round ${round} (s: step, c: continue)`;
    default:
      return `can’t stop in round ${round} because this bot uses no library that marks its rounds; its moves are only compared with the replay`;
  }
}

/** Attaches gdb, on this terminal, to a player that is waiting for its next board. `ended` resolves when gdb ends. */
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

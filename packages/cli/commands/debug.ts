import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type Difference, openRecording } from '@ludus/referee/debug.ts';
import { onPath } from '@ludus/runtime/process/launch.ts';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';

interface DebugOptions {
  readonly seat: number;
  readonly player?: string;
  readonly round?: number;
  readonly inspect: string;
  readonly log?: boolean;
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
      'stop at this round (the board’s rnd, from 0) in a debugger: the inspector, gdb or pdb',
      whole,
    )
    .option('--inspect <address>', 'where a TypeScript player’s inspector listens', '127.0.0.1:9229')
    .option('--log', 'show what the player logs')
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
  const opened = openRecording(readReplayText(file), GAMES, seat);
  if (!opened.ok) throw new UsageError(`${file}: ${describeProblem(opened.problem)}`);
  const { game, info, generator, feed } = opened.value;
  const seats = info.names.length;
  if (seat >= seats) throw new UsageError(`this match of ${game.title} has the seats 0 to ${seats - 1}, not ${seat}`);
  if (round !== undefined) {
    const last = opened.value.lastRound();
    if (round > last) throw new UsageError(`${file}: nobody is asked in round ${round}: the rounds are 0 to ${last}`);
  }
  const name = options.player ?? playerHere(info.names[seat]);
  let pid: number | undefined;
  const context = await contextOf(game, {
    budget: 'none',
    folder: process.cwd(),
    debug: {
      inspect: options.inspect,
      ...(round !== undefined && { round }),
      ...(generator !== undefined && { generator }),
      onStart(started) {
        pid = started;
      },
    },
  });
  const [source] = await resolveAll([name], context);
  if (round !== undefined) say(howItStops(name, round, options.inspect));
  const port = await source.open({
    log(text) {
      if (options.log || round !== undefined) process.stderr.write(`${text}\n`);
    },
    draw() {},
  });
  const shown: Difference[] = [];
  let gdb: { readonly ended: Promise<void> } | undefined;
  let result: Awaited<ReturnType<typeof feed>>;
  try {
    result = await feed(port, {
      async beforeRound(now) {
        if (now === round && isNative(name) && pid !== undefined) gdb = await attachGdb(pid, source.name);
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
      : `${source.name} answers differently in ${differences.length} of ${rounds} rounds, first in round ${differences[0]?.round ?? failed?.round}.\n`,
  );
  if (info.limited) say('the match was played under a budget: what the player drew at random then is not known now');
  if (differences.length > 0 || failed) process.exitCode = NOT_SO;
}

/** A player's name in a replay, as something that can be resolved from here. */
function playerHere(name: string): string {
  const files = [
    `AI${name}.cc`,
    ...['ts', 'js', 'mjs', 'py', 'java', 'rs', 'go', 'cc', 'wasm'].map((ending) => `${name}.${ending}`),
  ];
  const found = files.find((each) => existsSync(each));
  return found === undefined ? name : `./${found}`;
}

const isNative = (name: string): boolean => /\.(cc|cpp|cxx|rs|go)$/.test(name) || !/[./:]/.test(name);

function howItStops(name: string, round: number, inspect: string): string {
  if (/\.[cm]?[jt]s$/.test(name))
    return `it waits for a debugger on ${inspect} (chrome://inspect, or your editor’s "attach"); it stops before play() in round ${round}`;
  if (name.endsWith('.py')) return `pdb stops at the start of play() in round ${round} (s: step, c: go on)`;
  if (isNative(name)) return `gdb stops at the start of play() in round ${round} (s: step, c: go on)`;
  return 'a debugger is only known for TypeScript, JavaScript, Python and C++; the answers are compared all the same';
}

/** Attaches gdb, on this terminal, to a player that waits for its next board. `ended` is kept when gdb is left. */
async function attachGdb(pid: number, player: string): Promise<{ readonly ended: Promise<void> }> {
  if (onPath('gdb') === undefined) throw new UsageError('gdb is not installed (Debian: gdb)');
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

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on.');
  return Number(text);
}

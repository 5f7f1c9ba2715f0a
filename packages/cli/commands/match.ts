import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { wrongPlayers } from '@ludus/game/seats.ts';
import { type Sidecar, sidecarName } from '@ludus/game/sidecar.ts';
import { newKey } from '@ludus/referee/key.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/sidecar-recorder.ts';
import { listPlayers, type ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { isStream, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { loadBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { PLAYER_KINDS } from '../kinds.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf, targetOption } from '../limits.ts';
import { LogFolder } from '../log-folder.ts';
import { parseBudget, parseSeed } from '../option-values.ts';
import { replayHash } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { info, sayFrozen, sayScores, sayVerdict } from '../say.ts';
import { VERSION } from '../version.ts';
import { watchMatch } from '../waiting.ts';

interface MatchOptions extends LimitOptions {
  readonly seed: number;
  readonly input?: string;
  readonly output?: string;
  readonly list?: boolean;
  readonly verbose?: boolean;
  readonly budget: ResolveContext['budget'];
  readonly log?: string;
  readonly target?: ResolveContext['target'];
}

/** `ludus match`: the originals' Game. */
export function match(program: Command): void {
  addLimitOptions(program.command('match'))
    .description('play one match; the game is the board’s')
    .argument(
      '[players...]',
      'one player a seat: a built-in name (Demo), a file (./mine.ts, ./mine.py), or a command (cmd:…)',
    )
    .option('-s, --seed <seed>', 'the match seed, a whole number of 32 bits; its sign does not count', parseSeed, 1)
    .option('-i, --input <board>', 'the board file; without it, standard input')
    .option('-o, --output <replay>', 'the replay file; without it, standard output')
    .option('-l, --list', 'list the players that can be named')
    .option('--verbose', 'also say on standard error when each round begins')
    .option('--budget <what>', 'what a player’s budget is counted in: none, cpu or fuel', parseBudget, 'none')
    .addOption(targetOption())
    .option('--log <folder>', 'write what each player logs into this folder, one file a seat')
    .version(VERSION, '-v, --version')
    .helpOption('-h, --help')
    .addHelpText('after', '\nExample:\n  ludus match Demo Demo Demo Null -s 7 -i boards/madmax/maze1.cnf -o match.res')
    .action(run);
}

async function run(names: string[], options: MatchOptions): Promise<void> {
  if (options.list) {
    await printPlayers(options);
    return;
  }
  if (options.input === undefined && process.stdin.isTTY) {
    throw new UsageError('there is no board: give one with -i, or on standard input');
  }
  const { game, board } = loadBoard(options.input ?? '-');
  const wrong = wrongPlayers(game, board, names.length);
  if (wrong !== undefined) throw new UsageError(wrong);
  const context = await contextOf(game, {
    budget: options.budget,
    target: options.target,
    folder: process.cwd(),
    limits: limitsOf(options, options.budget),
  });
  const sources = await resolveAll(names, context);
  const logs = options.log === undefined ? undefined : new LogFolder(options.log, sources.length);
  const sidecar = new SidecarRecorder(options.budget === 'none' ? undefined : options.budget);
  const outputs = sources.map((_, seat) =>
    both(sidecar.output(seat), logs?.output(seat) ?? (options.budget === 'none' ? ON_TERMINAL : undefined)),
  );
  const ports = await Promise.all(sources.map((source, seat) => source.open(outputs[seat])));
  const key = options.budget === 'none' ? undefined : newKey();
  // Said before anything is drawn from it: afterwards nobody can have chosen another one.
  if (key !== undefined && game.setGenerator)
    info(`sealed chance: the key's SHA-256 is ${createHash('sha256').update(key).digest('hex')}`);
  const chunks: string[] = [];
  const watched = watchMatch(game, ports, answerMs(context.limits));
  const result = await playMatch({
    game,
    board,
    seed: Math.abs(options.seed) | 0,
    ports: watched.ports,
    limited: options.budget !== 'none',
    record: (text) => chunks.push(text),
    ...(key !== undefined && { key }),
    onFault(verdict) {
      sidecar.onFault(verdict);
      sayVerdict(verdict);
    },
    onRound(_, round, used) {
      sidecar.onRound(round, used);
      logs?.round(round);
      if (options.verbose) info(`round ${round}`);
    },
  });
  watched.end();
  logs?.close();
  if (options.output === undefined) process.stdout.write(chunks.join(''));
  else writeReplay(options.output, chunks.join(''), sidecar.finish(replayHash(chunks.join(''))));
  const played = sources.map((source) => source.name);
  result.outcome.illegal?.forEach((sentence, seat) => {
    if (sentence !== '')
      info(`player ${played[seat]} (seat ${seat}) made an illegal move in round ${result.rounds}: ${sentence}`);
  });
  sayScores(played, result.outcome.scores);
  sayFrozen(
    result.verdicts,
    names,
    options.output !== undefined && !isStream(options.output) ? options.output : undefined,
  );
}

/** Writes a replay (gzipped where its name ends so) and, where there is something to tell, its sidecar. */
export function writeReplay(file: string, text: string, sidecar: Sidecar | undefined): void {
  writeComplete(file, file.endsWith('.gz') ? gzipSync(text) : text);
  if (isStream(file)) return;
  if (sidecar) writeComplete(sidecarName(file), JSON.stringify(sidecar));
  else rmSync(sidecarName(file), { force: true });
}

function both(one: PlayerOutput, other: PlayerOutput | undefined): PlayerOutput {
  if (!other) return one;
  return {
    log(text) {
      one.log(text);
      other.log(text);
    },
    draw(shape) {
      one.draw(shape);
      other.draw(shape);
    },
  };
}

/** As with the originals, what players write on cerr in a plain match is there to be read. */
const ON_TERMINAL: PlayerOutput = {
  log: (text) => void process.stderr.write(`${text}\n`),
  draw() {},
};

async function printPlayers(options: MatchOptions): Promise<void> {
  const games =
    options.input === undefined ? GAMES.filter((game) => game.seats.includes(4)) : [loadBoard(options.input).game];
  const names: string[] = [];
  for (const game of games) {
    const context = await contextOf(game, { budget: options.budget, folder: process.cwd() });
    names.push(...listPlayers(PLAYER_KINDS, context).map((player) => player.name));
  }
  process.stdout.write(`${[...new Set(names)].sort().join('\n')}\n`);
}

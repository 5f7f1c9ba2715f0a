import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted } from '@ludus/cli/benchmarks.ts';
import { boardFile, loadBoard } from '@ludus/cli/boards.ts';
import { newRoundRecord } from '@ludus/game/game.ts';
import { EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { BenchProtocol, CHECKSUMS } from 'ludus/cylinder/testing.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { median } from './median.ts';

type CylinderGame = typeof madmax;

const MATCHES = 1000;
/** Number of boards in a batch. */
const BOARDS = 64;
const NATIVE = fileURLToPath(new URL('../../shared/bench/ceiling.cc', import.meta.url));

/**
 * `npm run bench -- engine`: the cylinder games' engine under the bench protocol, compared with the native engine if it
 * can be compiled.
 */
export function engineBench(bench: Command): void {
  bench
    .command('engine')
    .description('Measure the engine of Mad Max and Star War')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 5)
    .addHelpText('after', '\nExample:\n  npm run bench -- engine --runs 3')
    .action(({ runs }: { runs: number }) => {
      const native = compileNative();
      try {
        for (const game of [madmax, starwar]) measureGame(game, Math.max(1, Math.round(runs)), native);
      } finally {
        if (native) rmSync(native.folder, { recursive: true, force: true });
      }
    });
}

interface NativeEngine {
  readonly folder: string;
  readonly program: string;
}

/** The native engine for the same protocol, if a compiler and the engine's source exist. */
function compileNative(): NativeEngine | undefined {
  if (!existsSync(NATIVE)) {
    say('no native engine to compare with: ../shared/bench/ceiling.cc doesn’t exist');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  const program = join(folder, 'ceiling');
  const compiled = spawnSync('g++', ['-std=c++20', '-O3', '-march=native', '-o', program, NATIVE]);
  if (compiled.status === 0) return { folder, program };
  rmSync(folder, { recursive: true, force: true });
  say('no native engine to compare with: g++ is missing, or can’t compile ceiling.cc');
  return undefined;
}

function measureGame(game: CylinderGame, runs: number, native: NativeEngine | undefined): void {
  const file = boardFile(game, 'default');
  const { board } = loadBoard(file, [game]);
  const protocol = new BenchProtocol(game, board);
  const rounds = MATCHES * protocol.state.settings.rounds;
  checkSums(game, protocol);
  const times = { ours: [] as number[], batch: [] as number[], tuned: [] as number[], general: [] as number[] };
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint();
    protocol.playMatches(MATCHES);
    times.ours.push(Number(process.hrtime.bigint() - start) / rounds);
    const batch = process.hrtime.bigint();
    protocol.playBatches(MATCHES, BOARDS);
    times.batch.push(Number(process.hrtime.bigint() - batch) / rounds);
    if (!native) continue;
    times.tuned.push(nativeTime(native, file, []));
    times.general.push(nativeTime(native, file, ['--general']));
  }
  const ours = median(times.ours);
  say(`${game.title}: ${ours.toFixed(0)} ns per round (median of ${runs} runs of ${MATCHES} matches)`);
  const batch = median(times.batch);
  say(`  ${BOARDS} boards at once in one call: ${batch.toFixed(0)} ns per round of one board`);
  if (native) {
    for (const path of ['general', 'tuned'] as const) {
      const theirs = median(times[path]);
      say(
        `  native, ${path}: ${theirs.toFixed(0)} ns per round; ours reaches ${(theirs / ours).toFixed(2)} of its speed, a batch ${(theirs / batch).toFixed(2)}`,
      );
    }
  }
  sayMemory(protocol);
  sayPrinted(game, protocol, runs);
}

/** Checks that both engines have the same results, so that their work is comparable. */
function checkSums(game: CylinderGame, protocol: BenchProtocol): void {
  for (const matches of [1, MATCHES]) {
    const expected = CHECKSUMS[game.id][matches];
    const scores = protocol.playMatches(matches);
    const { hash, last } = protocol.checksums(matches);
    const same = hash === expected.hash && last === expected.last && `${scores}` === `${expected.scores}`;
    const hex = (value: number) => value.toString(16).padStart(8, '0');
    say(
      `${game.title}: N = ${matches}: scores ${scores.join(' ')}  hash ${hex(hash)}  last ${hex(last)}  ${same ? 'as expected' : 'NOT AS EXPECTED'}`,
    );
    if (!same) process.exitCode = EXIT_NEGATIVE;
  }
}

function nativeTime(native: NativeEngine, board: string, options: string[]): number {
  const { stdout } = spawnSync(native.program, ['bench', board, `${MATCHES}`, '--runs', '1', ...options], {
    encoding: 'utf8',
  });
  return Number(/median ([\d.]+) ns\/round/.exec(stdout)?.[1] ?? Number.NaN);
}

/** Prints the growth of the heap over many rounds, because a round must not allocate memory. */
function sayMemory(protocol: BenchProtocol): void {
  const times = 5;
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < times; i++) protocol.playMatches(MATCHES);
  const grown = process.memoryUsage().heapUsed - before;
  const rounds = times * MATCHES * protocol.state.settings.rounds;
  say(
    `  heap: ${(grown / 1024).toFixed(0)} KiB more after ${rounds} rounds, ${(grown / rounds).toFixed(3)} bytes per round`,
  );
}

/** Plays many whole matches in one process, and converts their replays to bytes. */
function sayPrinted(game: CylinderGame, protocol: BenchProtocol, runs: number): void {
  const matches = 40;
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
  const times: number[] = [];
  let bytes = 0;
  // One additional run for warm-up.
  for (let run = 0; run <= runs; run++) {
    bytes = 0;
    const start = process.hrtime.bigint();
    for (let seed = 1; seed <= matches; seed++) {
      const pieces: string[] = [];
      const info = { seed, names, limited: false };
      const record = newRoundRecord(info);
      protocol.playMatch(
        seed,
        (state) => pieces.push(game.replay.head(state.board, info, state)),
        (asked, state) => pieces.push(game.replay.round(asked, state, record)),
      );
      bytes += Buffer.from(pieces.join(''), 'latin1').length;
    }
    if (run > 0)
      times.push(Number(process.hrtime.bigint() - start) / (matches * protocol.state.settings.rounds) / 1000);
  }
  const each = bytes / matches / 1024;
  say(
    `  whole matches, including printing the replay: ${median(times).toFixed(2)} µs per round (${each.toFixed(0)} KiB per match)`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

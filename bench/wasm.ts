import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { counted } from '@ludus/cli/benchmarks.ts';
import { boardFile, loadBoard } from '@ludus/cli/boards.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { buildNative, buildWasm, readSource } from '@ludus/runtime/compile.ts';
import { FUEL, meterPlayer, playerImports, STACK, STACK_BYTES } from '@ludus/runtime/metering.ts';
import { FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { FRAME, newFrame } from '@ludus/runtime/testing.ts';
import type { Command } from 'commander';
import { kit } from 'ludus/madmax/kit.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { parts } from 'ludus/madmax/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { median } from './median.ts';

const PLAYER = fileURLToPath(new URL('../packages/games/madmax/players/cpp/AISearch.cc', import.meta.url));
const GAME = { id: madmax.id, title: madmax.title, sdk: parts.cpp! };
const image = kit.image!;
const MEMORY_BYTES = 2 ** 28;

/**
 * `npm run bench -- wasm`: the same search-intensive C++ player, native, as WebAssembly, and metered, on the same
 * boards.
 */
export function wasmBench(bench: Command): void {
  bench
    .command('wasm')
    .description('Measure C++ bots as WebAssembly and as native code')
    .option('--runs <count>', 'number of measurements per figure, from 1; the figures take turns', counted, 7)
    .addHelpText('after', '\nExample:\n  npm run bench -- wasm --runs 3')
    .action(async ({ runs }: { runs: number }) => measure(Math.max(1, Math.round(runs))));
}

interface Frame {
  readonly kind: number;
  readonly image: Uint8Array;
}

async function measure(runs: number): Promise<void> {
  const source = readSource(PLAYER, GAME.sdk);
  const frames = await recordFrames();
  const { host, sharedObject } = await buildNative(source, GAME);
  const bytes = readFileSync(await buildWasm(source, GAME));
  const plain = await WebAssembly.compile(bytes);
  const metered = await WebAssembly.compile(meterPlayer(bytes, MEMORY_BYTES).bytes);
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const file = join(folder, 'frames');
    const load = newFrame(FRAME.load, 0, new TextEncoder().encode(sharedObject));
    writeFileSync(file, Buffer.concat([load, ...frames.map(({ kind, image }) => newFrame(kind, 0, image))]));
    const times = { native: [] as number[], plain: [] as number[], metered: [] as number[] };
    const sums = new Set<number>();
    let fuel = 0n;
    // The first run of each program is for warm-up, because engines optimise code after some time.
    for (let run = 0; run <= runs; run++) {
      const order = ['native', 'plain', 'metered'] as const;
      for (const which of run % 2 === 0 ? order : order.toReversed()) {
        const { seconds, sum, burnt } =
          which === 'native' ? timeNative(host, file) : timeWasm(which === 'plain' ? plain : metered, frames);
        sums.add(sum);
        if (burnt !== undefined) fuel = burnt;
        if (run > 0) times[which].push(seconds);
      }
    }
    report(times, fuel, frames.length - 1, sums.size === 1, runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(
  times: Record<'native' | 'plain' | 'metered', number[]>,
  fuel: bigint,
  rounds: number,
  same: boolean,
  runs: number,
) {
  const native = median(times.native);
  const plain = median(times.plain);
  const metered = median(times.metered);
  const each = (seconds: number) => `${((seconds / rounds) * 1e6).toFixed(0)} µs per round`;
  say(
    `Mad Max, AISearch.cc, ${rounds} rounds, medians of ${runs} runs${same ? '; all answers are the same' : '; THE ANSWERS DIFFER'}`,
  );
  say(`  native              ${each(native)}`);
  say(`  WebAssembly         ${each(plain)}, ${(plain / native).toFixed(2)} of native (goal: at most 1.60)`);
  say(`  metered             ${each(metered)}, ${(metered / plain).toFixed(2)} of WebAssembly (goal: at most 1.30)`);
  say(
    `  fuel                ${fuel} for all rounds: ${(Number(fuel) / native / 1e9).toFixed(2)} · 10⁹ per second of native code; one second of fuel is ${(FUEL_PER_SECOND / 1e9).toFixed(2)} · 10⁹`,
  );
}

/** Seat 0's observations in a match between Demos. */
async function recordFrames(): Promise<Frame[]> {
  const { board } = loadBoard(boardFile(madmax, 'default'), [madmax]);
  const demo = builtinPlayer('madmax', 'Demo');
  const frames: Frame[] = [];
  const runners = await Promise.all([0, 1, 2, 3].map(() => demo.open()));
  await playMatch({
    game: madmax,
    board,
    seed: 1,
    runners,
    onRound(state, round) {
      if (round === 0) frames.push({ kind: FRAME.start, image: image.start(board, state, 0) });
      const bytes = new Uint8Array(image.roundBytes(state));
      image.writeRound(bytes, 0, state, 1 + round, 2);
      frames.push({ kind: FRAME.round, image: bytes });
    },
  });
  return frames;
}

function timeNative(host: string, file: string): { seconds: number; sum: number; burnt?: bigint } {
  const { stdout, status } = spawnSync(host, ['--time', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the native player exited with status ${status}`);
  const [nanoseconds, sum] = stdout.trim().split(' ').map(Number);
  return { seconds: nanoseconds / 1e9, sum };
}

/** Plays all frames with a new instance. Only the time in the player counts, as in the native program. */
function timeWasm(
  module: WebAssembly.Module,
  frames: readonly Frame[],
): { seconds: number; sum: number; burnt?: bigint } {
  const enough = 2n ** 60n;
  const instance = new WebAssembly.Instance(
    module,
    playerImports({
      memory: () => exports.memory as WebAssembly.Memory,
      charge: () => true,
      exit() {},
      budgetLeft: () => 1,
      seconds: () => 0,
      write() {},
    }),
  );
  const exports = instance.exports as Record<string, unknown>;
  const memory = exports.memory as WebAssembly.Memory;
  const call = (name: string) => exports[name] as (argument?: number) => number;
  const fuel = exports[FUEL] as { value: bigint } | undefined;
  const stack = exports[STACK] as { value: number } | undefined;
  if (fuel) fuel.value = enough;
  if (stack) stack.value = STACK_BYTES;
  call('_initialize')();
  let seconds = 0;
  let sum = 0;
  for (const { kind, image } of frames) {
    const at = call('ludus_buffer')(image.length);
    new Uint8Array(memory.buffer, at, image.length).set(image);
    if (kind === FRAME.start) {
      call('ludus_start')();
      continue;
    }
    const before = performance.now();
    const answer = call('ludus_play')();
    seconds += (performance.now() - before) / 1000;
    const head = new Int32Array(memory.buffer, answer, 2);
    for (const word of new Int32Array(memory.buffer, answer, 2 + 2 * head[1])) sum = Math.imul(sum ^ word, 16777619);
  }
  return { seconds, sum: sum >>> 0, ...(fuel && { burnt: enough - fuel.value }) };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

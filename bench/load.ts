import { counted } from '@ludus/cli/benchmarks.ts';
import { FUEL, meterPlayer } from '@ludus/runtime/metering.ts';
import type { Command } from 'commander';
import { SHAPES } from './fuel-shapes.ts';

const SIZES = [125_000, 250_000, 500_000] as const;
const MEMORY_BYTES = 2 ** 28;
/**
 * Maximum factor by which the time grows when a module's size doubles, and maximum time for the largest module in
 * milliseconds.
 */
const MAX_RATIO = 2.2;
const MAX_MS = 1000;
/** Time in milliseconds below which the cost of a size is lost in the machine's noise. */
const NOISE_MS = 15;

/** `npm run bench -- load`: the time to read, meter, and compile modules that are intentionally difficult. */
export function loadBench(bench: Command): void {
  bench
    .command('load')
    .description('Measure the loading of large WebAssembly modules')
    .option('--runs <count>', 'number of measurements per figure, from 1 (the fastest counts)', counted, 5)
    .addHelpText('after', '\nExample:\n  npm run bench -- load --runs 3')
    .action(({ runs }: { runs: number }) => report(Math.max(1, Math.round(runs))));
}

function report(runs: number): void {
  say(
    `CPU time for modules of ${SIZES.map((size) => `${size / 1000} kB`).join(', ')}, including the first call, in ms`,
  );
  let wrong = 0;
  for (const { name, make } of SHAPES) {
    const times = SIZES.map((size) => least(make(size), runs));
    const ratios = times.slice(1).map((time, at) => time / Math.max(times[at], NOISE_MS));
    const tooMuch = ratios.some((ratio) => ratio > MAX_RATIO) || times.some((time) => time > MAX_MS);
    if (tooMuch) wrong++;
    say(
      `${name.padEnd(54)} ${times.map((time) => time.toFixed(0).padStart(6)).join('')}   doubled: ${ratios.map((ratio) => `× ${ratio.toFixed(2)}`).join(', ')}${tooMuch ? '  TOO MUCH' : ''}`,
    );
  }
  say(
    wrong === 0
      ? `No module takes more than ${MAX_MS} ms, or more than ${MAX_RATIO} times as long at twice the size.`
      : `Modules that take too long: ${wrong}.`,
  );
  if (wrong > 0) process.exitCode = 1;
}

function least(bytes: Uint8Array<ArrayBuffer>, runs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = cpuMs();
    const module = new WebAssembly.Module(unlike(meterPlayer(bytes, MEMORY_BYTES).bytes));
    const { exports } = new WebAssembly.Instance(module);
    (exports[FUEL] as unknown as { value: bigint }).value = 10n ** 12n;
    try {
      (exports.ludus_play as () => number)();
    } catch (error) {
      // The engine may stop a call chain that is too deep, which doesn't affect the measurement.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    }
    best = Math.min(best, cpuMs() - before);
  }
  return best;
}

let count = 0;

/** The same module with a new empty section, because an engine doesn't recompile a known module. */
function unlike(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const name = [...`${count++}`].map((digit) => digit.charCodeAt(0));
  const longer = new Uint8Array(bytes.length + name.length + 3);
  longer.set(bytes);
  longer.set([0, name.length + 1, name.length, ...name], bytes.length);
  return longer;
}

/** CPU time of this thread in milliseconds, which excludes other work on the machine. */
export function cpuMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  const { user, system } = threadCpuUsage ? threadCpuUsage.call(process) : process.cpuUsage();
  return (user + system) / 1000;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

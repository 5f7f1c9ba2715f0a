import { FUEL, LogWriter, playerImports, STACK, STACK_BYTES } from '@ludus/runtime/metering.ts';
import { FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import type { Command } from 'commander';
import { CLASSES, EXCEPTED } from './fuel-classes.ts';
import { chain, chainable, type MeasuredOperation, moduleFor, prepare } from './fuel-modules.ts';
import { cpuMs } from './load.ts';

/**
 * The nominal CPU time of a unit of fuel in nanoseconds, and the maximum CPU time as a multiple of the nominal time.
 */
const NOMINAL = 1e9 / FUEL_PER_SECOND;
const MAX_RATIO = 3;

/** `npm run bench -- fuel`: the CPU time of a unit of fuel, for every operation of a module. */
export function fuelBench(bench: Command): void {
  bench
    .command('fuel')
    .description('Measure the CPU time of one unit of fuel')
    .option('--ms <milliseconds>', 'CPU time per measurement, above 0', Number, 20)
    .option('--all', 'measure every instruction, not only the most expensive of each class')
    .option('--only <text>', 'only measurements whose name contains this text')
    .addHelpText('after', '\nExample:\n  npm run bench -- fuel --only load')
    .action(({ ms, all, only }: { ms: number; all?: boolean; only?: string }) =>
      report(Math.max(1, ms), all === true, only ?? ''),
    );
}

interface Result {
  readonly name: string;
  readonly nanoseconds: number;
  readonly units: number;
}

/** The minimum time of one operation over several measurements. */
function measure(name: string, measured: MeasuredOperation, ms: number): Result {
  const { bytes } = moduleFor(measured);
  const module = new WebAssembly.Module(bytes);
  let best = Number.POSITIVE_INFINITY;
  let units = 0;
  // Repeats the measurement until the engine has fully optimised the code. Uses several instances, because an instance
  // can do some work only once.
  for (let attempt = 0; attempt < 5; attempt++) {
    const written = new LogWriter(true);
    const instance: WebAssembly.Instance = new WebAssembly.Instance(
      module,
      playerImports({
        memory: () => instance.exports.memory as WebAssembly.Memory,
        charge: (more) => {
          fuel.value -= BigInt(more);
          return fuel.value >= 0n;
        },
        exit() {},
        budgetLeft: () => 1,
        seconds: () => 0,
        write: (pieces, descriptor) => written.write(pieces, descriptor),
      }),
    );
    const {
      run,
      memory,
      [FUEL]: fuel,
      [STACK]: stack,
    } = instance.exports as unknown as {
      run: (n: number) => number;
      memory: WebAssembly.Memory;
      [FUEL]: { value: bigint };
      [STACK]: { value: number };
    };
    prepare(memory);
    const burn = (n: number): number => {
      fuel.value = 2n ** 61n;
      stack.value = STACK_BYTES;
      const before = cpuMs();
      run(n);
      const after = cpuMs();
      units = Number(2n ** 61n - fuel.value) / (n * measured.times);
      return after - before;
    };
    let n = measured.most ?? 1;
    let took = burn(n);
    while (took < ms && measured.most === undefined) {
      n = Math.max(n * 2, Math.ceil((n * ms) / Math.max(took, 0.01) / 2));
      took = burn(n);
    }
    best = Math.min(best, (took * 1e6) / (n * measured.times));
  }
  return { name, nanoseconds: best, units };
}

function report(ms: number, all: boolean, only: string): void {
  say(
    `A unit of fuel is nominally ${NOMINAL.toFixed(2)} ns; no operation may take more than ${MAX_RATIO} times as much CPU time.`,
  );
  let over = 0;
  const tell = ({ name, nanoseconds, units }: Result, judged = true) => {
    const times = nanoseconds / units / NOMINAL;
    if (judged && times > MAX_RATIO) over++;
    say(
      `${name.padEnd(44)} ${nanoseconds.toFixed(2).padStart(10)} ns ${units.toFixed(1).padStart(9)} units ${times.toFixed(2).padStart(7)} × nominal${judged && times > MAX_RATIO ? '  TOO MUCH' : ''}`,
    );
  };
  const asked = (name: string) => name.includes(only);
  for (const { name, measured } of CLASSES) if (asked(name)) tell(measure(name, measured(), ms));
  const worst = new Map<string, Result>();
  for (const { opcode, sub } of chainable()) {
    const group = groupOf(opcode, sub);
    if (!asked(group)) continue;
    const result = measure(nameOf(opcode, sub), chain(opcode, sub), ms);
    if (all) tell(result);
    const before = worst.get(group);
    if (!before || result.nanoseconds / result.units > before.nanoseconds / before.units)
      worst.set(group, { ...result, name: `${group} (${result.name})` });
  }
  if (!all) for (const result of worst.values()) tell(result);
  for (const { name, measured } of EXCEPTED) if (asked(name)) tell(measure(name, measured(), ms), false);
  say(over === 0 ? 'All operations are within the limit.' : `Operations over the limit: ${over}.`);
  if (over > 0) process.exitCode = 1;
}

const nameOf = (opcode: number, sub: number): string => `0x${opcode.toString(16)}${opcode >= 0xfc ? ` ${sub}` : ''}`;

function groupOf(opcode: number, sub: number): string {
  if (opcode === 0xfd)
    return sub <= 11 || sub === 92 || sub === 93 || (sub >= 84 && sub <= 91) ? 'vector loads, stores' : 'vectors';
  if (opcode === 0xfc) return 'conversions';
  if (opcode <= 0x35) return 'loads';
  if (opcode <= 0x3e) return 'stores';
  if (opcode <= 0x5a) return 'integer comparisons';
  if (opcode <= 0x66) return 'other comparisons';
  if (opcode <= 0x8a) return 'integers';
  if (opcode <= 0xa6) return 'other numbers';
  return 'conversions';
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

import { spawnSync } from 'node:child_process';
import { ourPython } from '@ludus/runtime/kinds.ts';
import { compilePython, PythonInstance } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { median } from './median.ts';

/** Typical work of bots: definitions, and the body of a measured function. */
const PROGRAMS: readonly (readonly [name: string, head: string, body: string])[] = [
  ['fib(22)', 'def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n', 'fib(22)'],
  [
    '20 searches of 30 × 80 cells, a list and a deque',
    `from collections import deque
ROWS, COLUMNS = 30, 80
wall = [row % 29 == 0 or column % 79 == 0 or (row * 7 + column * 3) % 11 == 0 for row in range(ROWS) for column in range(COLUMNS)]
def search(start):
    distance = [-1] * len(wall)
    distance[start] = 0
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for step in (1, -1, COLUMNS, -COLUMNS):
            to = at + step
            if not wall[to] and distance[to] < 0:
                distance[to] = distance[at] + 1
                queue.append(to)
    return distance
`,
    'for n in range(20): search(10 * COLUMNS + 20 + n)',
  ],
  [
    '10 searches, tuples in a dictionary',
    `from collections import deque
free = {(row, column) for row in range(1, 29) for column in range(1, 79) if (row * 7 + column * 3) % 11}
def search(start):
    distance = {start: 0}
    queue = deque([start])
    while queue:
        row, column = queue.popleft()
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            to = row + down, column + right
            if to in free and to not in distance:
                distance[to] = distance[row, column] + 1
                queue.append(to)
    return distance
`,
    'for n in range(10): search((10, 20 + n))',
  ],
  [
    'a dictionary of 60,000 entries, written and read',
    '',
    'd = {}\n    for n in range(60_000): d[n * 7] = n\n    s = 0\n    for n in range(60_000): s += d[n * 7]',
  ],
  ['a list of 60,000, and the sum of a part', '', 'sum([n * 3 for n in range(60_000)][::2])'],
  [
    'sorting 30,000 numbers twice',
    'numbers = [n * 7919 % 30011 for n in range(30_000)]\n',
    'sorted(numbers); sorted(numbers, reverse=True)',
  ],
  [
    '20,000 objects created',
    `class Thing:
    def __init__(self, x):
        self.x = x
    def more(self):
        return self.x + 1
`,
    'for n in range(20_000): Thing(n).more()',
  ],
  [
    '20,000 exceptions caught',
    '',
    'for n in range(20_000):\n        try:\n            raise ValueError(n)\n        except ValueError:\n            pass',
  ],
];
/** Maximum CPU time and fuel of the engine, as multiples of native Python's CPU time. */
const MAX_CPU = 3.5;
const MAX_FUEL = 5;
const PLENTY = BigInt(FUEL_PER_SECOND) * 1000n;

/** Number of calls before the measurement, during which the engine optimises frequent code. */
const WARM_UPS = 5;
/** Number of calls per measurement, because the CPU clock ticks only every few milliseconds. */
const CALLS = 10;

/**
 * Prints the cost of Python under fuel: medians of the CPU time of native Python, of the engine's CPU time, and of
 * fuel.
 */
export async function pythonBench(runs: number): Promise<void> {
  const { engine, snapshot } = await ourPython(DEFAULT_MEMORY_BYTES, { sdk: [], environment: { LUDUS_GAME: 'none' } });
  say(
    `Python under fuel: milliseconds of CPU time and of fuel; medians of ${runs} runs; in brackets, multiples of the native time`,
  );
  say(`  ${''.padEnd(50)}  native         engine           fuel`);
  const all: { cpu: number; fuel: number }[] = [];
  for (const [name, head, body] of PROGRAMS) {
    const source = `${head}def main():\n    ${body}\ndef calls():\n    for _ in range(${CALLS}): main()\n`;
    const text = `${source}while True:\n    input()\n    calls()\n`;
    const bot = compilePython(engine, snapshot, 'program', [{ name: 'program.py', text }]);
    const python = new PythonInstance(engine, bot.snapshot);
    python.run(PLENTY, (exports) => exports.ludus_run(7));
    const natives: number[] = [];
    const metered: number[] = [];
    let fuel = 0;
    for (let run = 0; run < WARM_UPS + runs; run++) {
      const before = cpuMs();
      const used = python.used;
      python.run(PLENTY, (exports) => exports.ludus_feed(python.put('again\n')));
      const ms = cpuMs() - before;
      fuel = (1000 * Number(python.used - used)) / FUEL_PER_SECOND / CALLS;
      if (run < WARM_UPS) continue;
      metered.push(ms / CALLS);
      natives.push(nativeMs(source) / CALLS);
    }
    const [native, cpu] = [median(natives), median(metered)];
    all.push({ cpu: cpu / native, fuel: fuel / native });
    const column = (ms: number) => `${ms.toFixed(1).padStart(7)} (${(ms / native).toFixed(1).padStart(4)})`;
    say(`  ${name.padEnd(50)} ${native.toFixed(1).padStart(7)} ${column(cpu)} ${column(fuel)}`);
  }
  say(
    `  CPU time in the engine, multiple of native: ${goal(
      all.map(({ cpu }) => cpu),
      MAX_CPU,
    )}`,
  );
  say(
    `  fuel, multiple of native: ${goal(
      all.map((each) => each.fuel),
      MAX_FUEL,
    )}`,
  );
}

function goal(times: readonly number[], most: number): string {
  const highest = Math.max(...times);
  return `at most ${highest.toFixed(1)}; goal: at most ${most}, ${highest <= most ? 'reached' : 'missed'}`;
}

/** CPU time of a call in a separate process in milliseconds, after warm-up. */
function nativeMs(source: string): number {
  const script = `${source}
import time
calls()
before = time.process_time()
calls()
print(1000 * (time.process_time() - before))
`;
  const { stdout, status } = spawnSync('/usr/bin/python3', ['-I', '-'], { input: script, encoding: 'utf8' });
  if (status !== 0) throw new Error('the program failed in native Python');
  return Number(stdout);
}

/** CPU time of this thread in milliseconds, which excludes other work on the machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

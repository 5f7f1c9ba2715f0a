import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { gameNamed, kitOf } from '@ludus/cli/games.ts';
import { engineBytes, readScript } from '@ludus/runtime/kinds.ts';
import {
  ByteWriter,
  type EngineExports,
  FUEL,
  GUEST,
  loadEngine,
  playerImports,
  STACK,
  STACK_BYTES,
} from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { median } from './median.ts';
import { FILL_BOARD, SEARCHES } from './players-languages.ts';

const PARTS = ['distances', 'tree'] as const;
type Part = (typeof PARTS)[number];
/** Number of searches timed together. */
const TIMES = 400;

/** The two searches as a module. `search` repeats one of them, and returns the sum of its results. */
const MODULE = `${SEARCHES}${FILL_BOARD}
export function search(part: string, times: number): number {
  let sum = 0;
  for (let i = 0; i < times; i++)
    sum += part === 'tree' ? best(15 * COLUMNS + 20 + i % 40, 7) : distances(10 * COLUMNS + 20 + i % 40);
  return sum;
}
export default () => {};
`;

/** CPU time of TIMES searches in one engine in milliseconds, and their results. */
interface SearchTiming {
  readonly ms: number;
  readonly found: number;
}
type Measure = (part: Part) => SearchTiming;

/**
 * Measures the same searches in V8, in interpreters, and in Ludus's engine. The comparison separates the costs of
 * JavaScript under fuel: the interpreter instead of a compiler, WebAssembly, and the meter.
 */
export async function interpretersBench(runs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const text = await erased(folder);
    say(
      `the same searches in other engines: milliseconds of CPU time for ${TIMES}, and multiples of V8’s time; medians of ${runs} runs`,
    );
    const rows: readonly (readonly [name: string, measure: Measure | undefined])[] = [
      ['V8', inNode(folder, [])],
      ['V8 without its compilers', inNode(folder, ['--jitless'])],
      ['QuickJS, native (qjs)', nativeQuickJs(folder)],
      ['our engine, not metered', inEngine(text, await WebAssembly.compile(engineBytes()))],
      ['our engine, metered', inEngine(text, (await loadEngine(engineBytes(), DEFAULT_MEMORY_BYTES)).module)],
    ];
    // Alternates the engines, because the machine's speed changes. The first run of each engine is for warm-up.
    const timed = rows.map(([, measure]) => ({ measure, distances: [] as SearchTiming[], tree: [] as SearchTiming[] }));
    for (let run = 0; run <= runs; run++)
      for (const { measure, ...results } of timed)
        for (const part of measure ? PARTS : []) {
          const result = measure!(part);
          if (run > 0) results[part].push(result);
        }
    const middle = (row: number, part: Part) => median(timed[row][part].map(({ ms }) => ms));
    for (const [row, [name, measure]] of rows.entries()) {
      const columns = PARTS.map((part) => {
        const factor = (middle(row, part) / middle(0, part)).toFixed(1).padStart(5);
        const isSame = timed[row][part].every(({ found }) => found === timed[0][part][0].found);
        return `${part} ${middle(row, part).toFixed(0).padStart(5)} ms, ${factor} times${isSame ? '' : ', ANOTHER RESULT'}`;
      });
      say(
        `  ${name.padEnd(25)} ${measure ? columns.join('; ') : 'isn’t on the path (Debian 13: apt-get install quickjs)'}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the module into the folder, with its types removed, as for a bot. Returns its text. */
async function erased(folder: string): Promise<string> {
  const { guest } = await contextOf(kitOf(gameNamed('madmax')).game, { budget: 'fuel', folder });
  const file = join(folder, 'searches.ts');
  writeFileSync(file, MODULE);
  const { text } = (await readScript(file, 'madmax', guest!)).player;
  writeFileSync(join(folder, 'searches.mjs'), text);
  return text;
}

/**
 * Returns a function that runs the searches in a separate Node with these options. Node's compilers work during the
 * first call, which isn't timed.
 */
function inNode(folder: string, options: readonly string[]): Measure {
  const file = join(folder, 'node.mjs');
  writeFileSync(
    file,
    `import { search } from './searches.mjs';
const part = process.argv[2];
search(part, ${TIMES});
const before = process.threadCpuUsage();
const found = search(part, ${TIMES});
const { user, system } = process.threadCpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1000, found }));
`,
  );
  return (part) => JSON.parse(execFileSync(process.execPath, [...options, file, part], { encoding: 'utf8' }));
}

/**
 * Returns a function that runs the searches in `qjs`; undefined if `qjs` isn't installed. `qjs` has no CPU clock, so
 * the shell measures the CPU time of its child process. The time of a child that doesn't search is subtracted.
 */
function nativeQuickJs(folder: string): Measure | undefined {
  const file = join(folder, 'qjs.mjs');
  writeFileSync(
    file,
    `import { search } from './searches.mjs';
console.log(search(scriptArgs[1], Number(scriptArgs[2])));
`,
  );
  const run = (part: Part, times: number): SearchTiming => {
    const words = ['-c', 'qjs -m "$@" && times', 'sh', file, part, String(times)];
    const lines = execFileSync('sh', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
    const ms = [...lines[2].matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds),
      0,
    );
    return { ms, found: Number(lines[0]) };
  };
  try {
    run('tree', 0);
  } catch {
    return undefined;
  }
  return (part) => {
    const { ms, found } = run(part, TIMES);
    return { ms: ms - run(part, 0).ms, found };
  };
}

/** Returns a function that runs the searches in Ludus's engine, metered or not, without a game. */
function inEngine(text: string, module: WebAssembly.Module): Measure {
  const imports = playerImports({
    memory: () => exports.memory,
    charge: () => true,
    exit() {},
    budgetLeft: () => 1,
    seconds: () => 0,
    write() {},
  });
  imports.ludus = { stack_left: constantFunction(STACK_BYTES), log() {}, draw() {}, seconds: () => 0 };
  const instance = new WebAssembly.Instance(module, imports);
  const exports = instance.exports as unknown as EngineExports;
  const counters = instance.exports as Readonly<Record<string, WebAssembly.Global | undefined>>;
  const refuel = (): void => {
    if (counters[FUEL]) counters[FUEL].value = 2n ** 60n;
    if (counters[STACK]) counters[STACK].value = STACK_BYTES;
  };
  const put = (added: string): number => {
    const bytes = new TextEncoder().encode(added);
    new Uint8Array(exports.memory.buffer, exports.ludus_buffer(bytes.length) >>> 0, bytes.length).set(bytes);
    return bytes.length;
  };
  const worked = (result: number): void => {
    if (result !== 1) throw new Error('the engine does not search');
  };
  refuel();
  exports._initialize();
  worked(exports.ludus_boot(DEFAULT_MEMORY_BYTES / 2, 100_000));
  const guest = `${text}
export const open = () => {}, start = () => {};
export const play = (bytes, length) => String(search(String.fromCharCode(...new Uint8Array(bytes, 0, length)), ${TIMES}));
`;
  worked(exports.ludus_add(GUEST.length, put(GUEST + guest)));
  worked(exports.ludus_guest(put(GUEST)));
  const search = (part: Part): number => {
    refuel();
    worked(exports.ludus_play(put(part), 1));
    const [at, length] = new Uint32Array(exports.memory.buffer, exports.ludus_result() >>> 0, 2);
    return Number(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length)));
  };
  // Warms up, because V8 recompiles the engine's functions during a search.
  for (const part of PARTS) search(part);
  return (part) => {
    const before = process.threadCpuUsage();
    const found = search(part);
    const { user, system } = process.threadCpuUsage(before);
    return { ms: (user + system) / 1000, found };
  };
}

/**
 * A WebAssembly function that returns a number. Without the meter, the engine queries the remaining stack at each call.
 */
function constantFunction(value: number): WebAssembly.ExportValue {
  const body = new ByteWriter().bytes([0, 0x41]).signed(value).byte(0x0b).result();
  const bytes = new ByteWriter()
    .bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0])
    .bytes([10, body.length + 2, 1, body.length, ...body])
    .result();
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.f;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

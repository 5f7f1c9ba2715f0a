import { danger, distances, reachable, windowDanger, windowDistances, windowReachable } from '@ludus/kernel/grid.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { EngineInstance } from './engine-instance.ts';
import { ourEngine } from './our-engine.ts';

// Compares the searches in C (engine/ludus.c) with those in TypeScript.

const engine = await ourEngine(DEFAULT_MEMORY_BYTES);

/** Runs a module instead of the SDK's, with the same access to the host, and returns its log. */
function run(text: string): string[] {
  const log: string[] = [];
  const machine = new EngineInstance(engine, { log: (line) => log.push(line), draw: () => {} });
  machine.run(BigInt(20 * FUEL_PER_SECOND), (exports) => {
    exports._initialize();
    exports.ludus_boot(engine.scriptBytes, 50_000);
    machine.add({ name: 'ludus/-guest', text: `const host = globalThis.ludusHost;\n${text}` });
    exports.ludus_guest(machine.putText('ludus/-guest'));
  });
  return [...log, machine.told()].filter((line) => line !== '');
}

const board = fc
  .record({ rows: fc.integer({ min: 1, max: 8 }), columns: fc.integer({ min: 1, max: 8 }), wraps: fc.nat(3) })
  .chain(({ rows, columns, wraps }) =>
    fc.record({
      columns: fc.constant(columns),
      wraps: fc.constant(wraps),
      cells: fc.array(fc.constantFrom(0, 0, 1, 200), { minLength: rows * columns, maxLength: rows * columns }),
      sources: fc.array(fc.nat(rows * columns - 1), { maxLength: 4 }),
      steps: fc.constantFrom(0, 1, 3, 9, 2 ** 31 - 2),
    }),
  );

test('the grid searches in C and in TypeScript return the same results on random boards', () => {
  const boards = fc.sample(board, { numRuns: 300, seed: 5 }).map((each) => {
    const { columns, wraps, sources, steps } = each;
    const grid = {
      cells: Uint8Array.from(each.cells),
      columns,
      wrapsColumns: (wraps & 1) > 0,
      wrapsRows: (wraps & 2) > 0,
    };
    const found = [distances(grid, sources), reachable(grid, sources, steps), danger(grid, sources, steps)];
    const window = Math.ceil(columns / 2);
    const round = { cells: grid.cells, columns, window, round: 7 };
    const rounds = [
      windowDistances(round, sources),
      windowReachable(round, sources, steps),
      windowDanger(round, sources, steps),
    ];
    return {
      ...each,
      window,
      rounds: rounds.map((numbers) => Array.from(numbers).join()),
      found: found.map((numbers) => Array.from(numbers).join()),
    };
  });
  const text = `for (const { cells, columns, wraps, sources, steps, found, window, rounds } of ${JSON.stringify(boards)})
  for (const [at, name] of ['distances', 'reachable', 'danger'].entries()) {
    const into = new Int32Array(cells.length);
    const count = host[name](Uint8Array.from(cells), columns, wraps, Int32Array.from(sources), into, steps);
    const given = (name === 'reachable' ? into.subarray(0, count) : into).join();
    if (given !== found[at]) host.log(JSON.stringify({ name, cells, columns, wraps, sources, steps, given, found: found[at] }));
    const most = name === 'distances' ? 2 ** 31 - 2 : steps;
    const length = host.window(at, Uint8Array.from(cells), columns, window, 7, Int32Array.from(sources), into, most);
    if (into.subarray(0, length).join() !== rounds[at]) host.log(JSON.stringify({ name, cells, columns, window, sources, steps }));
  }
host.log('done');
`;
  expect(run(text)).toEqual(['done']);
});

test('the grid searches in C return a result or throw a RangeError for unexpected arguments', () => {
  const text = `const buffer = new ArrayBuffer(96);
const gone = new Uint8Array(12);
const sly = { valueOf() { structure.cells = gone; return 4; }, get length() { throw 1; } };
const structure = {};
let [results, errors] = [0, 0];
for (const name of ['distances', 'reachable', 'danger', 'window'])
  for (let at = -1; at < (name === 'window' ? 8 : 6); at++)
    for (const odd of [undefined, null, -1, 0, 1.5, NaN, Infinity, 1e300, 2 ** 31, 2 ** 32 + 4, 4.0, 5n, 'x', sly, {}, [], [0, 1, 2], Symbol(),
      new Uint8Array(12), new Uint8Array(0), new Uint8Array(7), new Int8Array(12), new Uint8ClampedArray(12), new Int32Array(12),
      new Int32Array([0, 11, 0]), new Int32Array([-1]), new Int32Array([12]), new Int32Array([2 ** 31 - 1]), new Float64Array(12),
      new DataView(buffer), buffer, new Uint8Array(buffer, 8, 12), new Int32Array(buffer, 4, 12), new Proxy([], {})]) {
      const given = [new Uint8Array(12), 4, 3, new Int32Array([0, 5]), new Int32Array(buffer, 4, 12), 3];
      if (name === 'window') given.splice(0, 6, 2, new Uint8Array(12), 4, 3, 7, new Int32Array([0, 5]), new Int32Array(buffer, 4, 12), 3);
      if (at >= 0) given[at] = odd;
      try {
        host[name](...given);
        results++;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        errors++;
      }
    }
for (const given of [[], [new Uint8Array(12)], [new Uint8Array(2 ** 22 + 1), 1, 3, new Int32Array(0), new Int32Array(2 ** 22 + 1), 1]])
  try { host.danger(...given); } catch (error) { errors++; }
host.log(results > 100 && errors > 300);
`;
  expect(run(text)).toEqual(['true']);
});

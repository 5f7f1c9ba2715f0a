import { pick } from '@ludus/game/conformance.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { expect, test, vi } from 'vitest';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { ByteReader } from '../wasm/bytes.ts';
import { BULK, newInstruction, OP, readInstruction } from '../wasm/instructions.ts';
import { FUEL, HALTED, OUT_OF_MEMORY, STACK } from '../wasm/meter.ts';
import { outline, SECTION } from '../wasm/module.ts';
import { engineBytes, ourPython } from './our-python.ts';
import { compilePython, type PythonBot } from './python-bot.ts';
import { STATUS } from './python-engine.ts';
import { PythonInstance } from './python-instance.ts';
import { PythonRunner } from './python-runner.ts';
import { isLarger, packSnapshot, takeSnapshot } from './snapshot.ts';

const { engine, snapshot: home } = await ourPython(DEFAULT_MEMORY_BYTES, { sdk: [], environment: {} });

const compiled = (text: string): PythonBot => compilePython(engine, home, 'Mine', [{ name: 'Mine.py', text }]);
const begun = ({ snapshot }: PythonBot): PythonInstance => new PythonInstance(engine, snapshot);
const run = (python: PythonInstance, seconds = 1): number =>
  python.run(BigInt(Math.round(seconds * FUEL_PER_SECOND)), (exports) => exports.ludus_run(7));

/** Takes all instances out of the pool, so that the next one is new. */
function useUpKept(bot: PythonBot): void {
  const known = new Set<WebAssembly.Memory>();
  for (let at = 0; at < 8; at++) known.add(begun(bot).memory);
}

/** The whole memory as text. */
const held = ({ memory }: PythonInstance): string => Buffer.from(packSnapshot(takeSnapshot(memory))).toString('latin1');

const QUIET = compiled('print(input())\n');
/**
 * A bot that leaves as many traces as possible: in modules, on the free heap, on the stack, in the log, and in the
 * answer.
 */
const LOUD = compiled(`
import json, random, sys
json.secret = "a secret"
sys.setrecursionlimit(5000)
def deep(n):
    return [n, deep(n - 1)] if n else sorted([3, 1, 2], key=lambda x: -x)
kept = [deep(300), "secret" * 1000]
del kept
print("a secret answer", random.random())
print("a secret line", file=sys.stderr)
print(input())
raise MemoryError("caught by no one")
`);

test('a reused instance starts with the same memory and uses the same fuel as a new instance', () => {
  useUpKept(QUIET);
  const first = begun(QUIET);
  const whole = held(first);
  run(first);
  const { used } = first;

  const loud = begun(LOUD);
  const { memory } = loud;
  expect(run(loud)).toBe(STATUS.waits);
  expect(loud.written(100)).toContain('secret');
  expect(held(loud)).toContain('a secret answer');
  const end = loud.run(BigInt(FUEL_PER_SECOND), (exports) => exports.ludus_feed(loud.put('more\n')));
  expect(end).toBe(STATUS.failed);
  loud.close();

  const next = begun(QUIET);
  expect(next.memory).toBe(memory);
  expect(held(next) === whole).toBe(true);
  expect([next.used, next.isOutOfMemory, next.isOutOfFuel, next.isTooDeep, next.wasRefused]).toEqual([
    0n,
    ...[false, false, false, false],
  ]);
  expect(next.told()).toBe('');
  run(next);
  expect(next.used).toBe(used);
});

test('a later match reuses an instance instead of creating one', async () => {
  const bot = compiled('import sys\nfor line in sys.stdin:\n    if line.startswith("prize"): print(1)\n');
  const play = () =>
    playMatch({
      game: pick,
      board: { players: 2, rounds: 6, most: 9 },
      seed: 3,
      runners: [new PythonRunner(pick, bot), new PythonRunner(pick, bot)],
      record() {},
    });
  const { outcome } = await play();
  const made = vi.spyOn(WebAssembly, 'Instance');
  expect((await play()).outcome).toEqual(outcome);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

test.each([
  ['used up its fuel', 'while True: pass', 0.001, (python: PythonInstance) => python.isOutOfFuel],
  [
    'recursed too deeply',
    'import itertools\nx = []\nfor _ in range(20000): x = itertools.chain(x)\nlist(x)',
    1,
    (python: PythonInstance) => python.isTooDeep,
  ],
  ['enlarged its memory', 'print(len("x" * 20_000_000))', 1, (python: PythonInstance) => isLarger(python.memory, home)],
])('an instance isn’t reused after a bot that %s', (_, text, seconds, hasDone) => {
  const bot = compiled(text);
  const python = begun(bot);
  const { memory } = python;
  try {
    run(python, seconds);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
  expect(hasDone(python)).toBe(true);
  python.close();
  for (let at = 0; at < 8; at++) expect(begun(bot).memory).not.toBe(memory);
});

test('an instance can’t be used by a bot whose match is over', () => {
  const python = begun(QUIET);
  run(python);
  python.close();
  python.close();
  const next = begun(QUIET);
  expect(() => python.memory).toThrow('is over');
  expect(() => run(python)).toThrow('is over');
  expect(begun(QUIET).memory).not.toBe(next.memory);
});

// If a bot's code could change any other state, a reused instance could differ from a new instance.
test('only an instance’s memory and exported globals have to be reset', () => {
  const module = outline(engineBytes());
  expect(module.variables).toHaveLength(1);
  const shown = WebAssembly.Module.exports(engine.module).flatMap(({ kind, name }) =>
    kind === 'global' ? [name] : [],
  );
  expect(shown.toSorted()).toEqual(
    [FUEL, STACK, OUT_OF_MEMORY, HALTED, `ludus:global ${module.variables[0]}`].toSorted(),
  );
  const changing = new Set<number>([BULK.memoryInit, BULK.dataDrop, BULK.tableInit, BULK.elemDrop, BULK.tableCopy]);
  for (const sub of [BULK.tableGrow, BULK.tableFill]) changing.add(sub);
  const instruction = newInstruction();
  let found = 0;
  const { start, end } = module.sections.get(SECTION.code)!;
  const code = new ByteReader(module.bytes, start, end);
  for (let left = code.u32(); left > 0; left--) {
    const body = code.part(code.u32());
    for (let locals = body.u32(); locals > 0; locals--) {
      body.u32();
      body.skip(1);
    }
    while (!body.done) {
      readInstruction(body, instruction);
      const { opcode, sub } = instruction;
      if (opcode === OP.tableSet || (opcode === OP.bulk && changing.has(sub))) found++;
    }
  }
  expect(code.done).toBe(true);
  expect(found).toBe(0);
});

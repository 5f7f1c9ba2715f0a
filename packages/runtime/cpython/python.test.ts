import { pick } from '@ludus/game/conformance.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { expect, test } from 'vitest';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../budget/fuel.ts';
import { ScriptRejectedError } from '../quickjs/script.ts';
import { ourPython } from './our-python.ts';
import { compilePython } from './python-bot.ts';
import { STATUS } from './python-engine.ts';
import { bundlePython } from './python-imports.ts';
import { PythonInstance } from './python-instance.ts';
import { PythonRunner } from './python-runner.ts';
import { packSnapshot, unpackSnapshot } from './snapshot.ts';

// Metering the engine takes half a second if the result isn't cached yet, and starting the engine takes as long.
const { engine, snapshot } = await ourPython(DEFAULT_MEMORY_BYTES, { sdk: [], environment: { LUDUS_GAME: 'none' } });

/** Runs a program and sends it lines. Returns its output after each line, its status, and its fuel. */
function played(text: string, ...lines: string[]) {
  const bot = compilePython(engine, snapshot, 'program', [{ name: 'program.py', text }]);
  const python = new PythonInstance(engine, bot.snapshot);
  const second = BigInt(FUEL_PER_SECOND);
  let status = python.run(second, (exports) => exports.ludus_run(7));
  const written = [python.written(1000)];
  for (const line of lines) {
    status = python.run(second, (exports) => exports.ludus_feed(python.put(line)));
    written.push(python.written(1000));
  }
  return { status, written, told: python.told(), used: python.used };
}

test('a program can wait for a line inside nested calls, and then continues with the line', () => {
  const text = `import sys
def ask(words):
    return [int(word) + n for n, word in enumerate(words.split())]
def main():
    try:
        with open("x"): pass
    except OSError:
        print(ask(input("which? ")), sys.stdin.readline())
    for line in sys.stdin:
        print(line, end="")
        if line == "end\\n": return sys.stdin.buffer.readline()
try:
    print(main())
finally:
    print(next(sys.stdin), (lambda a: input())(1))
`;
  expect(played(text, '1 2 3\n', 'two\n', 'a\nb\nen', 'd\n', 'x\n', 'y\n', 'z\n')).toMatchObject({
    status: STATUS.ended,
    written: ['which? ', '', '[1, 3, 5] two\n\n', 'a\nb\n', 'end\n', "b'x\\n'\n", '', 'y\n z\n'],
  });
});

test.each([
  ['list()', 'list(__import__("sys").stdin)', 'line by line'],
  ['zip()', 'for a, b in zip(__import__("sys").stdin, [1, 2]): print(a)', 'line by line'],
  ['a sort key', 'sorted([1, 2], key=lambda _: input())', "can't be read in __init__ of a class"],
  ['a generator', 'next(input() for _ in range(2))', "can't be read in __init__ of a class"],
])('reading a line inside %s raises an error with an explanation', (_, statement, words) => {
  const text = `try:\n    ${statement}\nexcept RuntimeError as error:\n    print(error)\nprint(input())\n`;
  // The program may catch the exception. The program can then continue to read lines.
  const { status, written } = played(text, 'after\n');
  expect(status).toBe(STATUS.ended);
  expect(written[0]).toContain(words);
  expect(written[1]).toBe('after\n');
});

test('a bot is charged for the blank lines that it writes', async () => {
  const text = 'for line in __import__("sys").stdin:\n    if line.startswith("prize"): print("5" + "\\n" * 1000000)\n';
  const bot = compilePython(engine, snapshot, 'Blank', [{ name: 'program.py', text }]);
  const runner = new PythonRunner(pick, bot, { budget: { seconds: 1, per: 'match' } });
  const other = {
    name: 'One',
    play: (_: unknown, move: { number: number }) => void Object.assign(move, { number: 1 }),
  };
  const board = { players: 2, rounds: 6, most: 9 };
  const { verdicts } = await playMatch({ game: pick, board, seed: 3, runners: [runner, other], record() {} });
  expect(verdicts.map(({ sentence }) => sentence)).toEqual(['Blank used up its budget of 1 s of fuel in round 3.']);
});

test('an instance starts without the changes made by another instance', () => {
  const text = 'import json\njson.kept = getattr(json, "kept", 0) + 1\nprint(json.kept, hash("a"), {"x", "y", "z"})\n';
  const first = played(text);
  expect(played(text)).toEqual(first);
  expect(first.written[0]).toMatch(/^1 /);
});

test('a snapshot is the same after packing and unpacking', () => {
  const bytes = packSnapshot(snapshot);
  const { pages, runs, changes } = unpackSnapshot(bytes);
  expect({ pages, changes }).toEqual({ pages: snapshot.pages, changes: [] });
  expect(runs.map(([at]) => at)).toEqual(snapshot.runs.map(([at]) => at));
  for (const [n, [, run]] of runs.entries()) expect(Buffer.compare(run, snapshot.runs[n][1])).toBe(0);
  expect(bytes.length).toBeLessThan(snapshot.pages * 65536);
});

test('a bundle includes the modules that a bot’s imports may refer to', () => {
  const folder: Record<string, string> = {
    'a.py': 'from pack import (one, # a comment, with commas\n  two)\nimport os, b as c',
    'b.py': '',
    'pack/__init__.py': 'from . import three\nfrom .deep import x',
    'pack/one.py': 'from .. import b',
    'pack/two.py': '',
    'pack/three.py': '',
    'pack/deep/__init__.py': '',
    'pack/unused.py': '',
  };
  const beside = (path: string) => (path in folder ? new TextEncoder().encode(folder[path]) : undefined);
  const main = new TextEncoder().encode('import a\nif 1:\n    import missing.module\ntext = "import unused"\n');
  expect(bundlePython('bots/Mine.py', main, beside).map(({ name }) => name)).toEqual([
    'Mine.py',
    'a.py',
    'b.py',
    'pack/__init__.py',
    'pack/three.py',
    'pack/deep/__init__.py',
    'pack/one.py',
    'pack/two.py',
  ]);
  expect(bundlePython('Mine.py', main)).toHaveLength(1);
  expect(() => bundlePython('Mine.py', new Uint8Array(2 ** 20 + 1))).toThrow(ScriptRejectedError);
});

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { processKind, pythonSource, readPython, scriptKind } from '@ludus/runtime/kinds.ts';
import type { Budget } from '@ludus/runtime/resolve.ts';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import type { AnyKit } from '../kit.ts';
import type { NodeParts } from '../node.ts';
import { builtinPlayer, KITS, kitOf } from '../registry.ts';
import { anyBoard, GAMES_FOLDER, playScripts, seatsOn } from './script-match.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-python-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function contextOf({ game }: AnyKit, budget: Budget) {
  const { parts } = (await import(`${GAMES_FOLDER}${game.id}/node.ts`)) as { readonly parts?: NodeParts };
  // The limit is long enough for an attack to use up all memory.
  return { game, libraries: parts?.libraries, budget, folder, limits: budget === 'fuel' ? { cpuMs: 500 } : {} };
}

/** Plays a bot in the last seat against the sparring partner. Returns the replay, the verdicts, and the bot's log. */
async function played(kit: AnyKit, how: 'process' | 'engine' | 'fuel', name: string) {
  const log: string[] = [];
  const output = { log: (line: string) => log.push(line), draw: (shape: object) => log.push(JSON.stringify(shape)) };
  const context = await contextOf(kit, how === 'fuel' ? 'fuel' : 'none');
  const source =
    how === 'process'
      ? await processKind.prepare(name, context)
      : how === 'fuel'
        ? await scriptKind.prepare(name, context)
        : await pythonSource(readPython(join(folder, name)), name, context);
  const board = anyBoard(kit);
  const runners = Array.from({ length: seatsOn(kit, board) - 1 }, () =>
    builtinPlayer(kit.game.id, kit.partners.sparring).open(),
  );
  return { ...(await playScripts(kit, board, [...runners, await source.open(output)])), log };
}

/** A quick run plays one game with units and one game with players. */
const withPython = KITS.filter(
  ({ game, samples }) => samples?.python && (IS_LONG_RUN || ['trails', 'talltales'].includes(game.id)),
);
test.each(withPython.map((kit) => [kit.game.id, kit] as const))(
  'the Python sample of %s plays the same match as a process and in the engine',
  async (_, kit) => {
    const { file } = kit.samples!.python!;
    cpSync(GAMES_FOLDER + file, join(folder, basename(file)));
    const there = await played(kit, 'engine', basename(file));
    const here = await played(kit, 'process', basename(file));
    expect(there.verdicts).toEqual(here.verdicts);
    expect(there.replay === here.replay, 'the replays differ').toBe(true);
    expect(there.log).toEqual(here.log);
  },
);

const madmax = kitOf('madmax');
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};

test('a Python bot can import its own modules and packages, and those of the standard library', async () => {
  mkdirSync(join(folder, 'plans'));
  write('plans/__init__.py', 'from . import deep\nfrom .deep import (\n    LEVEL,  # a number\n)\n');
  write('plans/deep.py', 'import heapq, json\nLEVEL = json.loads("[3]")[0]\n');
  write('random_walk.py', 'import random\ndef step(): return random.random()\n');
  const text = `import ludus
from random_walk import step
import plans.deep as deep, statistics
class Mine(ludus.Player):
    def play(self):
        budget = self.budget()
        self.log(step() < 1, deep.LEVEL, plans.LEVEL, statistics.mean([1, 2]), budget)
        self.move(self.my_units()[0].id, ludus.UP)
import plans
ludus.run(Mine)
`;
  const { verdicts, log } = await played(madmax, 'engine', write('Modules.py', text));
  expect(verdicts).toEqual([]);
  expect(log[0]).toBe('True 3 3 1.5 None');
  expect((await played(madmax, 'process', 'Modules.py')).log).toEqual(log);
  const counted = await played(madmax, 'fuel', 'Modules.py');
  expect(counted.log[0]).toMatch(/^True 3 3 1\.5 \(0\.4\d+, 0\.5\)$/);
});

const inRound = (round: number, ...statements: string[]): string =>
  ['import ludus', 'class Mine(ludus.Player):', '    def play(self):', `        if self.round != ${round}: return`]
    .concat(
      statements.map((line) => `        ${line}`),
      'ludus.run(Mine)',
      '',
    )
    .join('\n');

test.each([
  ['Throws', inRound(2, 'x = {}', 'x["a"]'), "2 crash: Throws threw KeyError: 'a' in round 2 (Throws.py:6)."],
  [
    'Loop',
    inRound(1, 'n = 0', 'while True:', '    n += 1'),
    /^1 time: Loop used up its budget of 0\.5 s of fuel in round 1 \(Loop\.py:[67]\)\.$/,
  ],
  ['Library', inRound(1, 'import heapq', 'while True: heapq.merge([1], key=1)'), /^1 time: .* \(Library\.py:6\)\.$/],
  [
    'Regex',
    inRound(0, 'import re', 're.match("(a+)+$", "a" * 40 + "b")'),
    '0 time: Regex used up its budget of 0.5 s of fuel in round 0 (Regex.py:6).',
  ],
  [
    'Deep',
    inRound(0, 'f = lambda n: max(map(f, [n + 1]))', 'f(0)'),
    '0 crash: Deep threw RecursionError: maximum recursion depth exceeded in round 0 (Deep.py:5).',
  ],
  [
    'Chain',
    inRound(0, 'import itertools', 'c = []', 'for _ in range(20000): c = itertools.chain(c, [1])', 'next(c)'),
    '0 crash: Chain recursed too deeply in round 0 (Chain.py:8).',
  ],
  [
    'Memory',
    inRound(0, 'x = [0]', 'while True: x = x + x'),
    '0 memory: Memory used all of its memory in round 0 (Memory.py:6).',
  ],
  ['Exit', inRound(3, 'raise SystemExit(4)'), '3 crash: Exit ended with exit status 4 in round 3.'],
  [
    'Ends',
    'import sys\nfor line in sys.stdin:\n    if line.startswith("missiles"): break\n',
    /^0 disconnect: Ends ended before the match was over/,
  ],
  ['Protocol', 'import sys\nfor line in sys.stdin:\n    print("go on")\n', /^0 protocol: Protocol wrote /],
  [
    'Waits',
    'import sys\nwhile True: input()\n',
    '0 protocol: Waits waits for another line in round 0, but its answer isn’t complete.',
  ],
  [
    'Init',
    'class Game:\n    def __init__(self): self.line = input()\nGame()\n',
    /^0 crash: Init threw RuntimeError: under fuel, standard input can't be read in __init__ of a class, .* \(Init\.py:2\)\.$/,
  ],
  [
    'Sorts',
    'import sys\nprint(sorted(sys.stdin))\n',
    /^0 crash: Sorts threw RuntimeError: under fuel, standard input is read line by line/,
  ],
  ['Floods', 'while True: print("x" * 1000)\n', /^0 (?:memory|time|flood): Floods /],
  [
    'Asks',
    inRound(0, 'import sys', 'while True:', '    ludus._say("budget")', '    sys.stdin.readline()'),
    '0 flood: Asks asked for its budget more than 100 times in one question.',
  ],
])('the faulty bot %s gets a verdict with the reason and, if there is one, the line', async (name, text, sentence) => {
  const { verdicts } = await played(madmax, 'fuel', write(`${name}.py`, text));
  expect(verdicts).toHaveLength(1);
  if (typeof sentence === 'string') expect(verdicts[0]).toBe(sentence);
  else expect(verdicts[0]).toMatch(sentence);
});

test('text that a Python bot prints, and its tracebacks, go to its log', async () => {
  const text = inRound(0, 'print("hello", end="")', 'self.log("round", self.round)', 'oops');
  const { log } = await played(madmax, 'fuel', write('Log.py', text));
  expect(log.slice(0, 3)).toEqual([
    'helloround 0',
    'Traceback (most recent call last):',
    '  File "Log.py", line 8, in <module>',
  ]);
  expect(log).toContain('    oops');
});

test('a syntax error in a Python bot is found before the match, and reported with its line', async () => {
  write('Grammar.py', 'import ludus\ndef play(:\n');
  await expect(played(madmax, 'fuel', 'Grammar.py')).rejects.toThrow(
    'Grammar.py can’t be a bot: SyntaxError: invalid syntax (Grammar.py:2)',
  );
});

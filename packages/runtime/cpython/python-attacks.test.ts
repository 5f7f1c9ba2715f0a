import { expect, test } from 'vitest';
import { rejectedScript } from '../quickjs/script.ts';
import { bundlePython } from './python-imports.ts';
import { attacking, inFunction, LOOP, playProgram } from './testing/play-program.ts';

// Bots that try to gain fuel, to void a match, to read data, or to corrupt the engine.

const DEEP = 'recursed too deeply in round 0';
const CRASHED = 'crashed the engine in round 0';

const ATTACKS: Readonly<Record<string, readonly [text: string, sentence: string | RegExp, log?: readonly string[]]>> = {
  // Nested objects.
  'repr of nested lists': [
    attacking(
      'l = []\nfor _ in range(50000): l = [l]\ntry: repr(l)\nexcept RecursionError: print("low", file=sys.stderr)',
    ),
    'plays on',
    ['low'],
  ],
  'hash of nested tuples': [attacking('t = ()\nfor _ in range(50000): t = (t,)\nhash(t)'), DEEP],
  'nested iterators': [attacking('x = iter([1])\nfor _ in range(30000): x = map(abs, x)\nnext(x)'), DEEP],
  'nested bound methods': [
    attacking('import types\nx = abs\nfor _ in range(30000): x = types.MethodType(x, 1)\nx()'),
    DEEP,
  ],
  'unmarshalling of nested lists': [
    attacking(`import marshal\nmarshal.loads(b"[\\x01\\0\\0\\0" * 20000 + b"N")`),
    DEEP,
  ],
  'freeing nested chains': [
    attacking('import itertools\nx = 0\nfor _ in range(30000): x = itertools.chain([x])\ndel x'),
    /^(?:plays on|Mine recursed too deeply in round 0.*)$/,
  ],
  'freeing a long chain of exceptions': [
    attacking('e = None\nfor _ in range(50000):\n    x = ValueError()\n    x.__context__ = e\n    e = x\ndel e, x'),
    'plays on',
  ],
  'endless recursion through operators': [
    attacking(`import operator
for name in "add mul mod pow lshift lt eq contains getitem matmul".split():
    f = getattr(operator, name)
    a = type("A", (), {f"__{name}__": lambda s, o, f=f: f(s, o)})()
    try: f(a, a)
    except RecursionError: print(name, end=" ", file=sys.stderr)
print(file=sys.stderr)`),
    'plays on',
    ['add mul mod pow lshift lt eq contains getitem matmul '],
  ],
  // Handwritten bytecode.
  'bytecode that pops an empty stack': [
    attacking('c = (lambda: 0).__code__\nexec(c.replace(co_code=bytes([1, 0]) * 1000 + bytes([83, 0])))'),
    CRASHED,
  ],
  'bytecode that jumps out of its code': [
    attacking(
      'c = (lambda: 0).__code__\nexec(c.replace(co_code=bytes([151, 0, 144, 255, 144, 255, 144, 255, 110, 255])))',
    ),
    CRASHED,
  ],
  'a forged bytearray of two gigabytes': [
    attacking(`words = lambda *all: b"".join(word.to_bytes(4, "little") for word in all)
fake = words(1 << 20, id(bytearray), 2**31 - 1, 2**31 - 1, 0, 0, 0)
holder = words(id(fake) + 16) * 64
consts = ()
at = (id(holder) + 16 - id(consts) - 12) // 4
code = bytes([151, 0, 144, at >> 24 & 255, 144, at >> 16 & 255, 144, at >> 8 & 255, 100, at & 255, 83, 0])
memory = eval((lambda: 0).__code__.replace(co_code=code, co_consts=consts))
print(len(memory), file=sys.stderr)
for at in range(0, 2**31 - 1, 4096): memory[at] = 255`),
    CRASHED,
    ['2147483647'],
  ],
  // Exits and failures.
  'os._exit': [attacking('import os\nos._exit(0)'), CRASHED],
  'a signal': [attacking('import _signal\n_signal.raise_signal(6)'), CRASHED],
  'a lock that is never released': [
    attacking('import _thread\nlock = _thread.allocate_lock()\nlock.acquire()\nlock.acquire()'),
    'Mine used up its budget of 0.2 s of fuel in round 0',
  ],
  'an exit status that is too large': [attacking('sys.exit(10**30)'), 'ended with exit status -1'],
  'an exception whose message takes forever': [
    attacking('class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E'),
    'used up its budget of 0.2 s of fuel in round 0 (Mine.py:4)',
  ],
  'a class name that imitates a position': [
    attacking('raise type("KeyError: 1\\nOther.py:99", (Exception,), {})("x")'),
    'Mine threw KeyError: 1 Other.py:99: x in round 0 (Mine.py:2).',
  ],
  'control characters in an exception': [
    attacking('raise type("\\x1b[31mE", (Exception,), {})("\\x1b]0;title\\x07\\u202e")'),
    'Mine threw [31mE:  ]0;title in round 0 (Mine.py:2).',
  ],
  'an error report that reads input': [
    attacking('import ludus_boot\nludus_boot.report = lambda error: input()\nraise ValueError(1)'),
    'Mine threw ValueError: 1 in round 0 (Mine.py:4).',
  ],
  // Reads at points where no line can arrive.
  'an exception whose message reads input': [
    attacking(
      'class E(Exception):\n    def __str__(self):\n        try: return input()\n        except RuntimeError: return "no"\nraise E',
    ),
    'Mine threw E: no in round 0 (Mine.py:6).',
  ],
  'enumerate with standard input': [
    `import sys\nfor n, line in enumerate(sys.stdin):\n    if line.startswith("prize"): print(1)\n`,
    'threw RuntimeError: under fuel, standard input is read line by line: with readline, input or a for loop in round 0 (Mine.py:2)',
  ],
  'map with standard input': [
    `import sys\nfor line in map(str.strip, sys.stdin):\n    if line.startswith("prize"): print(1)\n`,
    'threw RuntimeError: under fuel, standard input is read line by line: with readline, input or a for loop in round 0 (Mine.py:2)',
  ],
  'map with the input function': [
    attacking('try: list(map(lambda x: x, map(input, ["", ""])))\nexcept RuntimeError: print("no", file=sys.stderr)'),
    'plays on',
    ['no'],
  ],
  'a stored and iterated placeholder for a line': [
    attacking(`import functools
read = functools.lru_cache(input)
read(""), read("")
def key(_):
    for x in [read("")]: print(type(x).__name__, file=sys.stderr)
    return 1
sorted([1, 2], key=key)`),
    'plays on',
    ['Pending', 'Pending'],
  ],
  'a finaliser that reads input after the program has ended': [
    `import sys
class Last:
    def __del__(self):
        try: input()
        except RuntimeError: print("no", file=sys.stderr)
def main():
    last = Last()
    input()
    raise SystemExit(2)
main()
`,
    'ended with exit status 2',
  ],
  // Features that the engine does not provide.
  'access to files and the system': [
    attacking(`import os, posix
for f in lambda: open("/etc/passwd"), lambda: open(0), lambda: os.listdir("/"), lambda: posix.stat("."), lambda: os.read(0, 9):
    try: print(f(), file=sys.stderr)
    except OSError: print("no", file=sys.stderr)
for name in "ctypes", "_ctypes", "mmap", "subprocess", "_posixsubprocess", "resource":
    try: __import__(name)
    except ImportError: print("no", file=sys.stderr)`),
    'plays on',
    Array.from({ length: 11 }, () => 'no'),
  ],
  'closed streams and replaced built-ins': [
    attacking(
      'import builtins, os\nfor n in range(5):\n    try: os.close(n)\n    except OSError: pass\nsys.stdout.close()\nbuiltins.Exception = builtins.__import__ = builtins.input = None',
    ),
    'plays on',
  ],
  'a surrogate in an answer': [`import sys\n${LOOP.replace('1', '"1\\ud800"')}`, 'threw UnicodeEncodeError'],
};

test.each(Object.keys(ATTACKS))('the sandbox withstands %s', async (name) => {
  const [text, sentence, log] = ATTACKS[name];
  const first = await playProgram(text);
  if (typeof sentence === 'string') expect(first.sentence).toContain(sentence);
  else expect(first.sentence).toMatch(sentence);
  if (log) expect(first.log).toEqual(log);
  expect(await playProgram(text)).toEqual(first);
});

// Each step loads an object that isn't in any cache. This costs a hundred times as much as the few instructions of a
// step usually do.
const SHUFFLED = 'import random, types, weakref, gc\nfrom collections import deque\nrandom.seed(1)\nN = 2000\n';
test.each([
  [
    'tracebacks',
    't = None\nfor _ in range(N): t = types.TracebackType(t, sys._getframe(), 0, 1)',
    'sys.exc_info; x.tb_next = t',
    'x = types.TracebackType(None, sys._getframe(), 0, 1)',
  ],
  [
    'weak references',
    'class A: pass\na = A()\nkept = [weakref.ref(a, len) for _ in range(N)]',
    'weakref.getweakrefcount(a)',
    '',
  ],
  ['frozen objects', 'kept = [[] for _ in range(N)]\ngc.freeze()', 'gc.get_freeze_count()', ''],
  ['deque blocks', 'd = deque(range(128 * N))', 'd[64 * N]', ''],
  [
    'contexts',
    'e = None\nfor _ in range(N):\n    x = ValueError()\n    x.__context__ = e\n    e = x',
    'try: raise KeyError\n    except KeyError: pass',
    '',
  ],
])('each step along a long chain of %s costs fuel', async (name, made, statement, more) => {
  const step = name === 'contexts' ? `try: raise e\nexcept ValueError:\n    ${statement}` : statement;
  const text = inFunction(
    `${SHUFFLED}${made}\n${more}\nimport time\nbegun = time.perf_counter()\n${step}\nprint(time.perf_counter() - begun, file=sys.stderr)`,
  );
  const { log } = await playProgram(text);
  // Each object is charged at least 80 ns.
  expect(Number(log[0])).toBeGreaterThan(2000 * 80e-9);
});

test('a bot’s modules don’t run during the uncounted compilation of its main file', async () => {
  const endless = 'while True: pass\n';
  const modules = (...names: string[]) => names.map((name) => ({ name, text: endless }));
  const encoded = `# coding: evil\n${LOOP}`;
  await expect(playProgram(encoded, { others: modules('encodings/evil.py') })).rejects.toThrow(
    'SyntaxError: unknown encoding: evil',
  );
  const { sentence } = await playProgram(`import sys\n1 is 1\ngröße = 1\n${LOOP}`, {
    others: modules('linecache.py', 'warnings.py', 'unicodedata.py', 'tracemalloc.py'),
  });
  expect(sentence).toBe('plays on');
});

test('a bot’s file replaces a library module unless Python has already imported that module', async () => {
  const names = ['random', 'json', 'sys', 'time', 'os', 'abc', 'ludus_boot'];
  const { log } = await playProgram(
    `import ${names.join(', ')}\nprint(*[hasattr(m, "MINE") for m in (${names.join(', ')})], file=sys.stderr)\n${LOOP}`,
    { others: names.map((name) => ({ name: `${name}.py`, text: 'MINE = 1\n' })) },
  );
  expect(log).toEqual(['True True False False False False True']);
});

test('variable names can contain non-ASCII letters', async () => {
  const { log } = await playProgram(`import sys\ngröße, π = 3, 3.14\nprint(größe, π, file=sys.stderr)\n${LOOP}`);
  expect(log).toEqual(['3 3.14']);
});

test('bundlePython rejects files that aren’t UTF-8, and reads 60,000 unfinished imports', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(() => bundlePython('Mine.py', Uint8Array.of(0x78, 0x3d, 0x27, 0xff, 0x27))).toThrow(
    rejectedScript('source/text', 'Mine.py'),
  );
  expect(bundlePython('Mine.py', bytes('\ufeffx = 1\n'))[0].text).toBe('x = 1\n');
  expect(bundlePython('Mine.py', bytes('from a import (b\n'.repeat(60_000)), () => undefined)).toHaveLength(1);
});

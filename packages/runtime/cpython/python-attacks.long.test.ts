import { expect, test } from 'vitest';
import { attacking, inFunction, playProgram } from './testing/play-program.ts';

// Attacks that use their whole budget, or take a long time. The quick attacks are in python-attacks.test.ts.

const SPENT = 'Mine used up its budget of 1 s of fuel in round 0';

test.each([
  [
    'tracebacks',
    `import random, types
f, N, t = sys._getframe(), 400000, None
made = [bytes(10) for _ in range(N)]
for n in range(N):
    at = n * 234567 % N
    made[at] = None
    made[at] = t = types.TracebackType(t, f, 0, 1)
x = types.TracebackType(None, f, 0, 1)
while True:
    x.tb_next = t
    x.tb_next = None`,
  ],
  [
    'frozen objects',
    `import gc
gc.disable()
made, mixed = [[] for _ in range(1500000)], []
for n in range(1031): mixed.extend(made[n::1031])
del made
gc.collect()
gc.freeze()
while True: gc.get_freeze_count()`,
  ],
  [
    'weak references',
    `import weakref
class A: pass
a, f, N = A(), len, 400000
made = [bytes(20) for _ in range(N)]
for n in range(N):
    at = n * 234567 % N
    made[at] = None
    made[at] = weakref.ref(a, f)
while True: weakref.getweakrefcount(a)`,
  ],
])('a bot can’t void its match with a chain of %s in memory that doesn’t fit into a cache', async (_, attack) => {
  const { sentence } = await playProgram(inFunction(attack), { seconds: 1 });
  expect(sentence).toContain(SPENT);
});

test.each([
  ['unlimited recursion', 'sys.setrecursionlimit(2**31 - 1)\ndef f(n): return f(n + 1)\nf(0)'],
  ['a lookup in 100,000 base classes', 'type("B", tuple(type("A", (), {}) for _ in range(100000)), {})'],
  ['a chain of classes', 'A = object\nwhile True: A = type("A", (A,), {})'],
  [
    'callbacks of weak references',
    'import weakref\nclass A: pass\nkept = []\ndef again(_):\n    a = A()\n    kept.append(weakref.ref(a, again))\nagain(0)',
  ],
  ['a regular expression that backtracks', 'import re\nre.match("(a+)+$", "a" * 40 + "b")'],
  ['a product of huge numbers', 'x = 3 ** 100000\nwhile True: x *= x'],
])('%s ends when the fuel is used up', async (_, attack) => {
  const { sentence } = await playProgram(attacking(attack), { seconds: 1 });
  expect(sentence).toContain(SPENT);
});

test('a program whose constants are too large is rejected', async () => {
  const text = `x = (${Array.from({ length: 30_000 }, (_, n) => `'${String(n).padStart(5, '0')}'*819`).join()})\n`;
  await expect(playProgram(text)).rejects.toThrow('can’t be compiled: it is too large');
});

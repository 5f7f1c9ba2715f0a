/**
 * By topic: a program text with the placeholder N, for programs that differ only in N. The programs cover operations of
 * a bot whose results could depend on an engine or a machine.
 */
const TOPICS: Readonly<Record<string, string>> = {
  floats: `import math
x = 0.1 * N
for i in range(1, 60):
    x = math.sin(x) * i + math.exp(-x / i) + x ** 0.5 if x > 0 else -x / 3
print(repr(x), x.hex(), round(x, 3), f"{x:.17g}", math.fsum([x] * 10), x % 0.7, x // 0.3, float("nan"), float("inf") - float("inf"))
print(math.pow(1.1, N), math.log(N + 0.5), math.atan2(N, 3), math.gamma(N / 2 + 0.1), math.erf(N / 7), math.cosh(N / 5), 10.0 ** N, 1e308 * 10)`,
  'order of dictionaries and sets': `d = {str(i * N): i for i in range(200)}
for i in range(0, 200, 3):
    del d[str(i * N)]
s = {f"k{i * N}" for i in range(300)} | {(i, str(i)) for i in range(50)} | {i * 0.5 for i in range(50)}
class C: pass
o = [C() for _ in range(100)]
m = {c: n for n, c in enumerate(o)}
print(list(d.items())[-5:], list(s)[:20], [m[c] for c in set(o)][:30], hash("N%d" % N), hash((1, "a", N)), hash(N / 3), hash(None) is not None)
print({"a", "b", "c"} - {"b"}, frozenset("hello%d" % N), sorted(s, key=str)[:5])`,
  'big integers': `a = 3 ** (100 * N) + 7 ** 50
b = 2 ** (97 * N) - 12345
print(a * b, a // b, a % b, pow(a, b, 10 ** 40 + N), a >> 77, a ^ b, a & b, int(str(b)), (-a) // b, divmod(-b, 97), a.bit_length(), hex(a)[:30])
from math import isqrt, gcd, comb, factorial
print(isqrt(a), gcd(a, b), comb(50 + N, 20), factorial(20 + N) % (10 ** 9 + 7), int.from_bytes(b.to_bytes(400, "big"), "little") % 1000003)`,
  sorting: `import random
r = random.Random(N)
a = [r.randrange(1000) for _ in range(2000)]
b = sorted(a, key=lambda x: (x % 7, -x))
c = sorted(map(str, a), reverse=True)
a.sort()
from functools import cmp_to_key
d = sorted([(r.random(), i) for i in range(300)], key=cmp_to_key(lambda x, y: (x[0] > y[0]) - (x[0] < y[0])))
print(a[::200], b[::200], c[:5], d[::60], max(a), min(c), sorted([1.5, True, -2, 10 ** 20]))
try: sorted([1, "a"])
except TypeError as error: print(error)`,
  exceptions: `log = []
def f(n):
    try:
        if n == 0: raise KeyError("deep")
        f(n - 1)
    except KeyError as error:
        if n % 3 == 0: raise ValueError(n) from error
        raise
    except ValueError as error:
        log.append((n, repr(error), type(error.__cause__).__name__))
        raise KeyError(str(error))
    finally:
        log.append(n)
try: f(10 + N)
except Exception as error: print(repr(error), log)
for code in ("1/0", "[][N]", "{}[N]", "None.x", "int('x')", "undefined", "'a' + N", "f()", "assert_", "1 +", "(" * N):
    try: eval(code, {"N": N, "f": f})
    except Exception as error: print(type(error).__name__, error)
raise RuntimeError("the end %d" % N)`,
  recursion: `import sys
def f(n):
    global depth
    depth = n
    return f(n + 1) + 1
def through_c(n):
    global depth
    depth = n
    return [sorted, max, list][N % 3](map(lambda k: through_c(n + 1), [1, 2]))
class D:
    def __getattr__(self, name): return getattr(self, name + "x")
    def __eq__(self, other): return [self] == [D()]
    def __repr__(self): return repr([self])
def lists():
    x = []
    for _ in range(20000): x = [x]
    return repr(x)
sys.setrecursionlimit(500 * N)
for name, run in dict(f=lambda: f(0), c=lambda: through_c(0), getattr=lambda: D().a, eq=lambda: D() == D(), repr=lambda: repr(D()), lists=lists,
        source=lambda: eval("[" * 150 + "]" * 150), minus=lambda: eval("-" * 3000 + "1"), plus=lambda: eval("1" + "+1" * 3000)).items():
    depth = 0
    try: print(name, "went well", len(str(run())))
    except (RecursionError, MemoryError, SyntaxError) as error: print(name, depth, type(error).__name__, error)`,
  generators: `import itertools
def primes():
    seen = []
    for n in itertools.count(2):
        if all(n % p for p in seen):
            seen.append(n)
            yield n
def walk(n):
    if n > 0:
        got = yield n
        yield from walk(n - 1 - (got or 0))
w = walk(10 + N)
print(list(itertools.islice(primes(), 20 + N)), next(w), w.send(2), list(w))
print(list(itertools.permutations(range(4)))[N], list(itertools.combinations("abcde", 1 + N % 4)), list(zip(*[iter(range(12))] * 3)))
print([*itertools.accumulate(range(N)), *itertools.groupby("aabb")][:0], sum(x * y for x, y in itertools.product(range(N + 2), repeat=2)))`,
  randomness: `import random, os
print(random.random(), random.randrange(10 ** N), random.gauss(0, N), os.urandom(4).hex())
random.seed(N)
a = list(range(50))
random.shuffle(a)
print(a, random.sample(range(1000), 5), random.choice("abcdef"), random.choices(a, k=3), random.betavariate(N, 2), random.getrandbits(100), random.expovariate(1.5))
r = random.Random("text %d" % N)
print(r.random(), r.uniform(-1, 1), r.triangular(), r.getstate()[1][:3], random.SystemRandom().random())`,
  'regular expressions': `import re
t = "the quick brown fox %d jumps over 12.5 lazy dogs, x=%d; y=0x1F" % (N, N * 3) * 3
print(re.findall(r"\\b(\\w)(\\w*)\\b", t)[:N + 3], re.sub(r"(\\d+)", lambda m: str(int(m[1]) + N), t)[:90], re.split(r"[;,\\s]+", t)[:8])
print(re.match(r"(?P<a>\\w+) (?P<b>\\w+)", t).groupdict(), [m.span() for m in re.finditer(r"o(?=[wxg])", t)], re.fullmatch(r"(a|b)*c", "abab" * N + "c") is not None)
try: re.compile("(" * N)
except re.error as error: print(error)
print(re.compile(r"(a+)+$").match("a" * 14 + "b"))`,
  json: `import json
d = {"n": N, "list": [1, 2.5, None, True, "ä\\u1234"], "deep": {"a": [{}] * N}, "big": 10 ** 25, "float": 0.1 * N}
s = json.dumps(d, sort_keys=True)
print(s, json.loads(s) == d, json.dumps(d, indent=N % 4), json.loads("[1e5, -0.0, 12345678901234567890]"))
for bad in ("[1,", '{"a" 1}', "nul", '"' + "x" * N):
    try: json.loads(bad)
    except ValueError as error: print(error)
try: print(len(json.loads("[" * 2000 * N)))
except (RecursionError, ValueError) as error: print(type(error).__name__)`,
  'data classes': `from dataclasses import dataclass, field, replace, asdict, astuple
from typing import NamedTuple, Optional
import enum
@dataclass(order=True, frozen=True)
class Cell:
    row: int
    column: int = N
    tags: tuple = field(default=(), compare=False)
@dataclass
class Node:
    cell: Cell
    children: list = field(default_factory=list)
class Point(NamedTuple):
    x: int
    y: Optional[int] = None
class Way(enum.IntEnum):
    UP = 1
    DOWN = enum.auto()
class Flags(enum.Flag):
    A = enum.auto()
    B = enum.auto()
cells = {Cell(i % 7, i * N % 5): i for i in range(40)}
n = Node(Cell(1), [Node(Cell(2, 3))])
print(sorted(cells)[:5], asdict(n), astuple(n), replace(Cell(3), row=N), Point(1), Point(1, 2)._asdict(), Way(2), Way.UP + N, Flags.A | Flags.B, list(Way))
try: Cell(1).row = 2
except Exception as error: print(type(error).__name__, error)`,
  heaps: `import heapq, bisect, collections
h = []
for i in range(500): heapq.heappush(h, ((i * 7919 * N) % 1009, i))
out = [heapq.heappop(h) for _ in range(200)]
print(out[::20], heapq.nlargest(3, h), heapq.nsmallest(3, h, key=lambda x: -x[1]), list(heapq.merge([1, 4], [2, N])))
q = collections.deque(range(N), maxlen=5)
q.rotate(2)
q.appendleft(9)
c = collections.Counter("mississippi" * N)
dd = collections.defaultdict(list)
for i in range(20): dd[i % N].append(i)
print(q, c.most_common(2), dict(dd), bisect.bisect(list(range(0, 100, 7)), 10 * N), collections.OrderedDict(a=1, b=2), collections.ChainMap({"a": N}, {"b": 2}))`,
  classes: `class Meta(type):
    def __new__(mcs, name, bases, space, **keys):
        space["made"] = name.lower() + str(N)
        return super().__new__(mcs, name, bases, space, **keys)
    def __init__(cls, name, bases, space, **keys): super().__init__(name, bases, space)
class A(metaclass=Meta):
    count = 0
    def __init__(self): A.count += 1
    def __init_subclass__(cls, **keys): cls.keys = keys
    def who(self): return ["A"]
class B(A, x=1):
    def who(self): return ["B", *super().who()]
class C(A, y=2):
    __slots__ = ("v",)
    def who(self): return ["C", *super().who()]
class D(B, C):
    @property
    def area(self): return N * 2
    @classmethod
    def make(cls, n): return [cls() for _ in range(n)]
    def __add__(self, other): return N + other
    __radd__ = __add__
    def __call__(self, *args, **keys): return args, sorted(keys)
    def __enter__(self): return self
    def __exit__(self, *exc): return exc[0] is ZeroDivisionError
    def __len__(self): return N
    def __getitem__(self, at): return range(N)[at]
    def __del__(self): A.count -= 1
d = D()
with d: 1 / 0
print(d.who(), D.made, B.keys, [c.__name__ for c in D.__mro__], d.area, d + 1, 2 + d, d(1, b=2, a=3), len(d), list(d), d[-1:], A.count)
D.make(N)
match [N, {"a": d}]:
    case [int(n), {"a": D(area=area)}] if n > 3: print("matched", n, area)
    case _: print("other")
print(A.count, type("T", (), {"x": N}).x, isinstance(d, A), f"{N:>5}|{N:05.1f}|{d.area!r:^7}")`,
};

const HOW_OFTEN = 16;

/** Programs that end abnormally: without fuel, without memory, or with `sys.exit`. */
const ENDS = [
  'n = 0\nwhile True:\n    n += 1',
  'kept = []\ntry:\n    while True: kept.append(bytearray(10 ** 6))\nexcept MemoryError:\n    n = len(kept)\n    del kept\n    print(n)',
  'x = [0] * 10\nwhile True: x = x + x',
  'import sys\nprint("so far")\nsys.exit(3)',
  'import time\nfor n in range(5):\n    print(time.time(), time.perf_counter(), time.process_time(), time.monotonic_ns(), time.localtime()[:6])\n    time.sleep(100)',
  'import threading, socket, os\nfor f in (lambda: open("x"), lambda: threading.Thread(target=print).start(), lambda: socket.create_connection(("a", 1)), lambda: os.listdir("."), lambda: os.system("ls")):\n    try: print(f())\n    except Exception as error: print(type(error).__name__, error)',
  'import numpy',
];

/** The programs by name. */
export const PROGRAMS: readonly (readonly [name: string, text: string])[] = [
  ...Object.entries(TOPICS).flatMap(([topic, text]) =>
    Array.from({ length: HOW_OFTEN }, (_, at) => [`${topic} ${at + 1}`, `N = ${at + 1}\n${text}`] as const),
  ),
  ...ENDS.map((text, at) => [`end ${at + 1}`, text] as const),
];

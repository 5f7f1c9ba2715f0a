import { expect, test } from 'vitest';
import { panicIn } from '../wasm/crash-words.ts';
import { crashMessage } from './crash-message.ts';

test.each([
  [
    'a Python traceback',
    'mine.py',
    'Traceback (most recent call last):\n  File "/a/mine.py", line 9, in <module>\n    run(Mine)\n  File "/b/ludus.py", line 3, in run\n  File "/a/mine.py", line 5, in play\n    {}["a"]\nKeyError: \'a\'\n',
    "KeyError: 'a' (mine.py:5)",
  ],
  [
    'a Java stack trace',
    'Mine.java',
    'Exception in thread "main" java.lang.ArithmeticException: / by zero\n\tat java.base/X.y(X.java:1)\n\tat Mine.play(Mine.java:12)\n\tat Ludus.run(Ludus.java:9)\n\tat Mine.main(Mine.java:30)\n',
    'java.lang.ArithmeticException: / by zero (Mine.java:12)',
  ],
  [
    'a Rust panic',
    'mine.rs',
    "thread 'main' (42) panicked at /a/mine.rs:17:5:\nindex out of bounds: the len is 3 but the index is 7\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
    'panicked: index out of bounds: the len is 3 but the index is 7 (mine.rs:17)',
  ],
  [
    'a Rust panic before version 1.73',
    'mine.rs',
    "thread 'main' panicked at 'it''s over\nhere', /a/mine.rs:17:5\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
    "panicked: it''s over here (mine.rs:17)",
  ],
  [
    'a Go panic',
    'mine.go',
    'panic: runtime error: index out of range [7] with length 3\n\ngoroutine 1 [running]:\nmain.choose(...)\n\t/a/mine.go:21\nmain.main()\n\t/a/mine.go:40 +0x1d\n',
    'panic: runtime error: index out of range [7] with length 3 (mine.go:21)',
  ],
  [
    'an AddressSanitizer report',
    'AIMine.cc',
    '=================================================================\n==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x7 bp 0x8 sp 0x9\nREAD of size 4 at 0x602 thread T0\n    #0 0x7 in Mine::play() /a/AIMine.cc:9\n    #1 0x8 in ludus_play x.cc:3\nSUMMARY: AddressSanitizer: heap-use-after-free /a/AIMine.cc:9 in Mine::play()\n==7==ABORTING\n',
    'heap-use-after-free (AIMine.cc:9)',
  ],
  [
    'an AddressSanitizer report of a double free',
    'AIMine.cc',
    '==7==ERROR: AddressSanitizer: attempting double-free on 0x602 in thread T0:\n    #0 0x7 in operator delete(void*)\n    #1 0x7 in Mine::play() /a/AIMine.cc:11\n',
    'double-free (AIMine.cc:11)',
  ],
  [
    'an UndefinedBehaviorSanitizer report',
    'AIMine.cc',
    "AIMine.cc:7:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n    #0 0x7 in Mine::play() /a/AIMine.cc:7\n",
    "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int' (AIMine.cc:7)",
  ],
  [
    'a report of a checked container',
    'AIMine.cc',
    '/usr/include/c++/debug/vector:442:\nIn function:\n    std::vector<T>::operator[](size_type)\n\nError: attempt to subscript container with out-of-bounds index 3, but \ncontainer only holds 3 elements.\n\nObjects involved in the operation:\n==7==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #5 0x7 in std::vector<int>::operator[] /usr/include/c++/debug/vector:442\n    #6 0x7 in Mine::play() /a/AIMine.cc:6\n',
    'attempt to subscript container with out-of-bounds index 3, but container only holds 3 elements (AIMine.cc:6)',
  ],
  [
    'a failed assertion',
    'mine.cc',
    "player: /a/mine.cc:12: int main(): Assertion `x > 0' failed.\n",
    "Assertion `x > 0' failed (mine.cc:12)",
  ],
  [
    'an uncaught exception with AddressSanitizer',
    'mine.cc',
    "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no luck\nAddressSanitizer:DEADLYSIGNAL\n==7==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #9 0x7 in main /a/mine.cc:8\n",
    'an uncaught exception: no luck (mine.cc:8)',
  ],
  [
    'an uncaught exception with libc++',
    'mine.cc',
    'libc++abi: terminating due to uncaught exception of type std::runtime_error: no luck\n',
    'an uncaught exception: no luck',
  ],
  ['an uncaught number', 'mine.cc', "terminate called after throwing an instance of 'int'\n", 'an uncaught exception'],
  [
    'a syntax error in Node',
    'Mine.ts',
    "file:///a/Mine.ts:1\nclass {\n      ^\n\nSyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expected ident\n    at parseTypeScript (node:internal/modules/typescript:61:36) {\n  code: 'ERR_INVALID_TYPESCRIPT_SYNTAX'\n}\n\nNode.js v26.10.0\n",
    'SyntaxError: Expected ident (Mine.ts:1)',
  ],
  ['plain text', 'mine.sh', 'no luck today\n\n', 'no luck today'],
  [
    'a message that already has a position',
    'Mine.ts',
    'TypeError: x is not a function (Mine.ts:3:5)\n',
    'TypeError: x is not a function (Mine.ts:3:5)',
  ],
  ['a log with drawings', 'mine.py', 'bad luck\ndraw cell 1 2\n', 'bad luck'],
  ['an empty log', 'mine.py', '', ''],
])('crashMessage finds the error, and its line if there is one, in %s', (_, source, tail, words) => {
  expect(crashMessage(tail, `/a/${source}`)).toBe(words);
});

test('crashMessage returns the first 200 characters of a log with unfinished reports', () => {
  const tail = `thread '${"' ".repeat(2500)}${'panicked at '.repeat(900)}`;
  expect(crashMessage(tail, 'mine.rs')).toBe(tail.slice(0, 200));
  expect(crashMessage('('.repeat(16_000), 'mine.rs')).toBe('('.repeat(200));
});

test.each([
  ['a report of two lines', (place: string) => `thread 'main' panicked at ${place}:7:5:\nover\n`],
  ['a report of one line', (place: string) => `thread 'main' panicked at 'over', ${place}:7:5\n`],
])('panicIn truncates the position in %s, and removes its control characters', (_, report) => {
  expect(panicIn(report('src/\u001b[2J\u0007.rs'))).toEqual({ what: 'over', place: ' [2J .rs:7' });
  expect(panicIn(report('x'.repeat(5000)))?.place).toBe(`${'x'.repeat(200)}:7`);
});

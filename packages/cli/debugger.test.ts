import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodePartsOf } from './context.ts';
import { debuggerOf } from './debugger.ts';
import { gameNamed } from './games.ts';

const sample = (name: string) => fileURLToPath(new URL(`../games/${name}`, import.meta.url));

test.each([
  ['trails', 'Mine.ts', 'trails/samples/cyclist.ts', 'inspector'],
  ['trails', 'Mine.py', 'trails/samples/cyclist.py', 'pdb'],
  ['trails', 'Mine.cc', 'trails/samples/cyclist.cc', undefined],
  ['trails', 'Mine.java', 'trails/samples/Cyclist.java', undefined],
  ['trails', 'Mine.rs', 'trails/samples/Cyclist.rs', undefined],
  ['trails', 'Mine.go', 'trails/samples/cyclist.go', undefined],
  ['angrymob', 'Mine.js', 'angrymob/samples/seeker.js', 'inspector'],
  ['angrymob', 'Mine.py', 'angrymob/samples/seeker.py', undefined],
  ['angrymob', 'Mine.cc', 'angrymob/samples/seeker.cc', undefined],
  ['starwar', 'Mine.py', 'cylinder/samples/grabber.py', 'pdb'],
  ['starwar', 'AIMine.cc', 'cylinder/samples/AIGrabber.cc.txt', 'gdb'],
  ['starwar', 'Mine.rs', 'cylinder/samples/Grabber.rs', undefined],
  ['starwar', 'Mine.py', 'cylinder/samples/nowhere.py', undefined],
])('debuggerOf returns $3 for a bot for $0 ($1 with the content of $2)', async (game, name, file, expected) => {
  expect(debuggerOf(name, await nodePartsOf(gameNamed(game)), sample(file))).toBe(expected);
});

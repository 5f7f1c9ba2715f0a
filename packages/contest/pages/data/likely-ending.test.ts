import { expect, test } from 'vitest';
import { likelyEnding } from './likely-ending.ts';

const ALL = ['.cc', '.ts', '.js', '.py', '.java', '.rs', '.go', '.wasm'];

test.each([
  ['.cc', '#include "Player.hh"\n#define PLAYER_NAME Mine\n'],
  ['.rs', 'use trails::Turn;\n\nfn main() {\n    let mut n = 0;\n}\n'],
  ['.go', 'package main\n\nimport "fmt"\n'],
  ['.java', 'import java.util.List;\n\npublic class Mine {}\n'],
  ['.py', 'import random\n\n\ndef turn(state):\n    return "left"\n'],
  ['.ts', 'export default (state: State) => state;\n'],
  ['.js', 'const moves = ["left"];\nexport default () => moves[0];\n'],
])('likelyEnding suggests the extension %s for code in the corresponding language', (ending, text) => {
  expect(likelyEnding(text, ALL)).toBe(ending);
  expect(likelyEnding(`// A comment first.\n${text}`, ALL)).toBe(ending);
});

test('likelyEnding suggests only extensions that the contest accepts', () => {
  expect(likelyEnding('def turn(state):\n', ['.cc'])).toBeUndefined();
  expect(likelyEnding('const n = 1;\n', ['.cc', '.ts'])).toBe('.ts');
  expect(likelyEnding('', ALL)).toBeUndefined();
});

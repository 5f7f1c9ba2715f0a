import { expect, test } from 'vitest';
import { unclosedBracket } from './brackets.ts';

test.each([
  ['in a call', 'play() {\n  log(‸\n  this.go();\n}\n'],
  ['of a block', 'class A {\n  play() {\n    if (true) {‸\n      this.go();\n  }\n}\n'],
  ['of a condition', 'play() {\n  if (‸\n  for (const a of [1]) {\n    b(a);\n  }\n}\n'],
  ['at the end', 'const a = [1, 2];\nconst b = [‸\n'],
  ['after texts and comments', '// (\n/* [ */ const a = \'(\' + "{" + `[\n`;\nf(‸;\n'],
])('unclosedBracket finds the unclosed bracket %s', (_what, marked) => {
  expect(unclosedBracket(marked.replace('‸', ''))).toBe(marked.indexOf('‸') - 1);
});

test('unclosedBracket finds nothing if every bracket is closed, or if there is an extra closing bracket', () => {
  expect(unclosedBracket('f(a[1], {\n  b,\n});\n')).toBeUndefined();
  expect(unclosedBracket('f(1));\n')).toBeUndefined();
});

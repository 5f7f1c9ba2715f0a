import { expect, test } from 'vitest';
import { rulesAnswer, toolAnswer } from './answers.ts';

// mcp.slow.test.ts searches the commands' output for such hints.

test.each([
  [
    'Mine/Mine.py is ready to play. Try it:\n\n  cd Mine\n  npm install\n  npm start        a match\n\nREADME.md has the next steps.\n',
    'Mine/Mine.py is ready to play. Change it with read and write. Then use check, match, and climb.\n',
  ],
  [
    'The replay of its worst defeat (seed 3) is in a b.trails:\n  npx ludus view a b.trails        (see rounds from 7 on)\n\nWhy:\n  It was slow.\n  npx ludus why a b.trails --seat 1        prints more\n',
    'The replay of its worst defeat (seed 3) is in a b.trails; see rounds from 7 on.\n\nWhy:\n  It was slow.\n  Call why with replay a b.trails and seat 1 for more.\n',
  ],
  ['look: ludus why r/1.trails --seat 2', 'look: why with replay r/1.trails and seat 2'],
  ['The replay of a draw is in x:\n  npx ludus view x\n', 'The replay of a draw is in x.\n'],
  ['if this continues, --pairs 40 settles it', 'if this continues, pairs 40 settles it'],
  ['Stopped before the climb ended; --from Moth starts there.', 'Stopped before the climb ended.'],
  [
    '1. FAIL  plays\n          hint: npx ludus check ./Mine.cc --game trails --sanitize checks each memory access\n1 of 2 steps failed.',
    '1. FAIL  plays\n1 of 2 steps failed.',
  ],
  ['info: to debug this:  npx ludus debug x --seat 0\ninfo: player A got score 1', 'info: player A got score 1'],
  ['hint: the end of its log, or ludus debug, shows where it ended', 'hint: the end of its log shows where it ended'],
])('a hint for terminal users names tools instead of commands, or is left out (%#)', (printed, answer) => {
  expect(toolAnswer(printed)).toBe(answer);
});

test('the rules end with a list of tools instead of commands', () => {
  const printed = '# Trails: rules\n\n# Commands\n\n```sh\nnpx ludus check ./Mine.py     # protocol\n```\n';
  expect(rulesAnswer(printed, [{ name: 'check', title: 'Check a bot' }])).toBe(
    '# Trails: rules\n\n# Tools\n\n- `check`: Check a bot\n\nWhere the text above names a command such as `ludus check`, use the tool of that name.\n',
  );
});

import { expect, test } from 'vitest';
import { fileProblem, includedFiles, MOST_FILES } from './files.ts';
import { openedPlayer } from './opened.ts';

test.each([
  ['helper.ts', false, undefined],
  ['helper.hh', true, undefined],
  ['helper.hh', false, 'ends in .ts or .js'],
  ['helper.ts', true, 'ends in .hh'],
  ['lib/helper.ts', false, 'letters, digits'],
  ['Mine.ts', false, 'there is a file Mine.ts already'],
  ['MORE.ts', false, 'there is a file MORE.ts already'],
  ['', false, 'letters, digits'],
])('a file called %s', (name, isCpp, problem) => {
  const said = fileProblem(name, 'Mine.ts', [{ name: 'more.ts', text: '' }], isCpp);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(problem);
});

test('a player has not more files than that', () => {
  const files = Array.from({ length: MOST_FILES }, (_, n) => ({ name: `h${n}.ts`, text: '' }));
  expect(fileProblem('one.ts', 'Mine.ts', files, false)).toContain(`${MOST_FILES} such files`);
});

test('what C++ includes, in the order of the compiler; ours come first, and comments include nothing', () => {
  const file = (name: string, text = '') => ({ name, text });
  const files = [file('a.hh', '#include "b.hh"\n#include "a.hh"'), file('b.hh'), file('grid.hh'), file('Player.hh')];
  const source = '#include "Player.hh"\n// #include "grid.hh"\n  # include "./a.hh"\n#include <b.hh>\n';
  expect(includedFiles(source, files, (name) => name === 'Player.hh').map(({ name }) => name)).toEqual([
    'a.hh',
    'b.hh',
  ]);
});

test('of files opened together, the player begins with the one that no other imports', () => {
  const file = (name: string, text = '') => ({ name, text });
  const mine = file('Mine.ts', "import { one } from './helper.ts';");
  const opened = openedPlayer([file('helper.ts'), mine, file('grid.hh')]);
  expect(opened).toMatchObject({ main: mine, isCpp: false, files: [{ name: 'helper.ts' }] });
  const cpp = openedPlayer([file('helper.hh'), file('AIMine.cc', '#include "helper.hh"')]);
  expect(cpp).toMatchObject({ main: { name: 'AIMine.cc' }, isCpp: true, files: [{ name: 'helper.hh' }] });
  expect(openedPlayer([mine])).toMatchObject({ main: mine, files: [] });
  expect(openedPlayer([mine, file('search.ts')])).toContain('Mine.ts and search.ts are two players');
  expect(openedPlayer([file('grid.hh')])).toContain('grid.hh is no player');
  expect(openedPlayer([file('AIMine.cc', '#include "a b.hh"'), file('a b.hh')])).toContain('a b.hh cannot be opened');
});

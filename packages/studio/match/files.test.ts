import { expect, test } from 'vitest';
import { fileProblem, includedFiles, MAX_FILES } from './files.ts';
import { openedPlayer } from './opened.ts';

test.each([
  ['helper.ts', undefined, undefined],
  ['helper.hh', 'cpp', undefined],
  ['helper.hh', undefined, 'ends in .ts or .js'],
  ['helper.ts', 'cpp', 'ends in .hh'],
  ['lib/helper.ts', undefined, 'letters, digits'],
  ['Mine.ts', undefined, 'there is already a file Mine.ts'],
  ['MORE.ts', undefined, 'there is already a file MORE.ts'],
  ['', undefined, 'letters, digits'],
  ['helper.py', 'python', undefined],
  ['helper.ts', 'python', 'ends in .py'],
  ['helper.py', undefined, 'ends in .ts or .js'],
] as const)('fileProblem checks the file name %j (language: %s)', (name, language, problem) => {
  const said = fileProblem(name, 'Mine.ts', [{ name: 'more.ts', text: '' }], language);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(problem);
});

test('a player can’t have more than the maximum number of files', () => {
  const files = Array.from({ length: MAX_FILES }, (_, n) => ({ name: `h${n}.ts`, text: '' }));
  expect(fileProblem('one.ts', 'Mine.ts', files, undefined)).toContain(
    `${MAX_FILES} files in addition to its main file`,
  );
});

test('includedFiles lists a C++ file’s includes in the compiler’s order, without comments', () => {
  const file = (name: string, text = '') => ({ name, text });
  const files = [file('a.hh', '#include "b.hh"\n#include "a.hh"'), file('b.hh'), file('grid.hh'), file('Player.hh')];
  const source = '#include "Player.hh"\n// #include "grid.hh"\n  # include "./a.hh"\n#include <b.hh>\n';
  expect(includedFiles(source, files, (name) => name === 'Player.hh').map(({ name }) => name)).toEqual([
    'a.hh',
    'b.hh',
  ]);
});

test('the main file of several files is the file that no other file imports', () => {
  const file = (name: string, text = '') => ({ name, text });
  const mine = file('Mine.ts', "import { one } from './helper.ts';");
  const opened = openedPlayer([file('helper.ts'), mine, file('grid.hh')]);
  expect(opened).toMatchObject({ main: mine, files: [{ name: 'helper.ts' }] });
  const cpp = openedPlayer([file('helper.hh'), file('AIMine.cc', '#include "helper.hh"')]);
  expect(cpp).toMatchObject({ main: { name: 'AIMine.cc' }, files: [{ name: 'helper.hh' }] });
  const python = openedPlayer([
    file('plans.py', 'import math'),
    file('Mine.py', 'from plans import search\nimport math'),
  ]);
  expect(python).toMatchObject({ main: { name: 'Mine.py' }, files: [{ name: 'plans.py' }] });
  expect(openedPlayer([mine])).toMatchObject({ main: mine, files: [] });
  expect(openedPlayer([mine, file('search.ts')])).toContain('Mine.ts and search.ts are two bots');
  expect(openedPlayer([file('grid.hh')])).toContain('grid.hh isn’t a bot');
  expect(openedPlayer([file('AIMine.cc', '#include "a b.hh"'), file('a b.hh')])).toContain('a b.hh cannot be opened');
});

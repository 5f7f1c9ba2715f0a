import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calledField } from './entrants.ts';

let folder: string;
const put = (path: string, text = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return join(folder, path);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-entrants-'));
  for (const path of ['class/anna/Mine.ts', 'class/bob/Mine.cc', 'class/bob/grid.hh', 'class/Own.py', 'class/notes.md'])
    put(path);
  put('class/Own.d.ts');
  put('class/carla/Mine.java', 'class Mine { public static void main(String[] args) {} }');
  put('class/carla/Grid.java', 'class Grid {}');
  put('class/dan/mine.go', 'package main\nfunc main() {}\n');
  put('class/eva.rs', 'fn main() {}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const told = (path: string) => calledField([path]).map(({ spec, name }) => [spec.slice(folder.length + 1), name]);

test('calledField replaces a folder with its players, and keeps other names', () => {
  expect(told(join(folder, 'class'))).toEqual([
    ['class/Own.py', undefined],
    ['class/anna/Mine.ts', 'anna'],
    ['class/bob/Mine.cc', 'bob'],
    ['class/carla/Mine.java', 'carla'],
    ['class/dan/mine.go', 'dan'],
    ['class/eva.rs', undefined],
  ]);
  expect(calledField(['Demo', 'cmd:./bot'])).toEqual([
    { spec: 'Demo', name: undefined },
    { spec: 'cmd:./bot', name: undefined },
  ]);
});

test('calledField reads a list of students, files, and names, with semicolons and a byte order mark', () => {
  const list = put(
    'list.csv',
    '\ufeffstudent;file;name\n"Anna; A.";class/anna/Mine.ts;\nBob;class/bob/Mine.cc;The Bob\n\n',
  );
  expect(told(list)).toEqual([
    ['class/anna/Mine.ts', 'Anna_A.'],
    ['class/bob/Mine.cc', 'The_Bob'],
  ]);
});

test.each([
  ['no header', 'anna,class/anna/Mine.ts\nbob,class/bob/Mine.cc\n', /must name the column “file”/],
  ['a missing file', 'student,file\nAnna,none.ts\n', /line 2: no such file: .*none\.ts/],
  ['no students', 'student,file,name\n', /no bot found in/],
  ['a duplicate student', 'student,file\nA,class/Own.py\nA,class/Own.py\n', /line 3: A is already in line 2/],
  ['a student without a file', 'student,file\nA,\n', /line 2: the column “file” is empty/],
  ['an unclosed quote', 'student,file\n"A,class/Own.py\n', /wrong\.csv: /],
])('calledField rejects a list with %s', (_, text, sentence) => {
  const list = put('wrong.csv', text);
  expect(() => calledField([list])).toThrow(sentence);
});

test('calledField rejects a student’s folder with two players or no player', () => {
  put('two/anna/A.ts');
  put('two/anna/B.ts');
  expect(() => calledField([join(folder, 'two')])).toThrow('several files');
  put('none/notes.md');
  expect(() => calledField([join(folder, 'none')])).toThrow('no bot found');
});

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkFolder } from './folder.ts';
import { TOOLS } from './tools.ts';

let folder: WorkFolder;
beforeAll(() => {
  folder = new WorkFolder(mkdtempSync(join(tmpdir(), 'ludus-folder-')));
});
afterAll(() => rmSync(folder.path, { recursive: true, force: true }));

const call = (name: string, given: object): unknown => {
  const tool = TOOLS.find((each) => each.name === name)!;
  return tool.call(tool.input.parse(given) as never, folder);
};

test('write replaces a passage that occurs once, and nothing else', () => {
  call('write', { path: 'a.py', text: 'one\ntwo\ntwo\n$&\n' });
  call('write', { path: 'a.py', old: 'one\n', new: '$& 1\n' });
  expect(call('read', { path: 'a.py' })).toBe('$& 1\ntwo\ntwo\n$&\n');
  call('write', { path: 'a.py', old: '$& 1\n', new: '' });
  expect(call('read', { path: 'a.py' })).toBe('two\ntwo\n$&\n');
});

test.each([
  [{ path: 'a.py', old: 'two', new: '2' }, 'the passage old occurs 2 times in a.py'],
  [{ path: 'a.py', old: 'three', new: '3' }, 'the passage old doesn’t occur in a.py'],
  [{ path: 'a.py', old: '', new: '3' }, 'the passage old doesn’t occur in a.py'],
  [{ path: 'b.py', old: 'x', new: 'y' }, 'no such file: b.py'],
  [{ path: 'a.py', old: 'x' }, 'give either text, or both old and new'],
  [{ path: 'a.py', text: 'x', new: 'y' }, 'give either text, or both old and new'],
  [{ path: 'a.py' }, 'give either text, or both old and new'],
])('write refuses %j', (given, problem) => {
  expect(() => call('write', given)).toThrow(problem);
  expect(call('read', { path: 'a.py' })).toBe('two\ntwo\n$&\n');
});

test('copy copies a file and a folder, and replaces nothing', () => {
  call('write', { path: 'Mine/Mine.py', text: 'mine\n' });
  call('copy', { from: 'Mine', to: 'old/1/Mine' });
  call('copy', { from: 'Mine/Mine.py', to: 'Mine/Old.py' });
  expect(call('read', { path: 'old/1/Mine/Mine.py' })).toBe('mine\n');
  expect(call('read', { path: 'Mine/Old.py' })).toBe('mine\n');
  expect(() => call('copy', { from: 'a.py', to: 'Mine' })).toThrow('Mine exists already');
  expect(() => call('copy', { from: 'b.py', to: 'c.py' })).toThrow('no such file: b.py');
  expect(() => call('copy', { from: 'Mine', to: 'Mine/again' })).toThrow('Mine/again is in Mine');
  expect(() => call('copy', { from: '.', to: 'all' })).toThrow('all is in .');
});

test('copy leads out of the folder neither by a path nor by a link', () => {
  symlinkSync('/etc', join(folder.path, 'etc'));
  for (const outside of ['../x', 'etc/passwd']) {
    expect(() => call('copy', { from: outside, to: 'got' })).toThrow('leads out of the folder');
    expect(() => call('copy', { from: 'a.py', to: outside })).toThrow('leads out of the folder');
  }
});

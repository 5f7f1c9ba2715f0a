import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

const call = (name: string, given: object, contestServer?: string): unknown => {
  const tool = TOOLS.find((each) => each.name === name)!;
  return tool.call(tool.input.parse(given) as never, folder, contestServer);
};

test('write replaces a passage that occurs exactly once, without interpreting dollar signs', () => {
  call('write', { path: 'a.py', text: 'one\ntwo\ntwo\n$&\n' });
  call('write', { path: 'a.py', old: 'one\n', new: '$& 1\n' });
  expect(call('read', { path: 'a.py' })).toBe('$& 1\ntwo\ntwo\n$&\n');
  call('write', { path: 'a.py', old: '$& 1\n', new: '' });
  expect(call('read', { path: 'a.py' })).toBe('two\ntwo\n$&\n');
});

test.each([
  [{ path: 'a.py', old: 'two', new: '2' }, 'the passage in “old” occurs more than once in a.py'],
  [{ path: 'a.py', old: '\ud83d', new: 'x' }, 'the passage in “old” doesn’t occur in a.py'],
  [{ path: `${'a/'.repeat(2048)}b.py`, old: 'x', new: 'y' }, 'a path can have at most 4096 bytes'],
  [{ path: 'a.py', old: '$&\n', new: '\ud83d' }, 'the text of a.py contains half of a surrogate pair'],
  [{ path: 'c.py', text: 'a\0' }, 'the text of c.py can’t have a NUL character'],
  [{ path: '\ud83d.py', text: '' }, 'a path can’t have half of a surrogate pair'],
  [{ path: 'c.py', text: '\ud83d' }, 'the text of c.py contains half of a surrogate pair'],
  [{ path: '.', old: 'one', new: 'x' }, '. is a folder'],
  [{ path: 'a.py', old: 'three', new: '3' }, 'the passage in “old” doesn’t occur in a.py'],
  [{ path: 'a.py', old: '', new: '3' }, 'the passage in “old” is empty'],
  [{ path: 'b.py', old: 'x', new: 'y' }, 'no such file: b.py'],
  [{ path: 'a.py', old: 'x' }, 'pass either text, or both old and new'],
  [{ path: 'a.py', text: 'x', new: 'y' }, 'pass either text, or both old and new'],
  [{ path: 'a.py' }, 'pass either text, or both old and new'],
])('write rejects %j', (given, problem) => {
  expect(() => call('write', given)).toThrow(problem);
  expect(call('read', { path: 'a.py' })).toBe('two\ntwo\n$&\n');
});

test('write rejects overlapping passages, and a file whose bytes it would change', () => {
  call('write', { path: 'aaa.py', text: 'aaa\n' });
  expect(() => call('write', { path: 'aaa.py', old: 'aa', new: 'b' })).toThrow('occurs more than once in aaa.py');
  const latin = Buffer.from('// caf\xe9\nfoo\n', 'latin1');
  writeFileSync(join(folder.path, 'latin.ts'), latin);
  expect(() => call('write', { path: 'latin.ts', old: 'foo', new: 'bar' })).toThrow('latin.ts isn’t UTF-8 text');
  expect(readFileSync(join(folder.path, 'latin.ts'))).toEqual(latin);
});

test('copy copies a file or a folder, and doesn’t overwrite anything', () => {
  call('write', { path: 'Mine/Mine.py', text: 'mine\n' });
  call('copy', { from: 'Mine', to: 'old/1/Mine' });
  call('copy', { from: 'Mine/Mine.py', to: 'Mine/Old.py' });
  expect(call('read', { path: 'old/1/Mine/Mine.py' })).toBe('mine\n');
  expect(call('read', { path: 'Mine/Old.py' })).toBe('mine\n');
  expect(() => call('copy', { from: 'a.py', to: 'Mine' })).toThrow('Mine already exists');
  expect(() => call('copy', { from: 'b.py', to: 'c.py' })).toThrow('no such file: b.py');
  expect(() => call('copy', { from: 'Mine', to: 'Mine/again' })).toThrow('Mine/again is in Mine');
  expect(() => call('copy', { from: '.', to: 'all' })).toThrow('all is in .');
  symlinkSync('Mine', join(folder.path, 'same'));
  expect(() => call('copy', { from: 'Mine', to: 'same/again' })).toThrow('same/again is in Mine');
  symlinkSync('../old', join(folder.path, 'Mine/elsewhere'));
  expect(() => call('copy', { from: 'Mine', to: 'Mine/elsewhere/new/again' })).toThrow('again is in Mine');
  expect(existsSync(join(folder.path, 'old/new'))).toBe(false);
  symlinkSync('a.py', join(folder.path, 'linked.py'));
  call('copy', { from: 'linked.py', to: 'kept.py' });
  expect(lstatSync(join(folder.path, 'kept.py')).isFile()).toBe(true);
});

test('copy rejects a path or a link that leads out of the folder', () => {
  symlinkSync('/etc', join(folder.path, 'etc'));
  for (const outside of ['../x', 'etc/passwd']) {
    expect(() => call('copy', { from: outside, to: 'got' })).toThrow('leads out of the folder');
    expect(() => call('copy', { from: 'a.py', to: outside })).toThrow('leads out of the folder');
  }
});

test('tools don’t follow a link next to a replay or in the runs folder', () => {
  symlinkSync('/nowhere/x', join(folder.path, 's.trails.json'));
  const bots = { bots: ['Moth', 'Null'], board: 'pillars' };
  const duel = { game: 'trails', fresh: 'Moth', old: 'Null' };
  for (const replay of ['s.trails', 's.trails.gz']) {
    expect(() => call('match', { ...bots, replay })).toThrow('leads out of the folder');
    expect(() => call('climb', { game: 'trails', bot: 'Moth', replay })).toThrow('leads out of the folder');
    expect(() => call('why', { replay })).toThrow('leads out of the folder');
    expect(() => call('verify', { replay })).toThrow('leads out of the folder');
  }
  expect(call('match', { ...bots, replay: 'free.trails' })).toContain('./free.trails');
  expect(call('duel', duel)).toContain('Moth');
  mkdirSync(join(folder.path, 'runs/duel'), { recursive: true });
  expect(call('duel', duel)).toContain('Moth');
  symlinkSync('/nowhere/y', join(folder.path, 'runs/duel/results.csv'));
  expect(() => call('duel', duel)).toThrow('runs is a link or contains one');
  rmSync(join(folder.path, 'runs'), { recursive: true });
  symlinkSync('Mine', join(folder.path, 'runs'));
  expect(() => call('duel', duel)).toThrow('runs is a link or contains one');
  symlinkSync('/nowhere/z', join(folder.path, 'Linked'));
  expect(() => call('new', { game: 'trails', language: 'python', name: 'Linked' })).toThrow('leads out of the folder');
});

test('tools don’t write to .git or node_modules, even through a link', () => {
  mkdirSync(join(folder.path, '.git/hooks'), { recursive: true });
  symlinkSync('.git', join(folder.path, 'linked'));
  for (const path of [
    '.git/hooks/pre-commit',
    'Mine/.GIT/config',
    'linked/hooks/x',
    'node_modules/ludus/x.js',
    '.git',
  ]) {
    expect(() => call('write', { path, text: 'x' }), path).toThrow(/no tool writes into (?:\.git|node_modules)$/);
    expect(() => call('copy', { from: 'a.py', to: path }), path).toThrow('no tool writes into');
    expect(() => call('benchmark', { game: 'trails', bot: 'Moth', card: path }), path).toThrow('no tool writes into');
  }
  call('write', { path: '.gitignore', text: 'runs\n' });
  expect(call('read', { path: '.gitignore' })).toBe('runs\n');
});

test('tools reject a path with a NUL byte or a name that is too long, and write rejects a folder’s path', () => {
  for (const path of ['a\0b', 'a.py\0']) {
    expect(() => call('read', { path })).toThrow('a path can’t have a NUL byte');
    expect(() => call('write', { path, text: 'x' })).toThrow('a path can’t have a NUL byte');
    expect(() => call('copy', { from: 'a.py', to: path })).toThrow('a path can’t have a NUL byte');
  }
  expect(() => call('write', { path: 'x'.repeat(300), text: 'x' })).toThrow(/^cannot write .*: the name is too long$/);
  expect(() => call('write', { path: 'Mine', text: 'x' })).toThrow('Mine exists but isn’t a regular file');
});

test.skipIf(process.platform === 'win32')('tools neither write nor copy a pipe', () => {
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  expect(() => call('write', { path: 'pipe', text: 'x' })).toThrow('pipe exists but isn’t a regular file');
  expect(() => call('copy', { from: 'pipe', to: 'copied' })).toThrow('pipe is neither a file nor a folder');
});

test('submit sends a token only to the token’s server', () => {
  const contest = 'https://contest.example.org/c/spring';
  const submit = (address: string, server?: string) => call('submit', { bot: 'a.py', contest: address }, server);
  expect(submit(contest, 'https://contest.example.org')).toEqual(['submit', './a.py', '--contest', contest]);
  for (const other of [
    'http://contest.example.org/c/spring',
    'https://contest.example.org:81/c/spring',
    'http://x/c/spring',
  ])
    expect(() => submit(other, 'https://contest.example.org')).toThrow(
      'the token belongs to https://contest.example.org',
    );
  expect(() => submit(contest)).toThrow('start ludus mcp with --server URL, or set LUDUS_SERVER');
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GAMES, kitOf } from '../games.ts';
import { botFile, leagueBots, readSources, SOURCE_LIMITS, SourcesRejectedError, writeSources } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));
const kit = kitOf(GAMES[0]);

function project(name: string, files: Readonly<Record<string, string>>): string {
  const made = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(made, file, '..'), { recursive: true });
    writeFileSync(join(made, file), text);
  }
  return made;
}

const chosen = (bot: string, ...names: string[]) =>
  botFile(
    names.map((path) => ({ path, bytes: new Uint8Array() })),
    bot,
    kit,
  );

test('a folder’s bot is its only file, or the file named after the folder', () => {
  expect(chosen('anna', 'Mine.ts', 'README.md', 'Mine.test.ts', 'lib/grid.ts')).toEqual({ ok: true, file: 'Mine.ts' });
  expect(chosen('anna', 'Anna.py', 'search.py')).toEqual({ ok: true, file: 'Anna.py' });
  expect(chosen('anna', 'AIAnna.cc', 'other.cc')).toEqual({ ok: true, file: 'AIAnna.cc' });
  expect(chosen('anna', 'README.md')).toEqual({ ok: false, why: 'the folder has no file that can be a bot' });
  expect(chosen('anna', 'a.py', 'b.py')).toMatchObject({ ok: false, why: expect.stringContaining('a.py, b.py') });
});

test('a bot’s sources are the folder’s regular files, without links and build output', () => {
  const made = project('bare', { 'Mine.js': 'x', 'lib/a.js': 'y', 'node_modules/z/z.js': 'z', '.git/config': 'c' });
  symlinkSync('/etc/hostname', join(made, 'link.js'));
  symlinkSync('..', join(made, 'up'));
  expect(readSources(made).map(({ path }) => path)).toEqual(['Mine.js', 'lib/a.js']);
});

test('sources that are too large are rejected without being read', () => {
  const made = project('large', { 'Mine.js': 'x' });
  truncateSync(join(made, 'Mine.js'), SOURCE_LIMITS.bytes + 1);
  expect(() => readSources(made)).toThrow(SourcesRejectedError);
});

test('written sources are read back unchanged, and other files are removed', () => {
  const copy = join(folder, 'copy');
  const files = readSources(project('again', { 'a.py': '1', 'b/c.py': '2' }));
  writeSources([{ path: 'old.py', bytes: Buffer.from('old') }], copy);
  writeSources(files, copy);
  expect(readSources(copy)).toEqual(files);
});

test('bots with the same name get different names, which include the folders above the bots', () => {
  const [one, two] = [project('anna/bot', { 'A.js': '' }), project('bob/bot', { 'A.js': '' })];
  expect(leagueBots([one, two], kit).map(({ name }) => name)).toEqual(['anna-bot', 'bob-bot']);
  expect(leagueBots([one, one], kit).map(({ name }) => name)).toEqual(['bot', 'bot#2']);
});

test('leagueBots rejects an unknown name', () => {
  expect(() => leagueBots([join(folder, 'missing')], kit)).toThrow(/no such folder, file, or built-in bot/);
});

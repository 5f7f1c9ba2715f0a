import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keptBuild } from './kept-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-kept-'));
const source = join(folder, 'src');
const what = basename(folder);
const built = new Set<string>();
let made = 0;

beforeEach(() => {
  made = 0;
  mkdirSync(join(source, 'deep'), { recursive: true });
  writeFileSync(join(source, 'a.ts'), 'one');
  writeFileSync(join(source, 'deep/b.ts'), 'two');
});
afterAll(() => {
  for (const each of [...built, folder]) rmSync(each, { recursive: true, force: true });
});

async function build(): Promise<string> {
  const ready = await keptBuild(what, [source], async (to) => {
    made++;
    await new Promise((done) => setImmediate(done));
    writeFileSync(join(to, 'result'), '');
  });
  built.add(ready);
  return ready;
}

test('several simultaneous requests cause only one build, which is reused', async () => {
  const [one, other] = await Promise.all([build(), build()]);
  expect([other, await build()]).toEqual([one, one]);
  expect(made).toBe(1);
  expect(statSync(join(one, 'result')).isFile()).toBe(true);
});

test.each<[string, () => void]>([
  ['changed content', () => writeFileSync(join(source, 'deep/b.ts'), 'owt')],
  ['an added file', () => writeFileSync(join(source, 'c.ts'), '')],
  ['a longer text', () => writeFileSync(join(source, 'a.ts'), 'onet')],
  ['a removed file', () => rmSync(join(source, 'deep/b.ts'))],
])('%s in the source folder causes a new build, even if the file times are the same', async (_, change) => {
  const before = await build();
  const { atime, mtime } = statSync(join(source, 'a.ts'));
  change();
  for (const file of ['a.ts', 'deep']) utimesSync(join(source, file), atime, mtime);
  expect(await build()).not.toBe(before);
});

test('a new test file doesn’t cause a new build', async () => {
  const before = await build();
  writeFileSync(join(source, 'a.test.ts'), 'test');
  expect(await build()).toBe(before);
});

test('a failed build isn’t stored, and the next request builds again', async () => {
  writeFileSync(join(source, 'a.ts'), 'fails');
  const broken = keptBuild(what, [source], () => Promise.reject(new Error('it cannot be')));
  await expect(broken).rejects.toThrow('it cannot be');
  expect(statSync(await build()).isDirectory()).toBe(true);
  expect(dirname(await build())).toMatch(/\.cache$/);
});

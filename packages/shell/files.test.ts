import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { UsageError } from './exit.ts';
import { fileProblem, makeFolder, partialName, readText, writeComplete } from './files.ts';

const ludus = fileURLToPath(new URL('../cli/bin/ludus.js', import.meta.url));
const board = fileURLToPath(new URL('../games/madmax/boards/maze1.cnf', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-files-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('readText rejects text that is too long, compressed or not', () => {
  const [plain, packed] = [join(folder, 'plain'), join(folder, 'packed')];
  const most = 2 ** 20;
  writeFileSync(plain, 'a'.repeat(most));
  writeFileSync(packed, gzipSync('a'.repeat(most)));
  expect([readText(plain, most).length, readText(packed, most).length]).toEqual([most, most]);
  writeFileSync(plain, 'a'.repeat(most + 1));
  writeFileSync(packed, gzipSync('a'.repeat(most + 1)));
  expect(() => readText(plain, most)).toThrow(new UsageError(`cannot read ${plain}: it is longer than 1 MiB`));
  expect(() => readText(packed, most)).toThrow(new UsageError(`cannot unpack ${packed}: it is longer than 1 MiB`));
});

test.skipIf(process.platform === 'win32')('readText reads an endless device only up to the limit', () => {
  expect(() => readText('/dev/zero', 2 ** 20)).toThrow(
    new UsageError('cannot read /dev/zero: it is longer than 1 MiB'),
  );
});

test.skipIf(process.platform === 'win32')('writeComplete keeps the mode of a file that it replaces', () => {
  const file = join(folder, 'bot.sh');
  writeComplete(file, 'one');
  chmodSync(file, 0o700);
  writeComplete(file, 'two');
  expect(statSync(file).mode & 0o777).toBe(0o700);
});

test('writeComplete replaces a file, leaves no partial file, and doesn’t replace a folder', () => {
  const file = join(folder, 'file');
  writeComplete(file, 'one');
  writeComplete(file, 'two');
  mkdirSync(join(folder, 'other'));
  expect(() => writeComplete(join(folder, 'other'), 'three')).toThrow(UsageError);
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['file', 'other']);
});

test('readText decompresses gzip files up to a limit, and the error for a longer file names the limit', () => {
  const file = join(folder, 'long.gz');
  writeFileSync(file, gzipSync(Buffer.alloc(3 * 2 ** 20, 'a')));
  expect(readText(file)).toHaveLength(3 * 2 ** 20);
  expect(() => readText(file, 2 * 2 ** 20)).toThrow(/^cannot unpack .*long\.gz: it is longer than 2 MiB$/);
});

test('writeComplete doesn’t follow a link that has the name of its unfinished file', () => {
  const [outside, file] = [join(folder, 'outside'), join(folder, 'file')];
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => random.mockRestore());
  symlinkSync(outside, partialName(file));
  expect(() => writeComplete(file, 'x')).toThrow(`cannot write ${file}: a file with this name exists`);
  expect([existsSync(outside), existsSync(file)]).toEqual([false, false]);
  random.mockRestore();
  writeComplete(file, 'x');
  expect([existsSync(outside), readFileSync(file, 'utf8')]).toEqual([false, 'x']);
});

test('writeComplete keeps a link, and replaces the file that the link points to', () => {
  writeFileSync(join(folder, 'file'), 'old');
  symlinkSync('file', join(folder, 'link'));
  writeComplete(join(folder, 'link'), 'new');
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('new');
});

test.skipIf(process.platform === 'win32')('writeComplete writes to a pipe without replacing it', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe]);
  writeComplete(pipe, 'hello');
  expect(await text(reader.stdout)).toBe('hello');
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['pipe']);
});

test('makeFolder creates a folder and its parents, or throws an error with the reason', () => {
  makeFolder(join(folder, 'a/b'));
  makeFolder(join(folder, 'a/b'));
  expect(statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file/b'))).toThrow(
    /^cannot write into the folder .*: a file with this name exists$/,
  );
});

test.skipIf(process.platform !== 'linux')('no stack trace is printed if standard output is closed or full', () => {
  const match = `"${process.execPath}" "${ludus}" match Null Null Null Null -i "${board}"`;
  const closed = spawnSync('bash', [
    '-c',
    `${match} 2>"$0" | true; echo "\${PIPESTATUS[0]}"; cat "$0"`,
    join(folder, 'said'),
  ]);
  expect(closed.stdout.toString()).toMatch(/^0\ninfo: player Null got score/);
  const full = spawnSync('bash', ['-c', `${match} > /dev/full`]);
  expect(full.status).toBe(2);
  expect(full.stderr.toString()).toContain('ludus: cannot write to standard output: the disk is full\n');
  expect(full.stderr.toString()).not.toContain('at ');
});

test('fileProblem has a message only for a system error about a file', () => {
  const problem = (act: () => void): string | undefined => {
    try {
      act();
    } catch (error) {
      return fileProblem(error);
    }
    return 'nothing';
  };
  const long = join(folder, 'x'.repeat(300));
  expect(problem(() => mkdirSync(long))).toBe(`cannot use ${long}: the name is too long`);
  expect(problem(() => readFileSync(folder))).toBe('cannot use the file: it is a folder');
  expect(problem(() => writeFileSync(folder, ''))).toBe(`cannot use ${folder}: it is a folder`);
  expect(problem(() => rmSync(folder, { force: true }))).toBe(`cannot use ${folder}: it is a folder`);
  expect(fileProblem(new TypeError('x is not a function'))).toBeUndefined();
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRegular } from '../regular-file.ts';
import { CompileError, compilerLines } from './compiler-error.ts';
import { readSource } from './source.ts';

const SDK = { ownHeaders: /^Player\.hh$/ };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-source-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
/** Returns the error with which a source is rejected, or the files that the source includes. */
function read(text: string, stranger: boolean): string | string[] {
  try {
    return readSource(write('AIMine.cc', text), SDK, { stranger }).includes.map(({ path }) =>
      path.slice(folder.length + 1),
    );
  } catch (error) {
    if (error instanceof CompileError) return error.message;
    throw error;
  }
}

test('readSource follows includes in angle brackets only if the source also includes a file of its folder in quotes', () => {
  write('a.hh', '#include <c.hh>\n');
  for (const name of ['b.hh', 'c.hh', 'd.hh', 'e.hh']) write(name, '');
  mkdirSync(join(folder, 'map'));
  const angled = '#include <map>\n#include <Player.hh>\n#include <b.hh>\n#define OTHER "d.hh"\n#include OTHER\n';
  expect(read(angled, false)).toEqual([]);
  expect(read(`#include "a.hh"\n${angled}`, false)).toEqual(['a.hh', 'b.hh', 'd.hh', 'c.hh']);
});

describe.each([
  ['your own', false],
  ['an untrusted', true],
] as const)('%s source', (_, stranger) => {
  test('is read with its folder’s headers, and with the files they include', () => {
    mkdirSync(join(folder, 'mine'));
    write('mine/a.hh', '#include "b.hh"\n#include "missing.hh"');
    write('mine/b.hh', '#include "../c.hh"\n');
    write('c.hh', '#include "mine/a.hh"\n');
    write('Player.hh', '#error the originals’ header\n');
    expect(read('#include "Player.hh"\n  # include "mine/a.hh" // and so on\n#include "vector"', stranger)).toEqual([
      'mine/a.hh',
      'mine/b.hh',
      'c.hh',
    ]);
    expect(read('// #include "/etc/passwd"\n/*\n#include "/etc/passwd"\n*/', stranger)).toEqual([]);
  });

  test.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a device, a pipe, or a socket', (path: string) => spawnSync('mkfifo', [path])],
  ] as const)('can’t include %s', (what, make) => {
    make(join(folder, 'odd'));
    expect(read('#include "odd"', stranger)).toBe(
      `AIMine.cc includes odd, which is ${what}; only regular files are accepted`,
    );
  });

  test('isn’t read if it is endless, or if its includes are too long or too numerous', () => {
    symlinkSync('/dev/zero', join(folder, 'AIZero.cc'));
    expect(() => readSource(join(folder, 'AIZero.cc'), SDK, { stranger })).toThrow(
      /^AIZero\.cc is a (device|symbolic link)/,
    );
    rmSync(join(folder, 'AIZero.cc'));
    write('long.hh', ' '.repeat(2 ** 20 + 1));
    expect(read('#include "long.hh"', stranger)).toBe('AIMine.cc includes long.hh, which is longer than 1 MiB');
    for (let n = 0; n < 120; n++) write(`n${n}.hh`, `#include "n${n + 1}.hh"`);
    expect(read('#include "n0.hh"', stranger)).toBe('AIMine.cc includes more than 100 files or 4 MiB in total');
  });
});

test('an untrusted source can’t reach anything outside its folder through a path or a link', () => {
  const outside = mkdtempSync(join(tmpdir(), 'ludus-outside-'));
  try {
    writeFileSync(join(outside, 'secret.hh'), 'secret');
    symlinkSync(join(outside, 'secret.hh'), join(folder, 'link.hh'));
    symlinkSync(outside, join(folder, 'sub'));
    const refused = (what: string, why: string) =>
      expect(read(`#include "${what}"`, true)).toBe(`AIMine.cc includes ${what}, which ${why}`);
    refused('/etc/passwd', 'is outside its folder');
    refused('/no/such/file', 'is outside its folder');
    refused('../no-such-file', 'is outside its folder');
    refused('x/../../up.hh', 'is outside its folder');
    refused('link.hh', 'is a symbolic link; only regular files are accepted');
    refused('sub/secret.hh', 'has a path through a link');
    refused('sub/missing.hh', 'has a path through a link');
    expect(read(`#include "link.hh"\n#include "sub/secret.hh"`, false)).toEqual(['link.hh', 'sub/secret.hh']);
    write('real.cc', '');
    symlinkSync(join(folder, 'real.cc'), join(folder, 'AILink.cc'));
    expect(() => readSource(join(folder, 'AILink.cc'), SDK, { stranger: true })).toThrow(
      /^AILink\.cc is a symbolic link/,
    );
    expect(readSource(join(folder, 'AILink.cc'), SDK).text).toBe('');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('an untrusted source can’t include files from a folder with other bots', () => {
  write('AIVictim.cc', 'clever');
  write('mine.hh', '');
  for (const what of ['AIVictim.cc', 'mine.hh'])
    expect(read(`#include "${what}"`, true)).toBe(
      `AIMine.cc includes ${what}, but its folder has other bots: a bot with several files needs a separate folder`,
    );
  expect(read('#include "Player.hh"', true)).toEqual([]);
  expect(read('#include "AIVictim.cc"', false)).toEqual(['AIVictim.cc']);
});

test('readRegular reads the kernel’s own files to the end, although they report no length', () => {
  const read = readRegular('/proc/self/status', { most: 100_000, links: false });
  if (process.platform === 'linux') expect(read.ok && read.bytes.length > 100).toBe(true);
  expect(readRegular('/proc/self/status', { most: 50, links: false })).toMatchObject({
    problem: { code: 'file/long' },
  });
});

test('the compiler’s messages are truncated, and contain no control characters', () => {
  const lines = compilerLines(
    `a.cc:1: \u001b[31m\u009b2J red\u202e\n${'x'.repeat(5000)}\n${'more\n'.repeat(500)}`,
  ).split('\n');
  expect(lines[0]).toBe('a.cc:1: ?[31m?2J red?');
  expect(lines[1]).toHaveLength(402);
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toBe('… and 442 more lines');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CppSdk, fileOfName, nameOfFile, prefixFile, sdkFolders, sdkKey } from './cpp-sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'all.hh'), '');
writeFileSync(join(folder, 'BotFoo.cpp'), '');

const sdk: CppSdk = {
  include: [join(folder, 'missing'), folder],
  fallback: folder,
  prefix: 'all.hh',
  runtime: { host: join(folder, 'host.cc'), player: join(folder, 'player.cc'), wasm: join(folder, 'wasm.cc') },
  ownHeaders: /^all\.hh$/,
  words: /foo/g,
  as: 'BotNAME.cpp',
};

test('fileOfName and nameOfFile convert between a bare name and its file by the game’s pattern', () => {
  expect(fileOfName(sdk, 'Foo', folder)).toBe(join(folder, 'BotFoo.cpp'));
  expect(fileOfName(sdk, 'Bar', folder)).toBeUndefined();
  expect(fileOfName(sdk, '../Foo', folder)).toBeUndefined();
  expect(nameOfFile(sdk, join(folder, 'BotFoo.cpp'))).toBe('Foo');
  for (const file of ['Bot.cpp', 'BotFoo.cc', 'AIFoo.cpp', 'Bot-x.cpp', 'BotFoo.cpp.cpp']) {
    expect(nameOfFile(sdk, file), file).toBeUndefined();
  }
  const { as: _, ...unnamed } = sdk;
  expect(nameOfFile(unnamed, 'BotFoo.cpp')).toBeUndefined();
});

test('sdkFolders lists each folder once, and sdkKey depends on the folders’ contents', () => {
  expect(sdkFolders(sdk)).toEqual([join(folder, 'missing'), folder]);
  expect(prefixFile(sdk)).toBe(join(folder, 'all.hh'));
  expect(() => prefixFile({ ...sdk, prefix: 'none.hh' })).toThrow(/there is no none\.hh in /);
  const whole = { ...sdk, include: [folder] };
  const before = sdkKey(whole);
  expect(sdkKey(whole)).toBe(before);
  writeFileSync(join(folder, 'more.hh'), '// new');
  expect(sdkKey(whole)).not.toBe(before);
});

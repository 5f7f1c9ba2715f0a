import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { ATTEMPTS } from './attempts.ts';
import { CompileError, SourceRejectedError } from './compiler-error.ts';
import { runCompiler } from './native.ts';
import { endCompilers } from './run-compiler.ts';
import { tryAll } from './try-all.ts';

const source = { name: 'AIMine.cc', text: '', includes: [] };
const game = { id: 'mine', title: 'Mine', sdk: { words: /$^/g } };

afterEach(() => vi.restoreAllMocks());

test('tryAll makes every attempt if only the prefix headers take long to build', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let tried = 0;
  const compile = async () => {
    tried++;
    return { ok: false, said: 'AIMine.cc:1:1: error: no' };
  };
  const prepare = async () => {
    now += 60_000;
  };
  await expect(tryAll(source, game, [], compile, prepare)).rejects.toThrow(SourceRejectedError);
  expect(tried).toBe(ATTEMPTS.length);
});

test('an error names another game if the unknown words are from that game', async () => {
  const own = { id: 'mine', title: 'Mine', sdk: { words: /\bROCK\b/g } };
  const other = { id: 'yours', title: 'Yours', sdk: { words: /\bTYRE\b/g } };
  const sentence = async (text: string, said: string) => {
    const tried = tryAll({ ...source, text }, own, [own, other], async () => ({ ok: false, said }));
    return ((await tried.catch((error: Error) => error)) as Error).message.split('\n')[0];
  };
  const unknown = "mine.hh:2:9: error: 'TYRE' was not declared in this scope\n    2 |   if (TYRE) ROCK;";
  const hint = 'AIMine.cc does not compile for Mine; it looks like a bot for Yours:';
  expect(await sentence('#include "mine.hh"\n', unknown)).toBe(hint);
  expect(await sentence('TYRE == ROCK', unknown)).toBe(hint);
  expect(await sentence('TYRE', 'AIMine.cc:1:1: error: no')).toBe(hint);
  expect(await sentence('ROCK', unknown)).toBe('AIMine.cc does not compile:');
  expect(await sentence('', 'AIMine.cc:1:1: error: no\n    1 |   TYRE x')).toBe('AIMine.cc does not compile:');
});

test('tryAll stops after an attempt that takes too long', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let tried = 0;
  const compile = async () => {
    tried++;
    now += 60_000;
    return { ok: false, said: 'AIMine.cc:1:1: error: no' };
  };
  await expect(tryAll(source, game, [], compile)).rejects.not.toBeInstanceOf(SourceRejectedError);
  expect(tried).toBe(1);
});

test('tryAll stops after an attempt whose compiler is stopped', async () => {
  let tried = 0;
  const all = tryAll(source, game, [], async () => {
    tried++;
    return await runCompiler(['sleep', '1000'], { folder: tmpdir(), input: '' });
  });
  endCompilers();
  await expect(all).rejects.toThrow(CompileError);
  expect(tried).toBe(1);
});

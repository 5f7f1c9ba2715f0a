import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { CompileError } from './compiler-error.ts';
import { runCompiler } from './native.ts';
import { endCompilers } from './run.ts';
import { tryAll } from './try-all.ts';

test('a source is tried in no other way when its compiler is ended because it is not needed', async () => {
  let tried = 0;
  const source = { name: 'AIMine.cc', text: '', includes: [] };
  const game = { id: 'mine', title: 'Mine', sdk: { words: /$^/g } };
  const all = tryAll(source, game, [], async () => {
    tried++;
    return await runCompiler(['sleep', '1000'], { folder: tmpdir(), input: '' });
  });
  endCompilers();
  await expect(all).rejects.toThrow(CompileError);
  expect(tried).toBe(1);
});

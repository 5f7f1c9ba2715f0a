import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the TypeScript example in research.md runs without errors', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync(`${root}/docs/research.md`, 'utf8')) ?? [];
  expect(example).toBeDefined();
  const file = `${root}/research-example-${process.pid}.ts`;
  writeFileSync(file, example);
  try {
    const { stderr, status } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  } finally {
    rmSync(file);
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

// Long: the compilers of five languages take minutes on a busy machine.

test('the baseline has rows for built-in bots and starters, and places Lynx above Null', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ['benchmark', '--baseline', '--game', 'trails', '--pairs', '1', '--key', 'word'];
  const { status, stdout, stderr } = await runHere(args, folder);
  expect(status, stderr).toBe(0);
  const rows = stdout.split('\n').filter((line) => / \| .* of 6 \(/.test(line));
  const names = rows.map((row) => row.split(' | ')[0].slice(2)).sort();
  expect(names).toEqual(expect.arrayContaining(['Gnat', 'Lynx', 'Null', 'Cyclist (starter, TypeScript)']));
  const placeOf = (name: string) =>
    Number(
      rows
        .find((row) => row.startsWith(`| ${name}`))!
        .split(' | ')[1]
        .split(' ')[0],
    );
  expect(placeOf('Lynx')).toBeGreaterThan(placeOf('Null'));
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../tools/structure/files.ts';
import { runHere } from '../testing/run-here.ts';

interface Climbed {
  readonly opponents: readonly { readonly name: string; readonly share: number; readonly beaten: boolean }[];
  readonly elo: number;
}

// Seconds: the bot plays all 36 matches of its climb, so that the figures are those that a reader sees.
test('the README’s bot climbs as far as the README says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-climb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const readme = readFileSync(`${ROOT}/README.md`, 'utf8');
  const [, code, file] = /```ts\n(\/\/ (\w+\.ts): [\s\S]*?)```/.exec(readme)!;
  writeFileSync(join(folder, file), code);
  const [, command, said] = /`npx ludus (climb [^`]+)` ([\s\S]* Elo),/.exec(readme)!;
  const { stdout, stderr } = await runHere([...command.split(' '), '--json'], folder);
  expect(stdout, stderr).not.toBe('');
  const { opponents, elo }: Climbed = JSON.parse(stdout);
  expect(opponents.map(({ beaten }) => beaten)).toEqual([true, true, false]);
  const [first, second, last] = opponents.map(({ name, share }) => ({
    name,
    share: `${Number((100 * share).toFixed(1))}%`,
  }));
  expect(said).toBe(
    `beats ${first.name} (${first.share} of the points) and ${second.name} (${second.share}), and loses to ${last.name}.\nIt prints an estimate of ${Math.round(elo)} Elo`,
  );
});

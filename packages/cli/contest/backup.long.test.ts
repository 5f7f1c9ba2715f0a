import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ludus = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-backup-test-'));
  // If root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { DATABASE_URL: _, ...env } = process.env;
  return spawnSync(process.execPath, [ludus, 'contest', ...args], { cwd: folder, env, encoding: 'utf8' });
}

test('a backup doesn’t overwrite another file', () => {
  const file = join(folder, 'monday.jsonl');
  writeFileSync(file, 'mine');
  const refused = run('backup', '--data', 'data', '-o', 'monday.jsonl');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('monday.jsonl already exists')]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(run('backup', '--data', 'data', '-o', 'monday.jsonl', '--overwrite').status).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('"end":true');
});

test('a failed restore leaves no new folder, and a successful restore creates the folder', () => {
  writeFileSync(join(folder, 'broken.jsonl'), '{"ludus":"backup","format":1,"version":"0"}\n');
  const failed = run('restore', 'broken.jsonl', '--data', 'fresh');
  expect([failed.status, failed.stderr]).toEqual([2, expect.stringContaining('the backup is incomplete')]);
  expect(existsSync(join(folder, 'fresh'))).toBe(false);
  expect(run('restore', 'monday.jsonl', '--data', 'fresh').status).toBe(0);
  expect(existsSync(join(folder, 'fresh'))).toBe(true);
  // Existing files aren't overwritten, whatever happens.
  expect(run('restore', 'broken.jsonl', '--data', 'data').status).toBe(2);
  expect(existsSync(join(folder, 'data'))).toBe(true);
});

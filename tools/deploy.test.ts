import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasSystemd)('systemd reads the units without a complaint (needs systemd-analyze)', () => {
  for (const unit of readdirSync(fileOf('deploy/systemd'))) {
    const args = ['verify', '--man=no', fileOf(`deploy/systemd/${unit}`)];
    const { stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    // Where Ludus is not installed, its program is missing.
    const complaints = stderr.split('\n').filter((line) => line.includes(unit) && !/is not executable/.test(line));
    expect(complaints).toEqual([]);
  }
});

test('the dashboard asks only for metrics that servers have', () => {
  const { panels } = JSON.parse(readFileSync(fileOf('deploy/grafana.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const code = readFileSync(fileOf('packages/contest/server/metrics.ts'), 'utf8');
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/ludus_\w+/g) ?? []));
  expect(asked.length).toBeGreaterThan(5);
  for (const name of asked) expect(code).toContain(`'${name.slice('ludus_'.length)}'`);
});

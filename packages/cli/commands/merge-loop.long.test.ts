import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

// Long: each round of the loop starts `ludus` five times.

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/clusters.md', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-merge-loop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MINE = `import { DOWN, type MadMaxApi } from 'ludus/madmax';
export default (game: MadMaxApi) => { for (const car of game.cars(game.me)) if (car.alive) game.move(car.id, DOWN); };
`;

test.skipIf(process.platform === 'win32')('the shell loop in docs/clusters.md plays a complete duel', () => {
  const [, script] = /## A shell loop\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))!;
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, 'Mine.ts'), MINE);
  writeFileSync(join(folder, 'old-Mine.ts'), 'export default () => {};\n');
  writeFileSync(join(bin, 'ludus'), `#!/bin/sh\nexec "${process.execPath}" "${LUDUS}" "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${dirname(process.execPath)}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
  expect(stdout.trimEnd().split('\n').at(-1), stderr).toMatch(
    /^Mine is stronger than old-Mine: it won \d+ of \d+ matches/,
  );
  expect(status).toBe(0);
});

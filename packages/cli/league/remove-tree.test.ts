import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'ludus-remove-'));
chmodSync(folder, 0o777);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CODE = `
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { removeTree } from ${JSON.stringify(new URL('./remove-tree.ts', import.meta.url).href)};
mkdirSync('tree/a/b', { recursive: true });
writeFileSync('tree/a/b/c', 'x');
symlinkSync('..', 'tree/up');
chmodSync('tree/a/b', 0o000);
chmodSync('tree/a', 0o555);
process.chdir('tree');
for (let n = 0; n < 30; n++) {
  mkdirSync('x'.repeat(200));
  process.chdir('x'.repeat(200));
}
process.chdir(process.env.HOME);
removeTree('tree');
`;

test.runIf(process.platform === 'linux')(
  'removeTree removes a folder despite its permissions and the length of its paths',
  () => {
    // Root can access locked folders.
    const user = process.getuid!() === 0 ? { uid: 65534, gid: 65534 } : {};
    const args = ['--input-type=module', '-e', CODE];
    const env = { ...process.env, HOME: folder };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', ...user });
    expect(status, stderr).toBe(0);
    expect(existsSync(join(folder, 'tree'))).toBe(false);
  },
);

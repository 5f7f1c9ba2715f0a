import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';

const DESCRIPTOR = 21;
const MODULE = JSON.stringify(new URL('./inherited-files.ts', import.meta.url).href);

test.skipIf(process.platform !== 'linux')(
  'withoutInherited hides a file from a child process if it was open when the parent started',
  () => {
    const secret = openSync(import.meta.filename, 'r');
    try {
      const script = (stdio: string) => `
      import { spawnSync } from 'node:child_process';
      import { withoutInherited } from ${MODULE};
      const files = ['ignore', 'pipe', 'ignore'];
      const { stdout } = spawnSync('readlink', ['/proc/self/fd/${DESCRIPTOR}'], { stdio: ${stdio} });
      process.stdout.write(stdout);
    `;
      const foundBy = (stdio: string) =>
        spawnSync(process.execPath, ['--input-type=module', '--eval', script(stdio)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'inherit', ...new Array(DESCRIPTOR - 3).fill('ignore'), secret],
        }).stdout;
      expect(foundBy('files')).toBe(`${import.meta.filename}\n`);
      expect(foundBy('withoutInherited(files)')).toBe('/dev/null\n');
    } finally {
      closeSync(secret);
    }
  },
);

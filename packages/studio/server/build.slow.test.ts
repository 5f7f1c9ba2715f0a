import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildApplication } from './build.ts';

/** Writes a configuration with a page of one script, and a plugin that calls `then` with its context. */
function application(then: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-build-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>x</title><script type="module" src="./x.js"></script>',
  );
  writeFileSync(join(folder, 'x.js'), 'document.title = "y";\n');
  const file = join(folder, 'vite.config.mjs');
  writeFileSync(
    file,
    `export default { root: import.meta.dirname, plugins: [{ name: 'p', buildEnd() { this.${then}; } }] };\n`,
  );
  return file;
}

test('a build hides the bundler’s warnings, and throws its errors', async () => {
  const said: string[] = [];
  const write = (text: unknown) => said.push(String(text)) > 0;
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  for (const word of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, word).mockImplementation(write);
  const what = `trial${process.pid}`;
  const warns = application("warn('it took long')");
  const fails = application("error('it cannot be')");
  let ready: string | undefined;
  try {
    ready = await buildApplication(what, warns);
    expect(readdirSync(ready)).toContain('index.html');
    expect(said).toEqual([`preparing the ${what} …\n`]);
    await expect(buildApplication(`${what}-bad`, fails)).rejects.toThrow('it cannot be');
  } finally {
    vi.restoreAllMocks();
    for (const folder of [ready, dirname(warns), dirname(fails)])
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
});

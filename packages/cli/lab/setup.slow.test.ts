import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type LabOptions, labSetup } from './setup.ts';

const options: LabOptions = { budget: 'none', jobs: 1, stall: 1, game: 'madmax' };

test('a TypeScript or Python player is treated as new when a file that it uses has changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-lab-'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const print = async (file: string) => (await labSetup([file], options)).setup.players[0].fingerprint;
  const ts = write('Mine.ts', "import './lib/search.ts';\nexport default () => {};\n");
  write('lib/search.ts', "import '../grid.ts';\n");
  const py = write('mine.py', 'import helper, tools.paths\nopen("weights.json")\n');
  const used: [string, string][] = [
    [ts, 'grid.ts'],
    [py, 'helper.py'],
    [py, 'tools/paths.py'],
    [py, 'weights.json'],
  ];
  for (const [, name] of used) write(name, '// one');
  write('other.py', '# one');
  for (const [player, name] of used) {
    const before = await print(player);
    write('other.py', `# ${name.length}`);
    expect(await print(player)).toBe(before);
    write(name, '// two');
    expect(await print(player), name).not.toBe(before);
  }
  rmSync(folder, { recursive: true });
});

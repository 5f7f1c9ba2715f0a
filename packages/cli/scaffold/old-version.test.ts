import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from 'ludus/kit.ts';
import { afterAll, expect, test } from 'vitest';
import { partsOf } from '../commands/rules.ts';
import { KITS } from '../games.ts';
import { oldFile } from './old-version.ts';
import { scaffoldPlayer } from './player.ts';

const made = mkdtempSync(join(tmpdir(), 'ludus-old-version-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));

test('the old version of a bot in Java is in a folder, so that the file has the name of its class', () => {
  expect(oldFile('Mine.java')).toBe('old/Mine.java');
  expect(oldFile('Mine.ts')).toBe('old-Mine.ts');
});

const [kit] = KITS.filter(({ samples }) => LANGUAGES.every(({ id }) => samples?.[id]));

test.skipIf(process.platform === 'win32').each(LANGUAGES)(
  'the texts for a bot in $title copy the old version to the file that the duel names',
  async ({ id }) => {
    const { player, files } = await scaffoldPlayer(kit.game, id, 'Mine');
    const texts = ['README.md', 'AGENTS.md'].map((file) => files.find(({ name }) => name === file)!.text);
    for (const text of [...texts, partsOf(kit, id).at(-1)!.text]) {
      const folder = mkdtempSync(join(made, 'bot-'));
      writeFileSync(join(folder, player), '');
      const [, command] = /(?:^|`)((?:mkdir -p old && )?cp \S+ [^\s`]+)/m.exec(text)!;
      const [, fresh, old] = /npx ludus duel (\S+) (\S+) --game/.exec(text)!;
      expect(fresh).toBe(`./${player}`);
      // Later versions are kept in the same way.
      for (const _ of [1, 2]) expect(spawnSync('sh', ['-c', command], { cwd: folder }).status).toBe(0);
      expect(existsSync(join(folder, old))).toBe(true);
    }
  },
);

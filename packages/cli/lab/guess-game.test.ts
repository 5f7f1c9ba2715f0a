import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KITS } from '../games.ts';
import { spokenKit, unspoken } from './guess-game.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-guess-'));
  writeFileSync(join(folder, 'Shy.ts'), "import { TrailsPlayer } from 'ludus/trails';\n");
  writeFileSync(join(folder, 'mute.py'), 'print()\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the game is detected from a file’s imports, but not from a folder or a missing file', () => {
  expect(spokenKit(join(folder, 'Shy.ts'), KITS)?.game.id).toBe('trails');
  expect(spokenKit(folder, KITS)).toBeUndefined();
  expect(spokenKit(join(folder, 'none.ts'), KITS)).toBeUndefined();
});

test('an error reports a missing file, and otherwise asks for the game', () => {
  expect(unspoken(join(folder, 'none.ts'), 'trails').message).toMatch(/^no such file: .*none\.ts$/);
  for (const name of [join(folder, 'mute.py'), 'Demo', 'cmd:./mine --fast'])
    expect(unspoken(name, 'trails').message).toBe(
      `cannot tell which game ${name} is for: choose one with --game: trails`,
    );
});

test('an error reports a file’s game if the command doesn’t accept that game', () => {
  const shy = join(folder, 'Shy.ts');
  expect(unspoken(shy, 'madmax').message).toBe(`${shy} plays Trails, but this command is only for madmax`);
});

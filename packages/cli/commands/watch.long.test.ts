import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderUntil } from '../../../tools/folder-until.ts';

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-watch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the source code of a player that starts to move in this round. */
const from = (round: number) => `
import type { MadMaxApi } from 'ludus/madmax';
export default function Mine(game: MadMaxApi): void {
  if (game.round < ${round}) return;
  for (let unit = 0; unit < 8; unit++) game.shoot(unit);
}
`;

/** Runs `ludus watch` in the folder, and returns its output between two expected lines. */
function watching(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'watch', ...args], {
    cwd: folder,
    env: { ...process.env, BROWSER: 'none' },
  });
  let said = '';
  let wake = () => {};
  child.stdout.on('data', (bytes) => {
    said += bytes;
    wake();
  });
  let problem = '';
  child.stderr.on('data', (bytes) => (problem += bytes));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const says = async (what: RegExp) => {
    while (!what.test(said)) {
      if (child.exitCode !== null) throw new Error(`${said}${problem}`);
      await new Promise<void>((done) => (wake = done));
    }
    const found = what.exec(said)!;
    said = said.slice(found.index + found[0].length);
    return found;
  };
  return { child, ended, says, problem: () => problem };
}

test('watch plays the same matches again after each save, and reports changes, even after a save with an error', async () => {
  const file = join(folder, 'Mine.ts');
  writeFileSync(file, from(20));
  const { child, ended, says, problem } = watching('./Mine.ts', 'Demo', '--seeds', '2', '--open');
  try {
    await says(/Mine\.ts, version 1\n {2}seed 1 .*\n.*(http\S+)\n {2}seed 2 .*\n.*http\S+\n/);
    writeFileSync(file, from(7));
    const [, round, link] = await says(
      /version 2\n {2}seed 1 .* changed from round (\d+) on\n +(http\S+)\n {2}seed 2 .*\n.*\n/,
    );
    // The actions of round 7 appear on the board of round 8.
    expect(Number(round)).toBe(8);
    expect(link).toMatch(/&follow#round=8$/);
    const { origin } = new URL(link);
    const answer = await fetch(`${origin}/folder/replays/watch/s1.res`, { method: 'HEAD' });
    expect(answer.headers.get('ludus-changed-from')).toBe('8');
    expect(answer.headers.get('etag')).toMatch(/^"/);
    writeFileSync(file, 'export default function Mine( {');
    await says(/version 3\n[\s\S]*Mine\.ts:1\)/);
    // Saves as some editors do: a new file replaces the old one.
    writeFileSync(join(folder, 'Mine.ts~'), from(7).replace('shoot(unit)', 'shoot(unit + 1)'));
    renameSync(join(folder, 'Mine.ts~'), file);
    await says(/version 4\n {2}seed 1 .*\n[\s\S]*seed 2 .*\n/);
    expect(readFileSync(join(folder, 'replays/watch/s2.res'), 'utf8')).toContain('Mine');
  } finally {
    child.kill('SIGINT');
  }
  expect(await ended).toBe(0);
  expect(problem().replace(/preparing the studio …\n/, '')).toBe('');
});

/** Players that make a file and loop forever if `loops` is true. */
const LOOPING: Readonly<Record<string, (loops: boolean, file: string) => string>> = {
  'Stuck.ts': (loops, file) => `
import { writeFileSync } from 'node:fs';
export default function Stuck(game: { round: number }): void {
  if (game.round < 4) return;
  writeFileSync('${file}', '');
  while (${loops});
}
`,
  'AIStuck.cc': (loops, file) => `
#include "Player.hh"
#include <fstream>
#define PLAYER_NAME Stuck
struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  virtual void play() {
    if (round() < 4) return;
    ofstream("${file}");
    volatile int n = 0;
    while (${loops}) n = 1;
  }
};
RegisterPlayer(PLAYER_NAME);
`,
};

test.each(Object.entries(LOOPING).slice(0, 2))('watch stops a stuck match of %s after a save', async (name, text) => {
  const stuck = join(folder, `${name}.stuck`);
  const save = (loops: boolean) => writeFileSync(join(folder, name), text(loops, stuck));
  save(true);
  // Longer than the test's time limit.
  const args = [`./${name}`, 'Demo', '--game', 'madmax', '--seeds', '1', '--patience', '600'];
  const { child, ended, says } = watching(...args);
  try {
    await says(/version 1\n/);
    await folderUntil(folder, () => existsSync(stuck));
    save(false);
    await says(/dropped: a newer version is available\n\n.*version 2\n {2}seed 1 .*\n/);
    rmSync(stuck);
    save(true);
    await says(/version 3\n/);
    await folderUntil(folder, () => existsSync(stuck));
  } finally {
    child.kill('SIGINT');
  }
  expect(await ended).toBe(0);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onPath } from '@ludus/runtime/sandbox.ts';
import { LANGUAGES, type Language } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';
import { afterAll, expect, test } from 'vitest';

const LUDUS = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));
const CLONE = resolve(dirname(LUDUS), '../../..');
const folder = mkdtempSync(join(tmpdir(), 'ludus-begin-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TOOLS: Readonly<Record<Language, string>> = {
  typescript: 'node',
  javascript: 'node',
  cpp: 'g++',
  python: 'python3',
  java: 'javac',
  rust: 'rustc',
  go: 'go',
};
const CASES = KITS.flatMap(({ game }) => LANGUAGES.map(({ id }) => [id, game.id] as const));

function run(command: string, cwd: string) {
  // The project's own Node, as npm finds it on another machine.
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  return { status, said: stdout + stderr };
}

test.for(CASES)(
  'the README’s commands run in order after a %s bot for %s is moved to another folder, and the bot wins',
  { timeout: 900_000 },
  ([language, game], { skip }) => {
    const tool = TOOLS[language];
    if (onPath(tool) === undefined) {
      if (process.env.CI === 'true') throw new Error(`CI must have ${tool}`);
      skip(`${tool} is not installed`);
    }
    const made = join(folder, `made-${language}-${game}`);
    const moved = join(folder, `moved-${language}-${game}`);
    const begun = spawnSync(
      process.execPath,
      [LUDUS, 'new', 'player', made, '--lang', language, '-g', game, '--name', 'Mine'],
      {
        encoding: 'utf8',
      },
    );
    expect(begun).toMatchObject({ status: 0, stderr: '' });
    renameSync(made, moved);
    for (const file of filesOf(moved)) {
      const text = readFileSync(file, 'utf8');
      expect([file, text.includes(CLONE), text.includes(folder)]).toEqual([file, false, false]);
      if (/\.json$/.test(file)) JSON.parse(text);
    }
    const block = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(moved, 'README.md'), 'utf8'))![1];
    const [start, check, climb, ...more] = block
      .trim()
      .split('\n')
      .map((line) => line.replace(/ +#.*/, ''));
    expect([start, check, climb, more]).toEqual(['npm start', 'npm test', 'npm run climb', []]);
    const played = run(start, moved);
    expect(played.status).toBe(0);
    expect(played.said).toMatch(/info: player\(s\) Mine got top score\n/);
    const checked = run(check, moved);
    expect(checked.said).toContain('All steps passed.');
    expect(checked.status).toBe(0);
    // Plays fewer matches than a student would: this test doesn't check the result.
    const climbed = run(`${climb} -- --pairs 1`, moved);
    expect(climbed.said).toMatch(/ 1\. \w+ +[\d.]+% .* lost +beaten\n/);
    expect(climbed.said).toMatch(/The next opponent is \w+:\n/);
    expect(climbed.said).toContain('npx ludus view climb.');
  },
);

function filesOf(project: string): string[] {
  return readdirSync(project, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

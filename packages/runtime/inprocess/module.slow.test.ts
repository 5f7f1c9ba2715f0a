import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';

const LUDUS = fileURLToPath(new URL('../../cli/bin/ludus.js', import.meta.url));
/** A player whose `play` has this body, starting on line 3. */
const player = (body: string, first = '') =>
  `import { StarWarPlayer } from 'ludus/starwar';${first}\nexport default class extends StarWarPlayer { play(): void {\n${body}\n} }\n`;
const FILES: Readonly<Record<string, string>> = {
  'Throws.ts': player("if (this.round === 3) throw new Error('no luck\\nat all');"),
  'Helped.ts': player('help();', " import { help } from './lib/help.ts';"),
  'lib/help.ts': 'export function help(): void {\n  ([] as number[])[3].toFixed();\n}\n',
  'Says.ts': player("console.log('one %d', this.round);\nconsole.error('two');"),
  'Wrong.ts': player('const a = ;'),
  'Wrong.mjs': 'export default class { play( { } }\n',
  'Wrongly.mjs': "import { far } from './lib/far.mjs';\nexport default far;\n",
  'lib/far.mjs': "export { far } from './farther.mjs';\n",
  'lib/farther.mjs': "import './far.mjs';\nexport const far = ;\n",
  'Loads.ts': "console.log('before');\nthrow new Error('at once');\nexport default class {}\n",
};
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-module-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function match(names: string, ...more: string[]) {
  const words = ['match', ...names.split(' '), 'Null', 'Null', '-i', 'boards/starwar/default', ...more];
  const { stdout, stderr } = spawnSync(process.execPath, [LUDUS, ...words], { cwd: folder, encoding: 'utf8' });
  return { stdout, stderr };
}

test.each(IS_LONG_RUN ? ['none', 'cpu'] : ['cpu'])(
  'a player’s exception is reported with its position in the player’s files (budget: %s)',
  (budget) => {
    const said = (names: string) => match(names, '--budget', budget, '-o', 'm.res').stderr;
    const both = said('Throws.ts Helped.ts');
    expect(both).toMatch(/is disqualified in round 3: .*no luck.*\(Throws\.ts:3:\d+\)\n/s);
    expect(both).toMatch(/is disqualified in round 0: .*'toFixed'\) \(lib\/help\.ts:2:\d+\)\n/);
    // Each match starts a process, so a quick run doesn't test files that can't be loaded.
    if (budget === 'cpu' && !IS_LONG_RUN) return;
    expect(said('Wrong.ts Null')).toMatch(/Expression expected \(Wrong\.ts:3:11\)\n/);
    expect(said('Wrong.mjs Null')).toMatch(/Unexpected token '}' \(Wrong\.mjs:1:34\)\n/);
    expect(said('Wrongly.mjs Null')).toMatch(/Unexpected token ';' \(lib\/farther\.mjs:2:20\)\n/);
    expect(said('Loads.ts Null')).toMatch(/at once \(Loads\.ts:2:7\)\n/);
  },
);

test('a player’s console output goes to its log, not to the replay', () => {
  const { stdout } = match('Says.ts Null', '--log-folder', 'logs');
  expect(stdout).toMatch(/^starwar\tv1\n/);
  expect(stdout).not.toMatch(/^(one|two)/m);
  expect(readFileSync(join(folder, 'logs/seat0.log'), 'utf8')).toMatch(/one 0\n?.*two.*one 1\n/s);
  expect(match('Loads.ts Null')).toEqual({ stdout: '', stderr: expect.stringMatching(/^before\n/) });
});

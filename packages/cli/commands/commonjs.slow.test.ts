import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-commonjs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLAYER = `import { TrailsPlayer } from 'ludus/trails';
import { first } from './NAME';
export default class Mine extends TrailsPlayer {
  play() { first(this); }
}
`;
const PROGRAM = `import { createInterface } from 'node:readline';
for await (const line of createInterface(process.stdin)) if (line.startsWith('round ')) console.log('ahead');
`;
const ludus = async (...args: string[]) => {
  const { status, stdout, stderr } = await runHere(args, folder);
  return { status, said: stdout + stderr };
};

// The file that `npm init -y` writes.
writeFileSync(join(folder, 'package.json'), '{ "name": "home", "version": "1.0.0", "type": "commonjs" }\n');

test.each(['ts', 'js'])(
  'ludus loads a .%s player as an ES module, even next to a package.json of type commonjs',
  async (ending) => {
    writeFileSync(join(folder, `Mine.${ending}`), PLAYER.replace('NAME', `first.${ending}`));
    writeFileSync(join(folder, `first.${ending}`), 'export function first(player) { player.go(0); }\n');
    for (const budget of IS_LONG_RUN ? ['none', 'cpu', 'fuel'] : ['none']) {
      const args = ['match', `./Mine.${ending}`, 'Null', '-i', 'pillars', '--budget', budget, '-o', 'm.trails'];
      const { status, said } = await ludus(...args);
      expect(said).not.toContain('disqualified');
      expect(status, said).toBe(0);
    }
    expect((await ludus('check', `./Mine.${ending}`, '--budget', 'none')).said).not.toMatch(
      /CommonJS|ES[ M]|\bimport\b/,
    );
  },
);

test.each(['ts', 'js'])('ludus runs a .%s program that implements the protocol itself', async (ending) => {
  writeFileSync(join(folder, `program.${ending}`), PROGRAM);
  const { said } = await ludus('match', `./program.${ending}`, 'Null', '-i', 'pillars', '-o', 'p.trails');
  expect(said).not.toContain('disqualified');
});

test('a bot written as a CommonJS module runs as a CommonJS module', async () => {
  writeFileSync(
    join(folder, 'old.cjs.js'),
    "const { me } = require('./me.js');\nmodule.exports = (player) => me(player);\n",
  );
  writeFileSync(join(folder, 'me.js'), 'exports.me = (player) => player.log(player.me);\n');
  const { status, said } = await ludus('match', './old.cjs.js', 'Null', '-i', 'pillars', '-o', 'c.trails');
  expect(status, said).toBe(0);
});

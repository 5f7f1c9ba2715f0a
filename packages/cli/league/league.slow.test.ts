import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { runHere } from '../testing/run-here.ts';
import { canConfine } from './agent.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludus-league-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const league = (...args: string[]) => runHere(['league', ...args], folder);

const bot = (choice: string) => `import { TrailsPlayer } from 'ludus/trails';
export default class Bot extends TrailsPlayer {
  play() {
    const free = [${choice}].find((direction) => this.isFree(this.next(direction)));
    if (free !== undefined) this.go(free);
  }
}
`;
const SETTINGS = ['-g', 'trails', '--rounds', '2', '--matches', '8', '--secret', 'word', '-j', '2'];
const BOTS = ['anna', 'broken', 'crash', 'Moth'];

function put(name: string, text: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'Bot.js'), text);
}

beforeAll(async () => {
  put('anna', bot('this.heading, this.left(this.heading), this.right(this.heading)'));
  put('broken', 'export default class {');
  put('crash', 'throw new Error("no");');
  const { status, stdout, stderr } = await league(...BOTS, ...SETTINGS);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('Round 2');
});

test('a bot that can’t be built gets a state instead of a result', () => {
  expect(statesIn('league')).toEqual({ anna: 'played', Moth: 'played', broken: 'not built', crash: 'not built' });
});

test('league repeats a finished run without changing anything', async () => {
  const before = hashOf('league');
  expect((await league(...BOTS, ...SETTINGS)).status).toBe(0);
  expect(hashOf('league')).toBe(before);
});

test('league rejects settings that differ from those of the league in the folder', async () => {
  const { status, stderr } = await league(...BOTS, ...SETTINGS, '--rounds', '3');
  expect(status).toBe(2);
  expect(stderr).toContain('its rounds is 2, not 3');
});

test.each([
  ['results.jsonl', /"scores":\[/, '"scores":[9', 'match'],
  ['round.json', /"elo": /, '"elo": 1', 'round.json does not follow from the results'],
  ['commitment.json', /"commitment": ".{4}/, '"commitment": "0000', 'the key doesn’t match the commitment'],
  ['sources/anna/Bot.js', /import/, 'import ', 'the source files of anna differ from those that played'],
])('verify reports a changed %s', async (file, from, to, sentence) => {
  const path = join(folder, 'league/rounds/02', file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(from, to));
  const { status, stdout } = await league('verify', 'league');
  writeFileSync(path, text);
  expect(stdout).toContain(`differs: round 2: ${sentence}`);
  expect(status).toBe(1);
});

if (IS_LONG_RUN)
  test('a bot can’t find the key of its round in a file, and a checked bot can’t see the league', async () => {
    const seen = join(folder, 'seen');
    const sdk = fileURLToPath(new URL('../../games/trails/', import.meta.url));
    const spy = `import os
at = ${JSON.stringify(join(folder, 'secretly'))}
if os.path.exists(os.path.join(at, 'league.json')):
    with open(${JSON.stringify(seen)}, 'a') as out:
        for top, _, names in os.walk(at):
            out.write(''.join(os.getcwd() + ' ' + os.path.join(top, each) + '\\n' for each in names))
`;
    mkdirSync(join(folder, 'spy'));
    copyFileSync(join(sdk, 'sdk/python/trails.py'), join(folder, 'spy/trails.py'));
    writeFileSync(join(folder, 'spy/Spy.py'), spy + readFileSync(join(sdk, 'samples/cyclist.py'), 'utf8'));
    const args = [
      'spy',
      'Moth',
      '-g',
      'trails',
      '--rounds',
      '1',
      '--matches',
      '2',
      '--budget',
      'none',
      '-o',
      'secretly',
    ];
    // Python may take a second to start on a busy machine, and a bot that fails its check doesn't play.
    const { status, stdout, stderr } = await league(...args, '-j', '1', '--cpu-time', '60');
    expect(status, stderr).toBe(0);
    expect(statesIn('secretly'), stdout).toEqual({ spy: 'played', Moth: 'played' });
    const files = readFileSync(seen, 'utf8');
    expect(files).toContain('commitment.json');
    expect(files).not.toMatch(/secret$|key$/m);
    if (canConfine()) expect(files).not.toMatch(/\/check-\d+ /);
    expect(await league('verify', 'secretly')).toMatchObject({ status: 0 });
    // This command checks the Python bot again.
    rmSync(seen);
    const again = await league('verify', 'secretly', '--play', '-j', '1');
    expect(again, again.stdout).toMatchObject({ status: 0 });
    expect(existsSync(seen)).toBe(bestSandboxLevel() === undefined);
  });

/** Returns the state of each bot in the first round of a league. */
function statesIn(name: string): Record<string, string> {
  const { standings } = JSON.parse(readFileSync(join(folder, name, 'rounds/01/round.json'), 'utf8'));
  return Object.fromEntries(standings.map((each: { name: string; state: string }) => [each.name, each.state]));
}

/** Returns a hash of the names and contents of all files. */
const hashOf = (name: string): string =>
  execFileSync('sh', ['-c', 'find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum'], {
    cwd: join(folder, name),
    encoding: 'utf8',
  });

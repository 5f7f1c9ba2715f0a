import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../testing/run-here.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-messages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runHere(args, folder);
const refusal = async (...args: string[]) => {
  const { status, stdout, stderr } = await run(...args);
  expect([status, stdout]).toEqual([2, '']);
  return stderr.replace(/^ludus: /, '').trimEnd();
};

describe('a value that is out of range is answered with the range', () => {
  test.each([
    [['serve', '--port', '99999'], 'It must be a whole number from 0 to 65535.'],
    [['open', '--port', '1e3'], 'It must be a whole number from 0 to 65535.'],
    [['serve', '--jobs', '-1'], 'It must be a whole number from 0 to 1024.'],
    [['serve', '--replays', '0'], 'It must be a number above 0, up to 1048576.'],
  ])('%j', async (args, range) => {
    expect(await refusal(...args)).toMatch(new RegExp(`'${args[2]}' is invalid. ${range}$`));
  });
});

test('an option of one letter that there is not leads to the help, and to no long option', async () => {
  expect(await refusal('match', '-x')).toBe("unknown option '-x'; see ludus match --help");
});

test('a mistyped word after new is asked about before it becomes a folder', async () => {
  expect(await refusal('new', 'playr')).toBe(
    'unknown command new playr; did you mean new player? A player in the folder playr is ludus new player playr',
  );
  expect(await refusal('new', 'Mine')).toMatch(/^which game\? say it with --game: trails, /);
  expect(await refusal('new', 'player', 'playr')).toMatch(/^which game\?/);
});

test('a folder that is not there is called a folder', async () => {
  expect(await refusal('similar', 'nofolder')).toBe('there is no file or folder nofolder');
});

describe('an output that cannot be written is refused before anything is played, compiled, or compared', () => {
  const MATCH = ['Null', 'Null', '-i', 'boards/trails/default'];
  test.each([
    [['match', ...MATCH]],
    [['branch', 'no.trails', '--round', '1']],
    [['climb', 'Null', '--game', 'trails']],
    [['similar', '.']],
    [['report', 'none']],
    [['contest', 'backup']],
  ])('%j', async (args) => {
    expect(await refusal(...args, '-o', 'nope/x')).toBe('cannot write nope/x: there is no folder nope');
  });

  test('a page that view exports', async () => {
    writeFileSync(join(folder, 'some.trails'), '');
    expect(await refusal('view', 'some.trails', '--export', '.')).toBe('cannot write .: it is a folder');
  });
});

test('a site names the folder that was given when nothing can be written there', async () => {
  writeFileSync(join(folder, 'file'), '');
  expect(await refusal('site', 'build', 'file/x')).toBe(
    `cannot write into the folder ${join(folder, 'file')}: there is a file in its place`,
  );
  if (existsSync('/proc'))
    expect(await refusal('site', 'build', '/proc/x')).toBe(
      'cannot write into the folder /proc/x: nothing can be written there',
    );
});

test('a board of another game is named with its game, and with that of the players', async () => {
  writeFileSync(join(folder, 'Far.ts'), "import type { MadMaxApi } from 'ludus/madmax';\nexport default () => {};\n");
  expect(await refusal('match', './Far.ts', 'Null', 'Null', '-i', 'boards/trails/default')).toBe(
    'a match of Trails on this board needs 2 players, not 3: boards/trails/default is a board of Trails, and ./Far.ts, Null, Null play Mad Max',
  );
});

test('a player whose file speaks of another game is named before it plays', async () => {
  writeFileSync(join(folder, 'Car.js'), '// A player of Mad Max.\nexport default function Car(car) { car.water(); }\n');
  const { stderr } = await run('match', './Car.js', 'Null', '-i', 'boards/trails/default', '-o', 'car.trails');
  expect(stderr).toMatch(/^info: \.\/Car\.js looks like a bot for Mad Max, but this is Trails\n/);
  const own = await run('match', 'Moth', 'Null', '-i', 'boards/trails/default', '-o', 'own.trails');
  expect(own.stderr).not.toContain('looks like');
});

test('Enter accepts what new suggests: the game with lessons, and a name', async () => {
  const { status, stderr } = await runHere(['new'], folder, '\r\r\r');
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(join(folder, 'Mine'))).toEqual(expect.arrayContaining(['Mine.ts', 'board.board']));
});

test('a climb counts matches and ends well when a rival is not beaten', async () => {
  const { status, stdout } = await run('climb', 'Moth', '--game', 'trails', '--groups', '1', '-o', 'climb.trails');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Moth climbs in Trails: 2 matches against each rival\n/);
  expect(stdout).toMatch(
    /\nMoth ended behind in \d of 2 matches\. In half of these it was behind from round \d+ to the end\.\n/,
  );
});

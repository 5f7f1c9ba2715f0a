import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeComplete } from '@ludus/shell/files.ts';
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

describe('ludus names the allowed values, or the missing argument', () => {
  test.each([
    [['serve', '--port', '99999'], '--port must be a whole number from 0 to 65535, not 99999'],
    [['open', '--port', '1e3'], '--port must be a whole number from 0 to 65535, not 1e3'],
    [['serve', '--jobs', '-1'], '--jobs must be a whole number from 0 to 1024, not -1'],
    [['duel', 'A', 'B', '--jobs', '99999'], '--jobs must be a whole number from 1 to 1024, not 99999'],
    [['duel', 'A', 'B', '--limit', '1e3'], '--limit must be a whole number, 1 or more, not 1e3'],
    [['strength', '--seeds', '999999999'], '--seeds must be a whole number from 1 to 100000, not 999999999'],
    [['serve', '--replay-space', '0'], '--replay-space must be a number above 0, up to 1048576, not 0'],
    [['match', '--target', 'jit'], '--target must be native or wasm, not jit'],
    [['match', '-s'], '--seed needs a value: --seed <seed>'],
    [['batch'], 'the argument <players> is missing; see ludus batch --help'],
    [['agree', 'A'], 'the option --input <replays...> is missing; see ludus agree --help'],
    [['cache', 'all'], 'there must be at most 0 arguments, not 1'],
  ])('in response to %j', async (args, sentence) => {
    expect(await refusal(...args)).toBe(sentence);
  });
});

describe('ludus suggests a similar word only if the user may have meant it', () => {
  test.each([
    [['mach', '--help'], "unknown command 'mach'; did you mean match?"],
    [['help', 'mach'], "unknown command 'mach'; did you mean match?"],
    [['check', '--out', 'x'], "unknown option '--out'; did you mean --output?"],
    [['match', '--wall', '1'], "unknown option '--wall'; did you mean --wall-time?"],
    [['match', '-x'], "unknown option '-x'; see ludus match --help"],
    [['view', 'm.res', '--export', 'x'], "unknown option '--export'; see ludus view --help"],
    [['agree', 'A', '-i', 'x', '--on', 'x'], "unknown option '--on'; see ludus agree --help"],
    [['env', '-s', '0'], "unknown option '-s'; see ludus env --help"],
    [['site', 'build', '--games', 'x'], "unknown option '--games'; see ludus site build --help"],
    [['site', 'build', '--cpp', 'trails'], 'Trails can’t run C++ bots in the page; choose madmax, starwar, or none'],
  ])('in response to %j', async (args, sentence) => {
    expect(await refusal(...args)).toBe(sentence);
  });
});

test('ludus new lists the allowed kinds in the error for an unknown kind', async () => {
  const refused = (word: string) =>
    `unknown kind ${word}: choose player or board; for a bot in the folder ${word}, run ludus new player ${word}`;
  for (const word of ['playr', 'Mine']) expect(await refusal('new', word)).toBe(refused(word));
  for (const args of [['--help'], ['help'], ['help', 'player'], ['player', '--help'], ['bot', '--help'], ['bot', '-h']])
    expect(await run('new', ...args)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Usage: /),
    });
  expect(await refusal('new', 'player', 'playr')).toMatch(/^the game is missing: choose one with --game: trails, /);
});

test('ludus shows how to add seeds to a generated board without seeds', async () => {
  expect(await refusal('match', 'Null', 'Null', '--game', 'trails', '-i', 'generated:trails')).toBe(
    'generated:trails: the seeds are missing; write, for example, generated:trails:1..50',
  );
});

test('ludus check rejects a budget for a check that plays without a budget', async () => {
  for (const also of [['--lesson', '1'], ['--sanitize']])
    expect(await refusal('check', './AINone.cc', '--game', 'madmax', '--budget', 'fuel', ...also)).toMatch(
      /omit --budget$/,
    );
});

test('ludus similar reports a missing file or folder', async () => {
  expect(await refusal('similar', 'nofolder')).toBe('no such file or folder: nofolder');
});

describe('ludus plays, compiles, or compares nothing if an output can’t be written', () => {
  const MATCH = ['Null', 'Null', '-i', 'boards/trails/default'];
  test.each([
    [['match', ...MATCH]],
    [['branch', 'no.trails', '--round', '1']],
    [['climb', 'Null', '--game', 'trails']],
    [['similar', '.']],
    [['report', 'none']],
    [['contest', 'backup']],
    [['expand', 'none']],
    [['build', 'AINone.cc']],
    [['new', 'board', 'trails']],
    [['maps', '1']],
    [['check', './none.ts', '--lesson', '1']],
    [['view', 'none']],
  ])('in response to %j with a missing folder', async (args) => {
    expect(await refusal(...args, '-o', 'nope/x')).toBe('cannot write nope/x: there is no folder nope');
  });

  test.each([
    [['batch', 'None', 'None', '--game', 'trails']],
    [['duel', 'None', 'None', '--game', 'trails']],
    [['tournament', 'None', 'None', '--game', 'trails']],
    [['match', 'None', 'None', '-i', 'boards/trails/default', '--log-folder', 'taken']],
  ])('in response to %j with a file instead of a folder', async (args) => {
    writeFileSync(join(folder, 'taken'), '');
    const output = args[0] === 'match' ? [] : ['-o', 'taken'];
    expect(await refusal(...args, ...output)).toBe('cannot write into the folder taken: a file with this name exists');
  });
});

test('ludus site names the requested folder when that folder isn’t writable', async () => {
  writeFileSync(join(folder, 'file'), '');
  expect(await refusal('site', 'build', 'file/x')).toBe(
    `cannot write into the folder ${join(folder, 'file')}: a file with this name exists`,
  );
  if (existsSync('/proc'))
    expect(await refusal('site', 'build', '/proc/x')).toBe(
      'cannot write into the folder /proc/x: nothing can be written here',
    );
});

test('ludus match names both games when the board isn’t for the bots’ game', async () => {
  writeFileSync(join(folder, 'Far.ts'), "import type { MadMaxApi } from 'ludus/madmax';\nexport default () => {};\n");
  expect(await refusal('match', './Far.ts', 'Null', 'Null', '-i', 'boards/trails/default')).toBe(
    'a match of Trails on this board needs 2 players, not 3: boards/trails/default is a board of Trails, and ./Far.ts, Null, Null play Mad Max',
  );
});

test('ludus match reports a bot whose file seems to be for a game other than the board’s', async () => {
  writeFileSync(join(folder, 'Car.js'), '// A player of Mad Max.\nexport default function Car(car) { car.water(); }\n');
  const { stderr } = await run('match', './Car.js', 'Null', '-i', 'boards/trails/default', '-o', 'car.trails');
  expect(stderr).toMatch(/^info: \.\/Car\.js looks like a bot for Mad Max, but this is Trails\n/);
  const own = await run('match', 'Moth', 'Null', '-i', 'boards/trails/default', '-o', 'own.trails');
  expect(own.stderr).not.toContain('looks like');
});

test('ludus new uses the game with lessons and a default name when you press Enter', async () => {
  const { status, stderr } = await runHere(['new'], folder, '\r\r\r');
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(join(folder, 'Mine'))).toEqual(expect.arrayContaining(['Mine.ts', 'board.board']));
});

test('ludus match lists the bots in a folder that is given as a bot, and suggests a similar name for a missing file', async () => {
  mkdirSync(join(folder, 'bots'));
  for (const file of ['bots/Rider.py', 'bots/README.md', 'Rider.py']) writeFileSync(join(folder, file), '');
  const match = (bot: string) => refusal('match', bot, 'Null', '--game', 'trails');
  expect(await match('./bots')).toBe('./bots is a folder: name the bot in it: ./bots/Rider.py');
  expect(await refusal('duel', 'bots/', 'Null', '--game', 'trails')).toBe(
    'bots/ is a folder: name the bot in it: bots/Rider.py',
  );
  expect(await match('./bots/Ridr.py')).toBe('no such file: ./bots/Ridr.py; did you mean ./bots/Rider.py?');
  expect(await match('Riderr.py')).toBe('no such file: Riderr.py; did you mean Rider.py?');
  for (const more of [[], ['--game', 'trails'], ['-i', 'no-board']])
    expect(await refusal('match', './Nobody.py', 'Null', ...more)).toBe('no such file: ./Nobody.py');
  expect(await match('nowhere/Rider.py')).toBe('no such file: nowhere/Rider.py');
  for (let n = 1; n <= 6; n++) writeFileSync(join(folder, `bots/A${n}.py`), '');
  expect(await match('./bots')).toMatch(/: .*\/A5\.py, …$/);
});

test('ludus match rejects a bot’s file that isn’t a program, even before the board is known', async () => {
  for (const file of ['network.pt', 'notes.txt']) writeFileSync(join(folder, file), 'no program\n');
  const kinds = 'a bot is a .cc, .cpp, .ts, .js, .py, .java, .rs, .go, or .wasm file, or an executable program';
  for (const more of [[], ['--game', 'trails']]) {
    const sentence = await refusal('match', './network.pt', 'Gnat', ...more);
    expect(sentence).toContain(`./network.pt isn’t a bot: ${kinds}; to convert a trained network into a bot, use `);
    expect(sentence).toMatch(/-m learn\.export$/);
  }
  expect(await refusal('duel', 'notes.txt', 'Gnat', '--game', 'trails')).toBe(`notes.txt isn’t a bot: ${kinds}`);
});

test('ludus build lists the allowed file extensions when a file isn’t a source file', async () => {
  writeFileSync(join(folder, 'bot.md'), "import { TrailsPlayer } from 'ludus/trails';\n");
  expect(await refusal('build', 'bot.md')).toBe(
    'cannot build bot.md: the file extension must be .cc, .cpp, .rs, .ts, .js, or .py',
  );
});

test('ludus match explains why a file isn’t a board, and reports how many bots a board needs', async () => {
  writeFileSync(join(folder, 'text.md'), '# Text\n');
  expect(await refusal('match', 'Null', 'Null', '-i', 'text.md')).toBe(
    'text.md: line 1: no game has a board that begins with #; for a board of a custom game, name its kit.ts in LUDUS_GAMES',
  );
  expect(await refusal('match', 'Null', '-i', 'boards/trails/default')).toMatch(
    /^a match of Trails on this board needs 2 players, not 1:/,
  );
});

test.skipIf(!existsSync('/proc'))('ludus names a file that can’t be written', () => {
  expect(() => writeComplete('/proc/x.trails', '')).toThrow('cannot write /proc/x.trails: nothing can be written here');
});

test('ludus submit explains where to get a token when the server doesn’t know the token', async () => {
  const server = createServer((_, response) => response.writeHead(401).end('{"code":"sign-in","message":"sign in"}'));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'sent.py'), '');
  const address = `http://127.0.0.1:${port}/c/spring`;
  const sentence = await refusal('submit', 'sent.py', '--contest', address, '--token', 'lp_wrong');
  server.close();
  expect(sentence).toBe(
    'the server doesn’t know this token: create a personal token on the server’s account page, and pass it with --token or in $LUDUS_TOKEN',
  );
});

test('ludus round verify names the right command for a contest’s export', async () => {
  writeFileSync(join(folder, 'contest.jsonl'), '{"kind":"contest","ludus":"0.1.0","version":1}\n');
  expect(await refusal('round', 'verify', 'contest.jsonl')).toBe(
    'contest.jsonl is the export of a contest: use ludus contest verify',
  );
});

test('ludus verify names the right command for a league', async () => {
  mkdirSync(join(folder, 'spring'));
  writeFileSync(join(folder, 'spring/league.json'), '{}');
  expect(await refusal('verify', 'spring')).toBe('spring is a league: use ludus league verify');
});

test('a command with subcommands lists the subcommand help', async () => {
  for (const command of ['round', 'contest']) {
    const { stdout } = await run(command, '--help');
    expect(stdout).toMatch(/\nCommands:\n[\s\S]*\n {2}help \[command\]/);
    expect(stdout).not.toContain('Look after');
  }
});

test('ludus climb states the number of matches, and exits with 0 even if the bot doesn’t beat an opponent', async () => {
  const { status, stdout } = await run('climb', 'Moth', '--game', 'trails', '--pairs', '1', '-o', 'climb.trails');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Moth climbs in Trails: 2 matches against each opponent, seed 1\n/);
  expect(stdout).toMatch(/\n 1\. Null +100% {2}\(0% to 100%\) +2 won, 0 drawn, 0 lost +beaten\n/);
  expect(stdout).toMatch(
    /\nMoth lost \d of 2 matches: places count, not scores\. In half of these matches, it was behind from round \d+ to the end\.\n/,
  );
});

test('ludus climb reports that a result may be luck, or that there are too few pairs for a rating', async () => {
  const { stdout } = await run('climb', 'Moth', '--game', 'trails', '--pairs', '2', '-o', 'climb.trails');
  const luck = '\\n    This may be luck: if the trend continues, --pairs 6 settles it\\.\\n';
  expect(stdout).toMatch(new RegExp(` Null +100% {2}\\(0% to 100%\\) .* beaten${luck}`));
  expect(stdout).toMatch(/ Moth +50\.0% .* not beaten\n {4}Half of the points isn't enough: your bot needs more\.\n/);
  const clean = await run('climb', 'Lynx', '--game', 'trails', '--pairs', '1', '--from', 'Stoat', '-o', 'climb.trails');
  expect(clean.stdout).toContain('too few pairs for a rating');
});

test('ludus climb plays different matches with a different --seed, and the same matches with the same --seed', async () => {
  const climb = async (seed: string) => {
    const args = ['--pairs', '1', '--from', 'Gnat', '--seed', seed, '--json', '-o', `climb${seed}.trails`];
    const { stdout } = await run('climb', 'Null', '--game', 'trails', ...args);
    return { ...JSON.parse(stdout), text: readFileSync(join(folder, `climb${seed}.trails`), 'utf8') };
  };
  const [first, other, again] = [await climb('1'), await climb('8'), await climb('8')];
  expect([first.seed, other.seed]).toEqual([1, 8]);
  expect(other.text).not.toBe(first.text);
  expect(again).toEqual(other);
  expect(await refusal('climb', 'Null', '--seed', '0')).toBe(
    '--seed must be a whole number from 1 to 2000000000, not 0',
  );
});

describe('ludus prints one JSON object with --json', () => {
  /** The fields that each command documents; each command needs the files of the previous commands. */
  test.each([
    [
      ['match', 'Moth', 'Null', '-i', 'boards/trails/default', '-o', 'json.trails'],
      ['game', 'seed', 'rounds', 'names', 'scores', 'verdicts', 'replay'],
    ],
    [
      ['match', 'Moth', 'Null', '-i', 'boards/trails/default'],
      ['game', 'seed', 'rounds', 'names', 'scores', 'verdicts', 'replay'],
    ],
    [
      ['verify', 'json.trails'],
      ['file', 'ok', 'game', 'revisions', 'rounds'],
    ],
    [
      ['branch', 'json.trails', '--round', '2', '--seat', '1=Moth'],
      ['game', 'round', 'names', 'recordedScores', 'scores', 'verdicts'],
    ],
    [
      ['debug', 'json.trails', '--seat', '0'],
      ['player', 'rounds', 'differences', 'failed'],
    ],
    [
      ['climb', 'Moth', '--game', 'trails', '--pairs', '1', '-o', 'climb.trails'],
      ['player', 'game', 'seed', 'opponents', 'elo', 'eloLow', 'eloHigh', 'next', 'replay'],
    ],
    [['rivals', 'trails'], ['games']],
    [
      ['board', 'check', 'boards/trails/default', '--matches', '1', '--players', 'Null'],
      ['bySeat', 'players', 'rounds', 'reasons', 'unfair', 'flat', 'alike'],
    ],
    [['cache'], ['folder', 'bytes', 'limitBytes', 'removedBytes', 'kinds']],
  ])('in response to %j', async (args, fields) => {
    const { stdout } = await run(...args, '--json');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(Object.keys(JSON.parse(stdout))).toEqual(expect.arrayContaining(fields));
  });
});

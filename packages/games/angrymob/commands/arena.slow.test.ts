import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArenaOptions } from '../arena/options.ts';
import { RawClient } from '../arena/socket/testing.ts';
import { startArena, startLudus } from '../arena/testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-arena-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the options', () => {
  const defaults = {
    moveLimit: 2400,
    delay: 50,
    timeInit: 20,
    timeMove: 0.2,
    size: 11,
    console: false,
    port: 14400,
    host: '127.0.0.1',
    help: false,
  };

  test('have the documented defaults', () => {
    expect(parseArenaOptions([])).toEqual(defaults);
  });

  test('can be used together, in different orders', () => {
    const pairs = [
      ['-seed', '-9223372036854775808'],
      ['-moveLimit', '100'],
      ['-delay', '0'],
      ['-timeInit', '1.5'],
      ['-timeMove', '.02'],
      ['-size', '20'],
      ['-console'],
      ['-port', '0'],
      ['-host', '::1'],
      ['-replay', 'game.mob'],
    ];
    const wanted = {
      ...defaults,
      seed: -9223372036854775808n,
      moveLimit: 100,
      delay: 0,
      timeInit: 1.5,
      timeMove: 0.02,
      size: 20,
      sizeAsked: true,
      console: true,
      port: 0,
      host: '::1',
      replay: 'game.mob',
    };
    for (let turn = 0; turn < pairs.length; turn++) {
      pairs.push(pairs.shift()!);
      expect(parseArenaOptions(pairs.flat())).toEqual(wanted);
    }
    expect(parseArenaOptions(['-seed', '9223372036854775807']).seed).toBe(2n ** 63n - 1n);
  });

  const bad: [string, string][] = [
    ['-sed 5', 'unknown option -sed; did you mean -seed?'],
    ['--seed 5', 'unknown option --seed; did you mean -seed?'],
    ['-seed=5', 'unknown option -seed=5; did you mean -seed?'],
    ['-movelimit 5', 'unknown option -movelimit; did you mean -moveLimit?'],
    ['-time 5', 'unknown option -time; did you mean -timeInit or -timeMove?'],
    ['-quick', 'unknown option -quick; choose -seed, -moveLimit, '],
    ['seven', 'unknown word "seven"'],
    ['-seed', '-seed needs a value: -seed <seed>'],
    ['-seed 9223372036854775808', '-seed must be a whole number from -9223372036854775808 to 9223372036854775807'],
    ['-seed 1.5', '-seed must be a whole number'],
    ['-moveLimit 0', '-moveLimit must be a whole number from 1 to 2147483647, found "0"'],
    ['-delay -1', '-delay must be a whole number'],
    ['-timeInit 0', '-timeInit must be a number of seconds above 0'],
    ['-timeMove fast', '-timeMove must be a number of seconds above 0 and at most 1000000, found "fast"'],
    ['-size x', '-size must be a whole number'],
    ['-port 65536', '-port must be a whole number from 0 to 65535'],
    ['-console -console', '-console appears twice'],
  ];
  test.each(bad)('are rejected if they are invalid: %s', (args, sentence) => {
    let message = '';
    try {
      parseArenaOptions(args.split(' '));
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.startsWith(sentence), message).toBe(true);
  });
});

describe('the arena program', () => {
  test('shows an example with --help, and exits with 2 for an unknown option', async () => {
    const [help, wrong] = await Promise.all(
      [startLudus('arena', '--help'), startLudus('arena', '-consol')].map((run) => run.ended),
    );
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('Example:\n  ludus arena -seed 7 -console');
    expect(wrong).toEqual({ code: 2, out: '', err: 'ludus: unknown option -consol; did you mean -console?\n' });
  });

  test('prints the same help with --help and ludus help, and rejects -verbose instead of printing the version', async () => {
    for (const command of ['arena', 'player']) {
      const [asked, own, wrong] = await Promise.all(
        [
          ['help', command],
          [command, '--help'],
          [command, '-verbose'],
        ].map((args) => startLudus(...args).ended),
      );
      expect(asked).toEqual(own);
      expect([wrong.code, wrong.out]).toEqual([2, '']);
      expect(wrong.err).toMatch(/^ludus: unknown option -verbose; choose -/);
    }
  });

  test('prints exactly one line with -console, and writes a verifiable replay with -replay', async () => {
    const file = join(folder, 'game.mob');
    const arena = await startArena('-moveLimit', '40', '-console', '-replay', file, '-seed', '-5', '-timeMove', '60');
    const blue = startLudus(
      'player',
      'angrymob/ProfessorRandom',
      '-port',
      `${arena.port}`,
      '-name',
      'Ann',
      '-seed',
      '1',
    );
    const red = startLudus('player', 'angrymob/RandomRunners', '-port', `${arena.port}`, '-seed', '2');
    const result = await arena.ended;
    expect(result.code).toBe(0);
    expect(['Ann\tRandomRunners', 'RandomRunners\tAnn'].map((names) => `draw\tmove-limit\t40\t${names}\n`)).toContain(
      result.out,
    );
    await Promise.all([blue.ended, red.ended]);
    const replay = readFileSync(file, 'utf8');
    expect(replay).toMatch(/^angrymob replay 1\n/);
    expect(replay).toContain('\nseed -5\n');
    expect(replay).toMatch(/\nresult draw move-limit 40\n$/);
    expect(await startLudus('verify', file).ended).toEqual({ code: 0, out: `ok ${file}\n`, err: '' });
  });

  test('reports a fault on standard error with its turn, player, and submove', async () => {
    const arena = await startArena('-console', '-seed', '1', '-timeMove', '60');
    const ann = await RawClient.open(arena.port);
    ann.send('Ann\n\n');
    const ben = await RawClient.open(arena.port);
    ben.send('Ben\n\n0 0 7 9\n');
    await ann.waitForLines(2);
    ann.send('\n');
    const { code, out, err } = await arena.ended;
    expect(code).toBe(0);
    const seat = out.startsWith('0') ? 1 : 0;
    expect(out).toBe(`${1 - seat}\tillegal\t1\t${seat === 1 ? 'Ann\tBen' : 'Ben\tAnn'}\n`);
    const colour = ['blue', 'red'][seat];
    expect(err).toContain(`arena: turn 2: Ben (player ${seat}, ${colour}) made an illegal move: submove 1 (0 0 7 9) `);
  });

  test('uses the same map for the same seed, and prints a seed that it chooses itself', async () => {
    const seen: string[] = [];
    for (const args of [['-seed', '77'], ['-seed', '77'], []]) {
      const arena = await startArena('-console', ...args);
      const clients = [await RawClient.open(arena.port), await RawClient.open(arena.port)];
      for (const client of clients) client.send('Player\n');
      const [size] = await clients[0].waitForLines(1);
      const lines = await clients[0].waitForLines(1 + Number(size.split(' ')[0]));
      // The order in which the two players connected doesn't matter here.
      seen.push(lines.join('\n').replaceAll('B', 'A'));
      for (const client of clients) client.socket.end();
      const { err } = await arena.ended;
      expect(/arena: seed -?\d+\n/.test(err)).toBe(args.length === 0);
    }
    expect(seen[0]).toBe(seen[1]);
  });

  test('reports a port in use as an error, with exit code 2', async () => {
    const arena = await startArena('-console');
    const second = await startLudus('arena', '-console', '-port', `${arena.port}`).ended;
    expect(second.code).toBe(2);
    expect(second.err).toBe(
      `ludus: port ${arena.port} on 127.0.0.1 is in use by another program; choose another port or address with -port or -host\n`,
    );
    arena.child.kill('SIGINT');
    await arena.ended;
  });

  test('reports the state of the game on Ctrl-C, and leaves no partial replay', async () => {
    const idle = await startArena('-console');
    const lonely = await RawClient.open(idle.port);
    lonely.send('Ann\n');
    idle.child.kill('SIGINT');
    const early = await idle.ended;
    expect(early.code).toBe(130);
    expect(early.out).toBe('');
    expect(early.err).toMatch(/arena: stopped by Ctrl-C: no game was played; .* connected\n/);

    const file = join(folder, 'broken-off.mob');
    const arena = await startArena('-console', '-replay', file, '-timeMove', '600');
    const [ann, ben] = [await RawClient.open(arena.port), await RawClient.open(arena.port)];
    ann.send('Ann\n\n\n\n');
    ben.send('Ben\n\n\n\n');
    const rows = Number((await ann.waitForLines(1))[0].split(' ')[0]);
    await Promise.all([ann.waitForLines(rows + 4), ben.waitForLines(rows + 4)]);
    arena.child.kill('SIGINT');
    const late = await arena.ended;
    expect(late.code).toBe(130);
    expect(late.err).toMatch(
      /stopped by Ctrl-C: 3 turns were played, \w+ \(blue\) had 1 units, \w+ \(red\) had 1 units/,
    );
    expect(existsSync(file)).toBe(false);
    await Promise.all([ann.ended, ben.ended]);
  });
});

test('ludus player reports why its move was illegal', async () => {
  const file = join(folder, 'Wild.ts');
  writeFileSync(file, 'export default class Wild { move() { return [{ i: 0, j: 0, k: 0, d: 0 }]; } }');
  const arena = await startArena('-console', '-timeInit', '600');
  const running = [file, 'CamperJoe'].map((player) => startLudus('player', player, '-port', `${arena.port}`));
  const [wild, camper] = await Promise.all(running.map((player) => player.ended));
  expect(wild).toEqual({
    code: 0,
    out: 'ended\t-\t0\n',
    err: 'player: Wild: the move of turn 1 was illegal: submove 1 (0 0 0 0) moves 0 units, and the least is 1\n',
  });
  expect(camper).toEqual({ code: 0, out: 'ended\t-\t0\n', err: '' });
  await arena.ended;
});

test('ludus player reports an unknown bot, and an arena whose game has begun', async () => {
  const unknown = await startLudus('player', 'angrymob/CamperJo').ended;
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain('did you mean CamperJoe?');
  const arena = await startArena('-console', '-timeInit', '600');
  const [ann, ben] = [await RawClient.open(arena.port), await RawClient.open(arena.port)];
  ann.send('Ann\n');
  ben.send('Ben\n');
  await ann.waitForLines(1);
  const third = await startLudus('player', 'angrymob/CamperJoe', '-port', `${arena.port}`).ended;
  expect(third).toEqual({
    code: 1,
    out: '',
    err: 'player: CamperJoe: the arena refused: the game has already begun\n',
  });
  ann.socket.end();
  ben.socket.end();
  await arena.ended;
});

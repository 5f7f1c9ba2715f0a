import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type MobBoard, readMap } from '../rules/board.ts';
import { type MobArenaGame, type MobArenaResult, playMobArena, resultLine } from './play-game.ts';
import { Lobby } from './socket/lobby.ts';
import { RawClient } from './socket/testing.ts';

/** The map of docs/angry-mob.md §6. */
const EXAMPLE = `6 7
. 1 . . # # 2
# 1 1 . 3 . 1
. A . # # . .
. . # # . B .
1 . 3 . 1 1 #
2 # # . . 1 .
`;

function boardOf(text: string, limits: Partial<MobBoard> = {}): MobBoard {
  const map = readMap(text);
  if (!map.ok) throw new Error(map.problem.message);
  // The limits are long, so that no player is late by accident, no matter how busy the machine is.
  return { map: map.value, ...DEFAULT_LIMITS, timeInit: 600, timeMove: 600, ...limits };
}

const lobbies: Lobby[] = [];
const clients: RawClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.destroy();
  for (const lobby of lobbies.splice(0)) await lobby.close();
});

async function openLobby(notices: string[] = []): Promise<Lobby> {
  const opened = await Lobby.open('127.0.0.1', 0, 2, { onNotice: (sentence) => notices.push(sentence) });
  if (!opened.ok) throw new Error(opened.problem.message);
  lobbies.push(opened.value);
  return opened.value;
}

async function join(lobby: Lobby, text: string): Promise<RawClient> {
  const client = await RawClient.open(lobby.port);
  clients.push(client);
  client.send(text);
  return client;
}

/** Connects blue and red with their initial output, and returns the game between them. */
async function table(
  blueSends: string,
  redSends: string,
  board: MobBoard = boardOf(EXAMPLE),
  more: Partial<MobArenaGame> = {},
): Promise<{ blue: RawClient; red: RawClient; lobby: Lobby; over: Promise<MobArenaResult> }> {
  const lobby = await openLobby();
  const blue = await join(lobby, `Blue\n${blueSends}`);
  while (lobby.guests[0] === undefined) await new Promise(setImmediate);
  const red = await join(lobby, `Red\n${redSends}`);
  await lobby.full();
  return { blue, red, lobby, over: playMobArena({ board, guests: lobby.depart()!, ...more }) };
}

const summary = ({ state }: MobArenaResult): string =>
  resultLine(state, ['Blue', 'Red']).split('\t').slice(0, 3).join(' ');

describe('an arena game', () => {
  test('plays the example on the rules page byte for byte', async () => {
    const { blue, red, over } = await table('2 1 1 1\n', '3 5 1 3\n');
    const redMap = EXAMPLE.replace('A', 'x').replace('B', 'A').replace('x', 'B');
    expect((await blue.waitForLines(8)).join('\n')).toBe(`${EXAMPLE}3 5 1 3`);
    expect((await red.waitForLines(8)).join('\n')).toBe(`${redMap}2 1 1 1`);
    blue.send('1 1 1 0 1 1 1 1\n');
    red.send('4 5 2 3\n');
    expect((await blue.waitForLines(9))[8]).toBe('4 5 2 3');
    expect((await red.waitForLines(9))[8]).toBe('1 1 1 0 1 1 1 1');
    blue.socket.end();
    red.socket.end();
    const result = await over;
    expect(summary(result)).toBe('draw both-disconnect 2');
    expect([
      result.state.armies[0].units[1],
      result.state.armies[0].units[9],
      result.state.armies[1].units[40],
    ]).toEqual([2, 2, 3]);
  });

  test('sends the last move, and then closes both connections', async () => {
    const { blue, red, over } = await table('\n\n\n', '3 5 1 1\n2 5 1 3\n\n', boardOf(EXAMPLE, { moveLimit: 3 }));
    expect(summary(await over)).toBe('draw move-limit 3');
    await Promise.all([blue.ended, red.ended]);
    expect(blue.lines.slice(7)).toEqual(['3 5 1 1', '2 5 1 3', '']);
    expect(red.lines.slice(7)).toEqual(['', '', '']);
  });

  test('accepts spaces, tabs, and both line endings, and passes a move on with single spaces', async () => {
    const { blue, red, over } = await table(' \t 2   1\t1 1 \t\r\n', '\t \r\n', boardOf(EXAMPLE, { moveLimit: 1 }));
    await over;
    expect((await red.waitForLines(8))[7]).toBe('2 1 1 1');
    expect((await blue.waitForLines(8))[7]).toBe('');
  });

  test('rejects a move with an additional carriage return before its line ending', async () => {
    const { over } = await table('\r\r\n', '\r\n', boardOf(EXAMPLE, { moveLimit: 1 }));
    expect(summary(await over)).toBe('1 illegal 0');
  });

  test('passes a move on only after both players have moved', async () => {
    const { blue, red, over } = await table('', '', boardOf(EXAMPLE, { moveLimit: 2 }));
    await red.waitForLines(7);
    red.send('\n');
    await blue.waitForLines(7);
    expect(blue.lines.length).toBe(7);
    blue.send('\n');
    await Promise.all([blue.waitForLines(8), red.waitForLines(8)]);
    blue.send('\n');
    red.send('\n');
    expect(summary(await over)).toBe('draw move-limit 2');
  });
});

describe('a player that fails', () => {
  const illegal: [string, string][] = [
    ['0 0 1 0', 'submove 1 (0 0 1 0) starts on (0, 0), where the player has no unit'],
    ['2 1 2 1', 'submove 1 (2 1 2 1) moves 2 units out of (2, 1), where the player has 1'],
    ['2 1 1 1 2 1 1 1', 'submove 2 (2 1 1 1) moves 1 units'],
    ['2 1 0 1', 'the least is 1'],
    ['2 1 1 4', 'direction 4'],
    ['-1 1 1 1', 'outside the map'],
    ['2 1 1', 'groups of four'],
    ['2 1 1 1.0', 'whole numbers'],
    ['2 1 99999999999999999999 1', 'too large'],
    ['pass', 'whole numbers'],
    ['2\xa01\xff1 1', 'whole numbers'],
    ['\0\x01\x02\x03', 'whole numbers'],
  ];
  test.each(illegal)('loses with the illegal move %j', async (line, sentence) => {
    const { over, blue, red } = await table(`${line}\n`, '\n');
    const result = await over;
    expect(summary(result)).toBe('1 illegal 0');
    expect(result.faults[0]).toContain('turn 1: Blue (player 0, blue) made an illegal move: ');
    expect(result.faults[0]).toContain(sentence);
    await Promise.all([blue.ended, red.ended]);
    expect(red.lines.length).toBe(7);
  });

  test('loses with a line longer than 64 KiB, with and without a line ending', async () => {
    const blanks = ' '.repeat(65536);
    for (const text of [`${blanks} \n`, `${blanks}  `]) {
      const { over } = await table('\n\n', `\n${text}`);
      expect(summary(await over)).toBe('0 illegal 1');
    }
    const { over } = await table(`${blanks}\n`, `${blanks}\r\n`, boardOf(EXAMPLE, { moveLimit: 1 }));
    expect(summary(await over)).toBe('draw move-limit 1');
  });

  test('is late if it sends no line ending, and the error message states that reason', async () => {
    const { over } = await table('2 1 1 1', '\n', boardOf(EXAMPLE, { timeInit: 0.05 }));
    const result = await over;
    expect(summary(result)).toBe('1 time 0');
    expect(result.faults).toEqual(['turn 1: Blue (player 0, blue) sent 7 bytes but no line end within 0.05 s']);
  });

  test('is late if it sends nothing in a later turn', async () => {
    const { over } = await table('\n\n\n', '\n\n', boardOf(EXAMPLE, { timeMove: 0.05 }));
    const result = await over;
    expect(summary(result)).toBe('0 time 2');
    expect(result.faults).toEqual(['turn 3: Red (player 1, red) sent no move within 0.05 s']);
  });

  test('plays its remaining moves and receives lines after it half-closes the connection, and is then treated as disconnected', async () => {
    const { blue, over } = await table('\n\n\n', '\n\n\n\n\n');
    blue.socket.end();
    const result = await over;
    expect(summary(result)).toBe('1 disconnect 3');
    expect(result.faults).toEqual(['turn 4: Blue (player 0, blue) closed the connection']);
    await blue.ended;
    expect(blue.lines.length).toBe(7 + 3);
  });

  test('is treated as disconnected if it closes the connection after half a line', async () => {
    const { red, over } = await table('\n', '3 5 1');
    red.socket.end();
    expect(summary(await over)).toBe('0 disconnect 0');
  });

  test('is treated as disconnected if its connection is reset', async () => {
    const { red, over } = await table('\n\n\n', '\n');
    await red.waitForLines(8);
    red.socket.resetAndDestroy();
    const result = await over;
    expect(summary(result)).toBe('0 disconnect 1');
    expect(result.faults[0]).toMatch(/^turn 2: Red \(player 1, red\) (broke|closed) the connection/);
  });

  test('is late if it doesn’t read its lines, even if it has sent all its moves', async () => {
    // Red gathers a crowd next to its base, and then moves it back and forth in single steps, which makes long lines.
    const crowd = '3 5\nA . 30000 . .\n. . . . .\n. . 30000 . B\n';
    const there = '2 2 1 0 '.repeat(8000);
    const back = '2 3 1 2 '.repeat(8000);
    const board = boardOf(crowd, { timeMove: 1.5, moveLimit: 1000 });
    const { blue, red, over } = await table('\n'.repeat(1000), '2 4 1 2\n2 3 1 2\n', board);
    blue.socket.pause();
    const feed = async () => {
      for (let turn = 3; turn <= 1000; turn++) {
        await red.waitForLines(3 + turn);
        if (!red.socket.writable) return;
        red.send(`${turn % 2 === 1 ? there : back}\n`);
      }
    };
    const [result] = await Promise.all([over, Promise.race([feed(), red.ended])]);
    expect(summary(result)).toMatch(/^1 time \d+$/);
    expect(result.faults[0]).toContain('did not read the lines sent to it within 1.5 s');
  });
});

test('each of 40 games with random input ends, and reports every fault once', async () => {
  const random = new Lehmer(7);
  const pieces = [
    '2 1 1 1',
    '3 5 1 3',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '-',
    '\xff',
    '\0',
    '1 1 1 0\n',
    '4294967296',
    'GET / HTTP/1.1',
    '\n\n',
  ];
  const noise = () =>
    Array.from({ length: random.range(0, 12) }, () => pieces[random.range(0, pieces.length - 1)]).join('');
  const reasons = new Set<string>();
  for (let game = 0; game < 40; game++) {
    const { blue, red, over } = await table(noise(), noise(), boardOf(EXAMPLE, { moveLimit: 4 }));
    blue.socket.end(noise(), 'latin1');
    if (random.range(0, 1) === 0) red.socket.end(noise(), 'latin1');
    else red.socket.resetAndDestroy();
    const { state, faults } = await over;
    reasons.add(state.reason ?? '');
    const failed = state.faults.filter((fault) => fault !== undefined).length;
    expect([failed, state.reason === 'move-limit']).toEqual([faults.length, failed === 0]);
    await lobbies.pop()?.close();
  }
  expect(reasons.size).toBeGreaterThan(3);
});

describe('a game in which both players fail in the same turn', () => {
  const late = { timeInit: 0.05 };
  test.each([
    ['both-illegal', 'x\n', '1 2 3\n', false],
    ['both-time', '', '', false],
    ['mixed-fault', 'x\n', '', false],
    ['mixed-fault', '', 'x\n', false],
    ['mixed-fault', 'x\n', '', true],
    ['both-disconnect', '', '', true],
  ])(
    'ends with %s if blue sends %j and red sends %j (red disconnects: %s)',
    async (reason, blueSends, redSends, redCloses) => {
      const { blue, red, over } = await table(blueSends, redSends, boardOf(EXAMPLE, late));
      if (redCloses) red.socket.end();
      if (reason === 'both-disconnect') blue.socket.end();
      const result = await over;
      expect(summary(result)).toBe(`draw ${reason} 0`);
      expect(result.faults.length).toBe(2);
    },
  );

  test('is a draw if one player is late and the other has left', async () => {
    const { red, over } = await table('', '', boardOf(EXAMPLE, late));
    red.socket.end();
    expect(summary(await over)).toBe('draw mixed-fault 0');
  });
});

describe('the lobby', () => {
  test('rejects a third connection with an error, before and during the game', async () => {
    const lobby = await openLobby();
    await join(lobby, 'Ann\n');
    await join(lobby, 'Ben\n');
    await lobby.full();
    const third = await join(lobby, 'Cid\n');
    await third.ended;
    expect(third.received).toBe('error all 2 places are taken\n');
    const over = playMobArena({ board: boardOf(EXAMPLE), guests: lobby.depart()! });
    const fourth = await join(lobby, '');
    await fourth.ended;
    expect(fourth.received).toBe('error the game has already begun\n');
    clients[0].socket.end();
    clients[1].socket.end();
    expect((await over).state.reason).toBe('both-disconnect');
  });

  test('admits two of twenty clients, and sends the other clients an error', async () => {
    const lobby = await openLobby();
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => join(lobby, `P${n}\n`)));
    await lobby.full();
    const seated = lobby.guests.map((guest) => guest?.name);
    const others = crowd.filter((_, n) => !seated.includes(`P${n}`));
    expect(others.length).toBe(18);
    await Promise.all(others.map((client) => client.ended));
    expect(new Set(others.map((client) => client.received))).toEqual(new Set(['error all 2 places are taken\n']));
  });

  test('frees a player’s slot when the player leaves before the start', async () => {
    const notices: string[] = [];
    const lobby = await openLobby(notices);
    const first = await join(lobby, 'Ann\n');
    while (lobby.guests[0] === undefined) await new Promise(setImmediate);
    await join(lobby, 'Ben\n');
    await lobby.full();
    first.socket.end();
    while (lobby.isFull) await new Promise(setImmediate);
    expect(notices).toEqual(['Ann left before the game began']);
    expect(lobby.depart()).toBeUndefined();
    await join(lobby, 'Cid\n');
    await lobby.full();
    expect(lobby.depart()?.map((guest) => guest.name)).toEqual(['Cid', 'Ben']);
  });

  test('doesn’t let silent connections block players, and rejects a browser’s request', async () => {
    const lobby = await openLobby();
    const silent = await Promise.all(Array.from({ length: 60 }, () => join(lobby, '')));
    const browser = await join(lobby, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await browser.ended;
    expect(browser.received).toMatch(/^error this is an arena for bots/);
    // The connections that have waited longest are closed first.
    await Promise.all(silent.slice(0, 10).map((client) => client.ended));
    expect(silent[0].received).toBe('error no name was sent, and other players are waiting\n');
    await join(lobby, 'Ann Lee\n');
    await join(lobby, '<Ben>\n');
    await lobby.full();
    expect(
      lobby
        .depart()
        ?.map((guest) => guest.name)
        .sort(),
    ).toEqual(['Ann_Lee', '_Ben_']);
    await Promise.all(silent.map((client) => client.ended));
    expect(silent[59].received).toBe('error the game has already begun\n');
  });

  test.each([
    ['\n', 'the name is empty'],
    ['  \t\r\n', 'the name is empty'],
    [`${'x'.repeat(33)}\n`, '1 to 32 printable ASCII characters'],
    ['J\xf6rg\n', '1 to 32 printable ASCII characters'],
    ['a\tb\n', '1 to 32 printable ASCII characters'],
    ['x'.repeat(70000), '1 to 32 printable ASCII characters'],
  ])('rejects an invalid name with an error: %j', async (text, sentence) => {
    const lobby = await openLobby();
    const client = await join(lobby, text.slice(0, 100));
    if (text.length > 100) client.send(text.slice(100));
    await client.ended;
    expect(client.received).toMatch(/^error .*\n$/);
    expect(client.received).toContain(sentence);
    expect(lobby.guests).toEqual([undefined, undefined]);
  });

  test('accepts a name of 32 characters that arrives in pieces, with spaces and a carriage return', async () => {
    const lobby = await openLobby();
    const name = `The ${'x'.repeat(24)} One`;
    const client = await join(lobby, name.slice(0, 7));
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.send(`${name.slice(7)}\r\n`);
    while (lobby.guests[0] === undefined) await new Promise(setImmediate);
    expect(lobby.guests[0]?.name).toBe(name.replaceAll(' ', '_'));
  });

  test('reports a port that is in use', async () => {
    const { port } = await openLobby();
    const opened = await Lobby.open('127.0.0.1', port, 2);
    expect(opened).toEqual({
      ok: false,
      problem: { code: 'socket/listen', message: `port ${port} on 127.0.0.1 is in use by another program` },
    });
  });
});

describe('the arena’s clocks', () => {
  test('don’t count a move that arrives in time as late, even if the arena is slow to read the move', async () => {
    const lobby = await openLobby();
    // A separate process that answers every line immediately, so it is active while the arena is blocked.
    const answer =
      'const s = require("net").connect(+process.argv[1], "127.0.0.1", () => s.write("Quick\\n\\n")); let n = -7;' +
      's.on("data", (b) => { for (const c of b) if (c === 10 && ++n > 0) s.write("\\n"); }); s.on("end", () => s.end());';
    const quick = spawn(process.execPath, ['-e', answer, `${lobby.port}`], { stdio: 'ignore' });
    const gone = once(quick, 'exit');
    while (lobby.guests[0] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    await join(lobby, `Early\n${'\n'.repeat(30)}`);
    await lobby.full();
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const { state, faults } = await playMobArena({
      board: boardOf(EXAMPLE, { timeMove: 0.02, moveLimit: 30 }),
      guests: lobby.depart()!,
      // This blocks until long after the limit. When the arena checks again, its timer is due and the answer has
      // arrived.
      onAnswer: () => void Atomics.wait(sleeper, 0, 0, 30),
    });
    expect([state.reason, state.turn, faults]).toEqual(['move-limit', 30, []]);
    await gone;
  });
});

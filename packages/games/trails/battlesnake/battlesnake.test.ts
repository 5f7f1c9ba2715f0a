import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { kit } from '../kit.ts';
import { dialogue, printPosition } from '../rules/dialogue.ts';
import { generateBoard } from '../rules/generator.ts';
import { TrailsState, WALL } from '../rules/state.ts';
import { playSnake } from './ask.ts';
import { positionOf, readRequest, requestFor } from './request.ts';
import { snakeServer } from './serve.ts';

/** A request as described by https://docs.battlesnake.com/api: `rows` from the top; capital letters are heads. */
function asked(rows: readonly string[], ruleset = 'standard') {
  const height = rows.length;
  const cells = (mark: RegExp) =>
    rows.flatMap((row, r) => [...row].flatMap((each, x) => (mark.test(each) ? [{ x, y: height - 1 - r, each }] : [])));
  const snake = (letter: string) => {
    const found = cells(new RegExp(letter, 'i'));
    const head = found.find(({ each }) => each === letter.toUpperCase())!;
    const body = [...found].sort((a, b) => away(a, head) - away(b, head)).map(({ x, y }) => ({ x, y }));
    const rest = { health: 54, latency: '111', shout: '', squad: '', length: body.length, head: body[0] };
    return { id: `snake-${letter}`, name: letter, body, ...rest };
  };
  const letters = [
    ...new Set(
      rows
        .join('')
        .match(/[a-h]/gi)!
        .map((each) => each.toLowerCase()),
    ),
  ].sort();
  const snakes = letters.map(snake);
  return {
    game: { id: 'totally-unique', ruleset: { name: ruleset, version: 'v1.1.15', settings: {} }, timeout: 500 },
    turn: 14,
    board: { height, width: rows[0].length, food: cells(/f/i).map(({ x, y }) => ({ x, y })), hazards: [], snakes },
    you: snakes[0],
  };
}
const away = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

test('a Trails position is converted to a Battlesnake request, and back to the same position', () => {
  const state = new TrailsState(generateBoard(3, 2));
  const trails = Array.from(state.heads, (cell) => [cell]);
  for (let step = 0; step < 2; step++)
    for (const seat of [0, 1]) {
      const cell = state.board.neighbours[4 * state.heads[seat] + state.headings[seat]];
      state.heads[seat] = cell;
      state.cells[cell] = state.cells[trails[seat][0]];
      trails[seat].push(cell);
    }
  state.round = 2;
  const request = requestFor(state, 1, { id: 'm', names: ['A', 'B'], trails, timeoutMs: 500 });
  expect(request.you).toMatchObject({ id: 'm-1', name: 'B', length: 3 });
  expect(request.board.hazards).toHaveLength(state.cells.filter((cell) => cell === WALL).length);
  const read = readRequest(JSON.parse(JSON.stringify(request)));
  if (typeof read === 'string') throw new Error(read);
  const back = positionOf(read);
  // The snake that is asked has seat 0.
  expect([...back.state.heads]).toEqual([state.heads[1], state.heads[0]]);
  expect([...back.state.headings]).toEqual([state.headings[1], state.headings[0]]);
  const swapped = Array.from(state.cells, (cell) => (cell < 2 ? cell : 5 - cell));
  expect([...back.state.cells]).toEqual(swapped);
});

test('the trail of an eliminated player becomes hazards, and the player’s snake is omitted', () => {
  const state = new TrailsState(generateBoard(3, 2));
  const trails = Array.from(state.heads, (cell) => [cell]);
  const walls = state.cells.filter((cell) => cell === WALL).length;
  state.endedIn[0] = 1;
  const { board } = requestFor(state, 1, { id: 'm', names: ['A', 'B'], trails, timeoutMs: 500 });
  expect(board.snakes.map(({ name }) => name)).toEqual(['B']);
  expect(board.hazards).toHaveLength(walls + 1);
  const { columns, rows } = state.board;
  const [cell] = trails[0];
  expect(board.hazards).toContainEqual({ x: cell % columns, y: rows - 1 - Math.floor(cell / columns) });
});

/** Plays three rounds of a match, and returns the moves and the log. */
async function askedMoves(address: string) {
  const state = new TrailsState(generateBoard(3, 2));
  let text = dialogue.introduction(state.board, state, 0, ['A', 'B']);
  for (let round = 0; round < 3; round++) text += printPosition(Object.assign(state, { round }));
  const lines = text.split('\n').slice(0, -1);
  const moves: string[] = [];
  const log: string[] = [];
  const next = async () => lines.shift();
  await playSnake(next, { address, timeoutMs: 60_000, say: (move) => moves.push(move), log: (line) => log.push(line) });
  return { moves, log };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a snake whose server is down moves straight ahead, and its log reports the server once', async () => {
  const server = createServer();
  const address = await listening(server);
  await new Promise((closed) => void server.close(closed));
  const { moves, log } = await askedMoves(address);
  expect(moves).toEqual(['ahead\n', 'ahead\n', 'ahead\n']);
  expect(log).toEqual([`${address} did not answer (ECONNREFUSED): the snake goes straight on`]);
});

test.each([
  [500, '{"move":"up"}', ['/start', '/move', '/end'].map((path) => `URL${path} answered with status 500`)],
  [200, 'up', ['/move must answer with a move (up, right, down, left), not up']],
  [200, 'null', ['/move must answer with a move (up, right, down, left), not null']],
])('a snake moves straight ahead if its server responds with %i %s', async (status, answer, sentences) => {
  const server = createServer((_, response) => response.writeHead(status).end(answer));
  const address = await listening(server);
  onTestFinished(() => void server.close());
  const { moves, log } = await askedMoves(address);
  expect(moves).toEqual(['ahead\n', 'ahead\n', 'ahead\n']);
  expect(log).toEqual(sentences.map((sentence) => sentence.replace('URL', address)));
});

async function served(name: string) {
  const player = kit.players.find((each) => each.name === name)!;
  const server = snakeServer(name, () => player.open());
  const address = await listening(server);
  onTestFinished(() => void server.close());
  return async (path: string, body?: unknown) => {
    const response = await fetch(`${address}${path}`, {
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

test('a bot served as a snake describes itself, and takes the only way out', async () => {
  const ask = await served('Mole');
  expect(await ask('/')).toMatchObject({ status: 200, body: { apiversion: '1' } });
  const corner = asked(['Aab', '..B', '...']);
  expect(await ask('/start', corner)).toEqual({ status: 200, body: {} });
  expect(await ask('/move', corner)).toEqual({ status: 200, body: { move: 'down' } });
  expect((await ask('/move', asked(['..Aa', '..bB', '....']))).body).toEqual({ move: 'left' });
  expect(await ask('/end', corner)).toEqual({ status: 200, body: {} });
});

test('a snake can cross the edge of a board that wraps around', async () => {
  const ask = await served('Null');
  const mole = await served('Mole');
  // Only the direction across the left edge is free.
  const rows = ['b....', 'Aa...', 'bB...'];
  expect((await mole('/move', asked(rows, 'wrapped'))).body).toEqual({ move: 'left' });
  expect(['up', 'down', 'left', 'right']).toContain((await ask('/move', asked(rows))).body.move);
});

test('a bot served as a snake moves both alone and among eight snakes', async () => {
  const ask = await served('Moth');
  expect((await ask('/move', asked(['...', '.A.', '...']))).body.move).toMatch(/^(?:up|down|left|right)$/);
  expect((await ask('/move', asked(['A.B.C.D', '.......', 'E.F.G.H']))).body.move).toMatch(/^(?:down|left|right)$/);
});

test('an invalid request gets an error response', async () => {
  const ask = await served('Null');
  const right = asked(['A.B', '...', '...']);
  expect(await ask('/move', 'x')).toEqual({ status: 400, body: { error: '`turn` must be a whole number' } });
  expect((await ask('/move', { ...right, board: { ...right.board, width: 1e9 } })).status).toBe(400);
  expect((await ask('/move', { ...right, you: { id: 'a', body: [] } })).body.error).toContain('`you` must be a snake');
  expect((await ask('/other', {})).status).toBe(404);
});

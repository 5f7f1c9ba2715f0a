import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { IS_LONG_RUN } from '../tools/long-run.ts';

const LUDUS = fileURLToPath(new URL('../packages/cli/bin/ludus.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ludus-battlesnake-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Cell {
  readonly x: number;
  readonly y: number;
}
interface MoveRequest {
  readonly turn: number;
  readonly board: {
    readonly width: number;
    readonly height: number;
    readonly hazards: readonly Cell[];
    readonly snakes: readonly { readonly body: readonly Cell[] }[];
  };
  readonly you: { readonly head: Cell; readonly body: readonly Cell[] };
}

const STEPS: Readonly<Record<string, Cell>> = {
  up: { x: 0, y: 1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: -1 },
  left: { x: -1, y: 0 },
};

/** A snake that uses only the Battlesnake API. It goes to the first free cell. */
function careful({ board, you }: MoveRequest): string {
  const taken = new Set([...board.hazards, ...board.snakes.flatMap(({ body }) => body)].map(({ x, y }) => `${x} ${y}`));
  const free = Object.keys(STEPS).find((name) => {
    const x = (you.head.x + STEPS[name].x + board.width) % board.width;
    const y = (you.head.y + STEPS[name].y + board.height) % board.height;
    return !taken.has(`${x} ${y}`);
  });
  return free ?? 'up';
}

/** A Battlesnake server that records the requested paths. */
async function snake(move: (asked: MoveRequest) => string) {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    paths.push(request.url!);
    const asked: MoveRequest = JSON.parse(Buffer.concat(chunks).toString());
    response.end(request.url === '/move' ? JSON.stringify({ move: move(asked) }) : '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
}

/**
 * Plays a match against a built-in bot on the board `pillars`. The command runs asynchronously, so that the server in
 * this process can answer.
 */
async function match(address: string, other: string) {
  const bot = `cmd:${process.execPath} ${LUDUS} battlesnake ask ${address} --timeout 60000`;
  const args = [LUDUS, 'match', bot, other, '-i', 'pillars', '--patience', '120', '--json', '-o', 'm.trails'];
  const child = spawn(process.execPath, args, { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, out, err };
}

test('a Battlesnake server plays a complete match of Trails, and beats Null', async () => {
  const { address, paths } = await snake(careful);
  const { status, out, err } = await match(address, 'Null');
  expect(status, err).toBe(0);
  const { scores, verdicts, rounds } = JSON.parse(out);
  expect(verdicts).toEqual([]);
  expect(scores[0]).toBeGreaterThan(scores[1]);
  expect(paths[0]).toBe('/start');
  expect(paths.filter((path) => path === '/move')).toHaveLength(rounds);
  expect(paths.at(-1)).toBe('/end');
  expect(spawnSync(process.execPath, [LUDUS, 'verify', 'm.trails'], { cwd: folder }).status).toBe(0);
});

if (IS_LONG_RUN)
  test('a snake that sends invalid answers moves straight ahead, like Null', async () => {
    const { address } = await snake(() => 'sideways');
    const { out } = await match(address, 'Null');
    expect(JSON.parse(out)).toMatchObject({ verdicts: [] });
    expect(readFileSync(join(folder, 'm.trails'), 'utf8')).toContain('ahead;ahead');
  });

if (IS_LONG_RUN)
  test('a bot served by ludus battlesnake serve beats Null through ludus battlesnake ask', async () => {
    const server = spawn(process.execPath, [LUDUS, 'battlesnake', 'serve', 'Mole', '--port', '0'], { cwd: folder });
    onTestFinished(() => void server.kill());
    const address = await new Promise<string>((resolve) =>
      createInterface({ input: server.stdout }).once('line', (line) => resolve(line.split(' ').at(-1)!)),
    );
    const { out, err } = await match(address, 'Null');
    const { scores, verdicts } = JSON.parse(out);
    expect(verdicts, err).toEqual([]);
    expect(scores[0]).toBeGreaterThan(scores[1]);
  });

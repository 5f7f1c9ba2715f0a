import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBoard } from '@ludus/cli/boards.ts';
import { contextOf } from '@ludus/cli/context.ts';
import { boardFiles, gameNamed, kitOf, sampleFile } from '@ludus/cli/games.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { ourEngine, readScript } from '@ludus/runtime/kinds.ts';
import { type Script, ScriptRunner } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '@ludus/runtime/parts.ts';
import { bundledPlayer } from '@ludus/runtime/testing.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { median } from './median.ts';
import { interpretersBench } from './players-interpreters.ts';

/** Built-in players in order of increasing cost: game, name, file, and export. */
const PLAYERS = [
  ['madmax', 'Demo', 'cylinder/players/demo.ts', 'demo'],
  ['madmax', 'Dummy', 'cylinder/players/dummy.ts', 'dummy'],
  ['madmax', 'Nux', 'madmax/players/nux.ts', 'Nux'],
  ['angrymob', 'GravityGoers', 'angrymob/players/gravity-goers.ts', 'GravityGoers'],
  ['angrymob', 'Warlord', 'angrymob/players/warlord.ts', 'Warlord'],
] as const;

/** Examples of the work that is possible with one second of fuel. Each is a body that runs `n` times. */
const PIECES = [
  ['turns of an empty loop', ''],
  ['additions of whole numbers', 's = (s + n) | 0;'],
  ['additions of fractions', 'f = f * 0.5 + 1.25;'],
  ['elements read from an Int32Array', 's = numbers[n & 1023];'],
  ['elements read from an array of objects', 's = objects[n & 1023].x;'],
  ['calls of a function', 's = one(s);'],
  ['calls of a method', 's = thing.get();'],
  ['objects created', 'o = { x: n, y: s };'],
  ['arrays of four created by map', 'o = four.map((v) => v + 1);'],
  ['entries read from a Map', 's = map.get(n & 1023);'],
] as const;
const PIECE_HEAD = `const numbers = new Int32Array(1024), objects = Array.from({ length: 1024 }, (_, x) => ({ x }));
const map = new Map(objects.map(({ x }) => [x, x])), one = (v) => v, four = [1, 2, 3, 4];
const thing = { v: 1, get() { return this.v; } };
let s = 0, f = 0, o;
`;
const PIECE_TURNS = 200_000;

/**
 * Prints the cost of a TypeScript player under fuel, compared with its cost in the referee's process and in other
 * engines. Also prints the work that is possible with one second of fuel.
 */
export async function scriptsBench(runs: number): Promise<void> {
  say('TypeScript under fuel');
  await measurePlayers(runs);
  await measurePieces();
  await interpretersBench(runs);
}

async function measurePlayers(runs: number): Promise<void> {
  const engine = await ourEngine(DEFAULT_MEMORY_BYTES);
  say(`medians of ${runs} runs; CPU time of the player in seat 0 only, including its start`);
  for (const [id, name, file, exported] of PLAYERS) {
    const kit = kitOf(gameNamed(id));
    const { guest } = await contextOf(kit.game, { budget: 'fuel', folder: '.' });
    const script = await bundledPlayer(id, sampleFile(kit.game, file), exported, guest!);
    const own = kit.players.find((player) => player.name === name)!;
    const here: number[] = [];
    const there: number[] = [];
    const replays = new Set<string>();
    let rounds = 0;
    let fuel = 0;
    // The first run of each method is for warm-up.
    for (let run = 0; run <= runs; run++) {
      const scripted = new ScriptRunner(kit.game, kit.image, engine, script);
      for (const [runner, times] of run % 2 === 0
        ? ([
            [own.open(), here],
            [scripted, there],
          ] as const)
        : ([
            [scripted, there],
            [own.open(), here],
          ] as const)) {
        const result = await timed(kit, runner);
        replays.add(result.replay);
        rounds = result.rounds;
        if (run > 0) times.push(result.ms / rounds);
      }
      fuel = Number(scripted.fuelUsed()) / FUEL_PER_SECOND;
    }
    const [a, b] = [median(here), median(there)];
    say(
      `  ${`${kit.game.title}, ${name}`.padEnd(24)} in process ${us(a)} µs per round, QuickJS ${us(b)}: ${a > 0 ? (b / a).toFixed(0).padStart(3) : '  ?'} times; ` +
        `fuel for ${rounds} rounds ${fuel.toFixed(3)} s${replays.size === 1 ? '; the same replay' : '; THE REPLAYS DIFFER'}`,
    );
  }
}

/** Plays one match of a player in seat 0 against the game's sparring partners. */
async function timed(kit: AnyKit, runner: AnyRunner) {
  const { game } = kit;
  const files = boardFiles(game);
  const board = game.generateBoard?.(3) ?? loadBoard([...files.values()][0], [game]).board;
  const sparring = kit.players.find(({ name }) => name === kit.partners.sparring)!;
  let ms = 0;
  const clocked =
    <A extends unknown[], T>(call: (...args: A) => T) =>
    (...args: A): T => {
      const before = cpuMs();
      try {
        return call(...args);
      } finally {
        ms += cpuMs() - before;
      }
    };
  const watched: AnyRunner = {
    ...forwardingRunner(runner),
    name: 'Player',
    start: clocked((...args) => runner.start?.(...args)),
    play: clocked((...args) => runner.play(...args)),
  };
  const others = Array.from({ length: game.seatsOf(board) - 1 }, () => sparring.open());
  const replay: string[] = [];
  const { rounds } = await playMatch({
    game,
    board,
    seed: 5,
    runners: [watched, ...others],
    record: (text) => replay.push(text),
  });
  return { ms, rounds, replay: replay.join('') };
}

async function measurePieces(): Promise<void> {
  say('one second of fuel is enough for about');
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const empty = await fuelOf(folder, '');
    for (const [name, body] of PIECES) {
      const fuel = (await fuelOf(folder, body)) - (body === '' ? 0 : empty);
      say(`  ${`${(((PIECE_TURNS / fuel) * FUEL_PER_SECOND) / 1e6).toFixed(1)}`.padStart(6)} million ${name}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fuel of a body that runs PIECE_TURNS times. */
async function fuelOf(folder: string, body: string): Promise<number> {
  const kit = kitOf(gameNamed('madmax'));
  const { guest } = await contextOf(kit.game, { budget: 'fuel', folder: '.' });
  const file = join(folder, 'piece.js');
  const loop = (turns: number) => `for (let n = 0; n < ${turns}; n++) { ${body} }`;
  const fuels: number[] = [];
  for (const turns of [0, PIECE_TURNS]) {
    writeFileSync(file, `${PIECE_HEAD}export default (game) => { if (game.round === 0) ${loop(turns)} };\n`);
    const script: Script = await readScript(file, 'madmax', guest!);
    const runner = new ScriptRunner(kit.game, kit.image, await ourEngine(DEFAULT_MEMORY_BYTES), script);
    await timed(kit, runner);
    fuels.push(Number(runner.fuelUsed()));
  }
  return fuels[1] - fuels[0];
}

/** CPU time of this thread in milliseconds, which excludes other work on the machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const us = (ms: number): string => (1000 * ms).toFixed(0).padStart(6);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

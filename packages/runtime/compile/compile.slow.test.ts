import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextOf, cppGames } from '@ludus/cli/context.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { goldenDemos } from 'ludus/conformance/testing.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { trails } from 'ludus/trails/rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { cppKind } from '../cpp-kinds.ts';
import { PLAYER_KINDS } from '../kinds.ts';
import type { ResolveContext } from '../resolve.ts';
import { listPlayers, resolvePlayer } from '../resolve.ts';
import { clearProcessFolders } from '../sandbox/process-folder.ts';
import { bestSandboxLevel } from '../sandbox/sandbox-levels.ts';
import { gameOf, readSource } from './source.ts';
import { nativeCompiler, systemWasmCompiler, yowaspIsThere } from './toolchain.ts';
import { buildWasm } from './wasm.ts';

const GAMES = { madmax, starwar };
type GameId = keyof typeof GAMES;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const fixture = (game: GameId, name: string) => path(`../../games/${game}/sdk/fixtures/AI${name}.cc`);
const sample = (game: GameId, name: string) => path(`../../games/${game}/players/cpp/AI${name}.cc`);
const boardText = (game: GameId) => readFileSync(path(`../../games/${game}/boards/default.cnf`), 'utf8');

const native = nativeCompiler() !== undefined;
const wasm = systemWasmCompiler() !== undefined;
if (process.env.CI === 'true' && !(native && wasm))
  throw new Error('C++ players cannot be compiled: install g++, clang, lld, wasi-libc and libc++ for wasm32');

async function play(game: GameId, players: readonly string[], options: Partial<ResolveContext> = {}, seed = 1) {
  const context = await contextOf(GAMES[game], { budget: 'none', folder: '/', ...options });
  const log: string[] = [];
  const runners = [];
  for (const name of players) {
    const source = await resolvePlayer(name, PLAYER_KINDS, context);
    runners.push(await source.open({ log: (text) => log.push(text), draw() {} }));
  }
  const board = GAMES[game].readBoard(boardText(game));
  if (!board.ok) throw new Error(board.problem.message);
  const replay: string[] = [];
  const { verdicts, outcome } = await playMatch({
    game: GAMES[game],
    board: board.value as never,
    seed,
    runners,
    limited: context.budget !== 'none',
    record: (text) => replay.push(text),
  });
  return { replay: replay.join(''), verdicts, log: log.join('\n'), scores: outcome.scores };
}

async function wasmOf(game: GameId, file: string): Promise<Uint8Array> {
  const { cpp } = await contextOf(GAMES[game], { budget: 'fuel', folder: '/' });
  return readFileSync(await buildWasm(readSource(file, cpp!.sdk), cpp!));
}

const TARGETS = [...(native ? (['native'] as const) : []), ...(wasm ? (['wasm'] as const) : [])];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-build-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  clearProcessFolders();
});

describe.each(TARGETS)('the target %s (skipped unless g++ or clang for wasm32 is installed)', (target) => {
  test.each(['madmax', 'starwar'] as const)(
    'makes four C++ Demos play the same match as the built-in Demos in %s',
    async (game) => {
      const demo = sample(game, 'Demo');
      const { replay } = await play(game, [demo, demo, demo, demo], { target });
      expect(replay).toBe((await play(game, ['Demo', 'Demo', 'Demo', 'Demo'])).replay);
      expect(replay).toBe(goldenDemos(game));
    },
  );

  test('logs a player’s warnings, and keeps the player’s attributes between rounds', async () => {
    const old = fixture('madmax', 'OldStyle');
    const { log, verdicts, replay } = await play('madmax', [old, 'Demo', 'Demo', 'Demo'], { target });
    expect(verdicts).toEqual([]);
    expect(log).toMatch(/warning: move of 0 ignored, the unit already has an instruction/);
    expect(log).toMatch(/warning: shoot of -1 ignored, there is no such unit/);
    expect(log).toMatch(/warning: move of 2 ignored, the unit is another player's/);
    expect(log).toMatch(/round 250 of 300/);
    expect(replay).toMatch(/^names OldStyle Demo Demo Demo$/m);
  });

  if (IS_LONG_RUN)
    test('ignores the original headers next to a player, and includes the player’s own headers', async () => {
      const file = join(folder, `AIBeside${target}.cc`);
      writeFileSync(join(folder, 'Player.hh'), '#error the originals’ header\n');
      writeFileSync(join(folder, 'Utils.hh'), '#error the originals’ header\n');
      mkdirSync(join(folder, 'mine'), { recursive: true });
      writeFileSync(join(folder, 'mine/names.hh'), '#include "more.hh"\n');
      writeFileSync(join(folder, 'mine/more.hh'), `#define PLAYER_NAME Beside\n`);
      const demo = readFileSync(sample('madmax', 'Demo'), 'utf8').replace(
        '#define PLAYER_NAME Demo',
        '#include "Utils.hh"\n#include "mine/names.hh"',
      );
      writeFileSync(file, demo);
      const { replay } = await play('madmax', [file, 'Null', 'Null', 'Null'], { target });
      expect(replay).toMatch(/^names Beside Null Null Null$/m);
    });

  // For a rejected source file, every attempt is made, which takes a long time. A quick run tests this only natively.
  if (target === 'native' || IS_LONG_RUN) {
    test('reports why a file doesn’t compile, with the file and the line', async () => {
      const file = join(folder, 'AIBroken.cc');
      writeFileSync(file, '#include "Player.hh"\n#define PLAYER_NAME Broken\nint f() { return nothing; }\n');
      await expect(play('madmax', [file], { target })).rejects.toThrow(
        /AIBroken\.cc does not compile:\nAIBroken\.cc:3:18: error: .*nothing/,
      );
      writeFileSync(file, '#include "Player.hh"\n');
      await expect(play('madmax', [file], { target })).rejects.toThrow(/does not register a player/);
      await expect(play('madmax', [sample('starwar', 'Demo')], { target })).rejects.toThrow(
        /does not compile for Mad Max; it looks like a bot for Star War/,
      );
      const withoutHeaders = await contextOf(trails, { budget: 'none', folder: '/', target });
      await expect(resolvePlayer(sample('starwar', 'Demo'), PLAYER_KINDS, withoutHeaders)).rejects.toThrow(
        /does not compile for Trails; it looks like a bot for Star War/,
      );
    });

    test('compiles a player whose identifiers are GNU keywords, as the original programs did', async () => {
      const file = join(folder, `AIWord${target}.cc`);
      const demo = readFileSync(sample('madmax', 'Demo'), 'utf8');
      writeFileSync(file, demo.replace(/virtual void play\s*\(/, 'int typeof(int linux) { return linux; }\n  $&'));
      const { replay } = await play('madmax', [file, 'Demo', 'Demo', 'Demo'], { target });
      expect(replay).toBe(goldenDemos('madmax'));
    });
  }
});

describe.skipIf(!(native && wasm))('the native and WebAssembly targets', () => {
  const matches = [
    ['madmax', ['OldStyle', 'Modern', 'Modern', 'OldStyle']],
    ['madmax', ['Thrower', 'Demo', 'Demo', 'Demo']],
    ['madmax', ['Shared', 'Demo', 'Modern', 'Demo']],
    ['madmax', ['Habits', 'Demo', 'Demo', 'Demo']],
    ['madmax', ['Loose', 'Demo', 'Loose', 'Demo']],
    ['madmax', ['Tables', 'Demo', 'Demo', 'Demo']],
    ['starwar', ['Hunter', 'Ties', 'Zoo', 'Demo']],
  ] as const;
  // Each case compiles its bots twice, which takes ten seconds. A quick run covers old and new C++, and exceptions.
  test.each(matches.slice(0, IS_LONG_RUN ? matches.length : 2))(
    'play the same match of %s with %j',
    async (game, names) => {
      const players = names.map((name) => (name === 'Demo' ? name : fixture(game, name)));
      const here = await play(game, players, { target: 'native' }, 7);
      expect(here.verdicts).toEqual([]);
      const there = await play(game, players, { target: 'wasm' }, 7);
      expect(there.replay).toBe(here.replay);
      expect(there.log).toBe(here.log);
    },
  );

  test('let players from the same file share globals in a native build, as the original programs did', async () => {
    const shared = fixture('madmax', 'Shared');
    const { replay, verdicts } = await play('madmax', [shared, shared, 'Null', shared], { target: 'native' });
    expect(verdicts).toEqual([]);
    const alone = await play('madmax', [shared, 'Null', 'Null', 'Null'], { target: 'native' });
    // The first seat's first instruction in this match is the same as when the player plays alone. The second seat's
    // first instruction differs.
    expect(replay.slice(0, 5000)).not.toBe(alone.replay.slice(0, 5000));
  });
});

describe.skipIf(!wasm)('modules', () => {
  test('play without their source and under the bot’s name, but are rejected in any other game', async () => {
    const module = await wasmOf('starwar', fixture('starwar', 'Hunter'));
    const file = join(folder, 'x.wasm');
    writeFileSync(file, module);
    const { replay } = await play('starwar', [file, 'Demo', 'Demo', 'Demo'], { budget: 'fuel' });
    expect(replay).toMatch(/^names Hunter Demo/m);
    expect(replay).toMatch(/^secgame\s+1$/m);
    expect(Number(/^0\t\d+\t([\d.e-]+)$/m.exec(replay.slice(-200))?.[1])).toBeGreaterThan(0.001);
    await expect(play('madmax', [file])).rejects.toThrow(/is a bot for Star War, but this is a match of Mad Max/);
    await expect(play('starwar', [file], { budget: 'cpu' })).rejects.toThrow(/use --budget fuel$/);
    writeFileSync(file, module.subarray(0, 5000));
    await expect(play('starwar', [file])).rejects.toThrow(/can’t be a bot: it isn’t a valid WebAssembly module/);
  });
});

// In a long run, the playground's tests compile with npm's clang in a page.
test.skipIf(!yowaspIsThere())(
  'clang from npm also compiles to WebAssembly (skipped unless @yowasp/clang is installed)',
  async () => {
    const { LUDUS_WASM_CXX } = process.env;
    process.env.LUDUS_WASM_CXX = 'yowasp';
    try {
      const thrower = fixture('madmax', 'Thrower');
      const { replay, verdicts } = await play('madmax', [thrower, 'Demo', 'Demo', 'Demo'], { target: 'wasm' }, 7);
      expect(verdicts).toEqual([]);
      if (native)
        expect(replay).toBe((await play('madmax', [thrower, 'Demo', 'Demo', 'Demo'], { target: 'native' }, 7)).replay);
    } finally {
      if (LUDUS_WASM_CXX === undefined) delete process.env.LUDUS_WASM_CXX;
      else process.env.LUDUS_WASM_CXX = LUDUS_WASM_CXX;
    }
  },
  300_000,
);

const level = bestSandboxLevel();
test.skipIf(!native || !level)(
  'a source in a sandbox can’t read the machine’s files (skipped unless bubblewrap is installed)',
  async () => {
    const file = join(folder, 'AISpy.cc');
    writeFileSync(file, '#include "Player.hh"\n#include "/etc/passwd"\n');
    await expect(play('madmax', [file], { limits: { sandbox: level! } })).rejects.toThrow(
      /AISpy\.cc includes \/etc\/passwd, which is outside its folder/,
    );
    // The compiler cannot open a file whose name is computed.
    writeFileSync(file, '#include "Player.hh"\n#define WHAT </etc/passwd>\n#include WHAT\n');
    await expect(play('madmax', [file], { limits: { sandbox: level! } })).rejects.toThrow(
      /passwd: No such file or directory/,
    );
    const demo = join(folder, 'AIDemo.cc');
    writeFileSync(demo, `${readFileSync(sample('madmax', 'Demo'), 'utf8')}\n// compiled anew\n`);
    const { replay } = await play('madmax', [demo, 'Null', 'Null', 'Null'], { limits: { sandbox: level! } });
    expect(replay).toBe((await play('madmax', ['Demo', 'Null', 'Null', 'Null'])).replay);
  },
);

test('a bare name refers to AI<name>.cc, which is also listed as a player', async () => {
  const own = mkdtempSync(join(folder, 'list-'));
  copyFileSync(sample('madmax', 'Null'), join(own, 'AIMine.cc'));
  const context = await contextOf(madmax, { budget: 'none', folder: own });
  expect(cppKind.accepts('Mine', context)).toBe(true);
  expect(cppKind.accepts('Other', context)).toBe(false);
  expect(listPlayers([cppKind], context).map(({ name }) => name)).toEqual(['Mine']);
});

test('gameOf recognises a source’s game by the words in the source, unless the words fit several games', async () => {
  const games = await cppGames();
  const told = (file: string) => gameOf(readSource(file, games[0].sdk), games)?.id;
  expect(told(sample('madmax', 'Demo'))).toBe('madmax');
  expect(told(sample('starwar', 'Demo'))).toBe('starwar');
  expect(told(sample('starwar', 'Null'))).toBeUndefined();
});

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contextOf } from '@ludus/cli/context.ts';
import type { Fault } from '@ludus/game/game.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { buildNative, buildWasm, nativeCompiler, readSource, systemWasmCompiler } from '@ludus/runtime/compile.ts';
import { loadProgram, WasmRunner } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { descendants } from '@ludus/runtime/sandbox.ts';
import { NativeHost, NativeRunner } from '@ludus/runtime/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { describe, expect, test } from 'vitest';

const PLAYER = fileURLToPath(new URL('./AIFaulty.cc', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../packages/games/starwar/players/cpp/AIDemo.cc', import.meta.url));
const boardText = readFileSync(new URL('../../../packages/games/starwar/boards/default.cnf', import.meta.url), 'utf8');
const SEAT = 2;
const { cpp, image } = await contextOf(starwar, { budget: 'none', folder: '/' });

/**
 * The player's action, by the number of rounds, with the resulting message. If there is no fault, the message is the
 * content of the player's log.
 */
interface Case {
  readonly rounds: number;
  readonly what: string;
  readonly native?: readonly [Fault | undefined, RegExp];
  readonly wasm?: readonly [Fault | undefined, RegExp];
}
const both = (rounds: number, what: string, fault: Fault | undefined, native: RegExp, wasm = native): Case => ({
  rounds,
  what,
  native: [fault, native],
  wasm: [fault, wasm],
});
const CASES: readonly Case[] = [
  both(11, 'loops forever', 'time', /used up its budget of 0.2 s of CPU time/, /used up its budget of 0.1 s of fuel/),
  both(12, 'calls itself forever', 'crash', /recursed too deeply/),
  {
    rounds: 13,
    what: 'allocates all memory',
    native: ['memory', /memory/],
    wasm: ['memory', /more memory than it may use/],
  },
  both(14, 'exits', 'crash', /called exit\(5\)/),
  both(15, 'aborts', 'crash', /crashed in round 3: an abort/),
  both(16, 'fails an assertion', 'crash', /failed an assertion in round 3: round\(\) == 0/),
  both(17, 'fails my_assert', 'crash', /called exit\(1\)/),
  both(18, 'divides by zero', 'crash', /division by zero/),
  both(19, 'traps', 'crash', /crashed in round 3: a trap/),
  both(20, 'writes a long log', undefined, /^x{1000}/),
  both(21, 'logs lines that look like answers', undefined, /1 crashed/),
  both(22, 'reads standard input', undefined, /nothing to read/),
  { rounds: 23, what: 'opens files', wasm: [undefined, /no file/] },
  { rounds: 24, what: 'reads the environment and the time', wasm: [undefined, /no environment 0/] },
  both(26, 'reads its remaining budget at every step', undefined, /^some is left/),
  {
    rounds: 27,
    what: 'writes to every open file',
    native: ['protocol', /an invalid answer/],
  },
  { rounds: 28, what: 'closes every open file', native: ['disconnect', /ended before the match was over/] },
  { rounds: 29, what: 'kills its parent process', native: ['crash', /was killed by signal SIGKILL/] },
  { rounds: 30, what: 'leaves a process behind', native: [undefined, /^$/] },
  { rounds: 31, what: 'sleeps for a moment', native: [undefined, /^$/] },
  { rounds: 33, what: 'exits without a message', native: ['crash', /ended with exit status 3/] },
  both(25, 'writes through an invalid pointer', 'crash', /a segmentation fault/, /out of bounds/),
];

async function verdictOf(open: (log: (text: string) => void) => AnyRunner, rounds: number) {
  const board = starwar.readBoard(boardText.replace(/nb_rnds\s+\d+/, `nb_rnds ${rounds}`));
  if (!board.ok) throw new Error(board.problem.message);
  const log: string[] = [];
  const runners = await Promise.all(
    [0, 1, 2, 3].map((seat) =>
      seat === SEAT ? open((text) => log.push(text)) : builtinPlayer('starwar', 'Demo').open(),
    ),
  );
  const { verdicts } = await playMatch({ game: starwar, board: board.value, seed: 2, runners, limited: true });
  return { verdicts, log: log.join('\n') };
}

function check(
  { verdicts, log }: Awaited<ReturnType<typeof verdictOf>>,
  expected: readonly [Fault | undefined, RegExp],
) {
  const [fault, says] = expected;
  if (fault === undefined) {
    expect(verdicts).toEqual([]);
    expect(log).toMatch(says);
  } else {
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatchObject({ seat: SEAT, round: 3, fault });
    expect(verdicts[0].sentence).toMatch(says);
  }
}

const CI = process.env.CI === 'true';
if (CI && !nativeCompiler()) throw new Error('there is no C++ compiler: install g++');
if (CI && !systemWasmCompiler())
  throw new Error('nothing compiles to WebAssembly: install clang, lld, wasi-libc, libc++ for wasm32');

describe.skipIf(!nativeCompiler())('native C++ players (skipped unless g++ or clang++ is installed)', () => {
  for (const { rounds, what, native } of CASES) {
    if (!native) continue;
    test(`get the expected verdict or log if a player ${what}`, async () => {
      const build = await buildNative(readSource(PLAYER, cpp!.sdk), cpp!);
      // On some machines, new pages of memory cost a lot of time.
      const cpuMs = native[0] === 'memory' ? 5000 : 200;
      const session = {
        folder: '/',
        session: { cpu: { cpuMs, per: 'match' as const, startMs: 2000 }, memoryBytes: 200 * 2 ** 20 },
      };
      check(
        await verdictOf((log) => new NativeRunner('Faulty', image!, build, { session, shared: false, log }), rounds),
        native,
      );
    });
  }

  const session = { folder: '/' };
  const boardOf = (rounds: number) => {
    const read = starwar.readBoard(boardText.replace(/nb_rnds\s+\d+/, `nb_rnds ${rounds}`));
    if (!read.ok) throw new Error(read.problem.message);
    return read.value;
  };
  const faulty = async () => await buildNative(readSource(PLAYER, cpp!.sdk), cpp!);

  test.each([false, true])(
    'find no data from the previous match, even if they share a parent process (shared: %s)',
    async (shared) => {
      const build = await faulty();
      for (let match = 0; match < 3; match++) {
        const log: string[] = [];
        const runners = [0, 1, 2, 3].map(
          () => new NativeRunner('Faulty', image!, build, { session, shared, log: (text) => log.push(text) }),
        );
        await playMatch({ game: starwar, board: boardOf(32), seed: 2, runners });
        expect(log).toHaveLength(4 * 29);
        const most = Math.max(...log.map((line) => Number(/^asked here before: (\d+)$/.exec(line)?.[1])));
        expect(most).toBe(shared ? 4 * 29 - 1 : 28);
      }
      await NativeHost.endIdle();
      expect(descendants(process.pid)).toEqual([process.pid]);
    },
  );

  test('log separately when they run concurrently, and see which players failed earlier in the round', async () => {
    const build = await faulty();
    const log: string[][] = [[], [], [], []];
    const native = (seat: number) =>
      new NativeRunner('Faulty', image!, build, { session, shared: true, log: (text) => log[seat].push(text) });
    const failing: AnyRunner = {
      name: 'Failing',
      play(state) {
        if (starwar.round(state) === 5) throw new PlayerFault('crash', 'Failing failed.');
      },
    };
    const runners = [native(0), failing, native(2), native(3)];
    const { verdicts } = await playMatch({ game: starwar, board: boardOf(34), seed: 2, runners });
    expect(verdicts.map(({ seat, round }) => [seat, round])).toEqual([[1, 5]]);
    // The first three rounds have no logs.
    const none = 'statuses 0 0 0 0';
    const one = 'statuses 0 1 0 0';
    expect(log[0].slice(0, 4)).toEqual([none, none, none, one]);
    for (const seat of [2, 3]) expect(log[seat].slice(0, 4)).toEqual([none, none, one, one]);
    expect(log.map((lines) => lines.length)).toEqual([31, 0, 31, 31]);
  });

  test('receive boards that are too long for one write to a pipe', async () => {
    const build = await buildNative(readSource(DEMO, cpp!.sdk), cpp!);
    const columns = 3000;
    const rows = Array.from({ length: 400 }, (_, row) => `${row} ${'.'.repeat(columns)}`);
    const board =
      starwar.readBoard(`starwar v1 secgame ? seed ? nb_players 4 nb_rnds 4 nb_rows 400 nb_uni_cols ${columns} nb_win_cols 40
nb_ships_x_player 1 nb_rnds_regen 3 nb_miss_bonuses 0 nb_point_bonuses 0 bonus_miss 4 bonus_pnts 7 kill_pnts 20 names ? ? ? ?
rnd 0
${rows.join('\n')}
starships sid row column nb_miss alive time
${[0, 1, 2, 3].map((unit) => `${unit} ${2 * unit} 3 3 y 0`).join('\n')}
missiles 0 mid sid row column
players pid score status 0 0 0 1 0 0 2 0 0 3 0 0`);
    if (!board.ok) throw new Error(board.problem.message);
    for (const shared of [true, false]) {
      const runners = [0, 1, 2, 3].map(() => new NativeRunner('Demo', image!, build, { session, shared }));
      const { verdicts, rounds } = await playMatch({ game: starwar, board: board.value, seed: 2, runners });
      expect(verdicts).toEqual([]);
      expect(rounds).toBe(4);
    }
  });

  test('get a verdict for each crash when they share a process', async () => {
    const build = await faulty();
    const runners = [0, 1, 2, 3].map(() => new NativeRunner('Faulty', image!, build, { session, shared: true }));
    const { verdicts } = await playMatch({ game: starwar, board: boardOf(25), seed: 2, runners });
    expect(verdicts.map(({ seat, round, fault }) => [seat, round, fault])).toEqual(
      [0, 1, 2, 3].map((seat) => [seat, 3, 'crash']),
    );
  });

  test.each([
    ['gets no more', { groups: false }],
    ['is stopped by the watchdog', { groups: false, memoryBytes: 60 * 2 ** 20 }],
    ['is stopped by the kernel', { groups: true, memoryBytes: 60 * 2 ** 20 }],
  ])('continue if another player in the same process uses all memory and %s', async (_, limits) => {
    const board = starwar.readBoard(boardText.replace(/nb_rnds\s+\d+/, 'nb_rnds 13'));
    if (!board.ok) throw new Error(board.problem.message);
    const [faulty, demo] = [
      await buildNative(readSource(PLAYER, cpp!.sdk), cpp!),
      await buildNative(readSource(DEMO, cpp!.sdk), cpp!),
    ];
    const session = { folder: '/', session: limits };
    const log: string[] = [];
    const runners = [0, 1, 2, 3].map((seat) =>
      seat === SEAT
        ? new NativeRunner('Faulty', image!, faulty, { session, shared: true })
        : new NativeRunner('Demo', image!, demo, { session, shared: true, log: (text) => log.push(text) }),
    );
    const { verdicts, rounds } = await playMatch({ game: starwar, board: board.value, seed: 2, runners });
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatchObject({ seat: SEAT, round: 3, fault: 'memory' });
    expect(verdicts[0].sentence).toMatch(/^Faulty (requested|used) more/);
    expect(rounds).toBe(13);
    expect(log.filter((text) => text.includes('started again in a separate'))).toHaveLength(3);
  });
});

describe.skipIf(!systemWasmCompiler())('WebAssembly players (skipped unless clang for wasm32 is installed)', () => {
  for (const { rounds, what, wasm } of CASES) {
    if (!wasm) continue;
    test(`get the expected verdict or log if a player ${what}`, async () => {
      const program = await loadProgram(
        readFileSync(await buildWasm(readSource(PLAYER, cpp!.sdk), cpp!)),
        DEFAULT_MEMORY_BYTES,
      );
      const output = (log: (text: string) => void) => ({ log, draw() {} });
      const budget = { seconds: 0.1, per: 'match' } as const;
      check(
        await verdictOf((log) => new WasmRunner('Faulty', image!, program, { budget, output: output(log) }), rounds),
        wasm,
      );
    });
  }
  test('leave no file behind if they are faulty', () => {
    expect(existsSync('/tmp/ludus-faulty-was-here')).toBe(false);
  });
});

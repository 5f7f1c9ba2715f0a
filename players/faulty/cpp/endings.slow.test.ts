import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contextOf } from '@ludus/cli/context.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import {
  buildNative,
  buildWasm,
  nativeCompiler,
  placesOf,
  readSource,
  systemWasmCompiler,
} from '@ludus/runtime/compile.ts';
import { loadProgram, WasmRunner } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { NativeRunner } from '@ludus/runtime/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';

// Slow, because a player is compiled natively and to WebAssembly, with and without exceptions.

const PLAYER = fileURLToPath(new URL('./AIEnding.cc', import.meta.url));
const TEXT = readFileSync(PLAYER, 'utf8');
const BOARD = readFileSync(new URL('../../../packages/games/starwar/boards/default.cnf', import.meta.url), 'utf8');
const SEAT = 2;

/**
 * By the number of rounds: the message and its line, unless the line depends on the compiler. In WebAssembly, a call
 * through a table first checks the function's type, so it reports a wrong type instead of a missing function.
 */
type Case = readonly [rounds: number, says: string, line?: string, inWasm?: string];
const VIRTUAL = 'called a pure virtual function in round 3';
const PLAIN: readonly Case[] = [
  [11, 'crashed in round 3: an abort', 'case 11'],
  [12, 'failed an assertion in round 3: round() == 0 and "(never)"', 'assert(round() == 0'],
  [13, 'called exit(5) in round 3', 'exit(5)'],
  [14, 'called exit(6) in round 3', '_Exit(6)'],
  [15, 'called terminate in round 3', 'terminate()'],
  [17, 'recursed too deeply in round 3'],
  [18, 'crashed in round 3: a trap'],
];
const UNTHROWING: readonly Case[] = [...PLAIN, [16, VIRTUAL, 'area() << endl']];
const THROWING: readonly Case[] = [
  ...PLAIN,
  [16, VIRTUAL, 'area() << endl', 'crashed in round 3: an indirect call of a function that doesn’t exist'],
  [20, 'ended with an uncaught exception in round 3: no luck'],
  [21, 'ended with an uncaught exception in round 3'],
  [22, 'ended with an uncaught exception in round 3: not thrown', 'noexcept'],
  [23, 'crashed in round 3: an abort'],
  [24, 'failed an assertion in round 3: round() == 1', 'assert(round() == 1)'],
];
const GUARD = '#ifdef WITH_EXCEPTIONS';
const PLACE = / \(AIEnding\.cc:(\d+)(?: in \w+)?\)\.$/;

describe.skipIf(!nativeCompiler() || !systemWasmCompiler())(
  'a faulty C++ player (skipped unless g++ and clang for wasm32 are installed)',
  () => {
    describe.each([
      { how: 'without exceptions', cases: UNTHROWING },
      { how: 'with exceptions', cases: THROWING },
    ])('$how', ({ cases }) => {
      // The words in the source code show whether it needs exceptions.
      const text =
        cases === THROWING
          ? TEXT.replaceAll(GUARD, '#if 1 // an exception')
          : TEXT.replace(new RegExp(`${GUARD}[^]*?#endif`, 'g'), (part) => part.replace(/.+/g, ''));
      let ways: readonly (() => AnyRunner)[] = [];
      beforeAll(async () => {
        const { cpp, image } = await contextOf(starwar, { budget: 'none', folder: '/' });
        const source = { ...readSource(PLAYER, cpp!.sdk), text };
        const build = await buildNative(source, cpp!);
        const module = await buildWasm(source, cpp!);
        const bytes = new Uint8Array(readFileSync(module));
        const program = await loadProgram(bytes, DEFAULT_MEMORY_BYTES, placesOf(module));
        const session = { folder: '/', session: {} };
        ways = [
          () => new NativeRunner('Ending', image!, build, { session, shared: false }),
          () => new WasmRunner('Ending', image!, program),
          () => new WasmRunner('Ending', image!, program, { budget: { seconds: 1, per: 'match' } }),
        ];
      });

      // A quick run plays the cases without exceptions only once.
      const chosen = IS_LONG_RUN || cases !== THROWING ? cases : cases.filter((each) => !PLAIN.includes(each));
      for (const [rounds, says, line, inWasm = says] of chosen)
        test(`gets the verdict “${says}”${inWasm === says ? '' : `, or, as WebAssembly, “${inWasm}”`} (${rounds} rounds)`, async () => {
          const sentences: string[] = [];
          for (const open of ways) sentences.push(await sentenceOf(open(), rounds));
          expect(sentences.map((sentence) => sentence.replace(PLACE, '.'))).toEqual(
            [says, inWasm, inWasm].map((each) => `Ending ${each}.`),
          );
          if (line === undefined) return;
          const named = text.split('\n').findIndex((each) => each.includes(line)) + 1;
          expect(sentences.map((sentence) => Number(PLACE.exec(sentence)?.[1]))).toEqual(ways.map(() => named));
        });
    });
  },
);

async function sentenceOf(runner: AnyRunner, rounds: number): Promise<string> {
  const board = starwar.readBoard(BOARD.replace(/nb_rnds\s+\d+/, `nb_rnds ${rounds}`));
  if (!board.ok) throw new Error(board.problem.message);
  const runners = await Promise.all(
    [0, 1, 2, 3].map((seat) => (seat === SEAT ? runner : builtinPlayer('starwar', 'Null').open())),
  );
  const { verdicts } = await playMatch({ game: starwar, board: board.value, seed: 2, runners, limited: true });
  expect(verdicts).toMatchObject([{ seat: SEAT, round: 3, fault: 'crash' }]);
  return verdicts[0].sentence;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { anyBoard } from 'ludus/conformance/testing.ts';
import { kitOf } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { cppKind } from '../cpp-kinds.ts';
import { customSections } from '../wasm/custom.ts';
import { readSource } from './source.ts';
import { systemWasmCompiler } from './toolchain.ts';
import { buildWasm } from './wasm.ts';

const PLAYER = `#include "Player.hh"
#define PLAYER_NAME Mine

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }
  vector<int> kept;

  __attribute__((noinline)) int search(int depth) {
    int sum = 0;
    while (round() >= 5) {
      BODY
      kept.push_back(sum);
      if (kept.size() > 1000) kept.clear();
    }
    return sum;
  }

  virtual void play() { search(3); }
};

RegisterPlayer(PLAYER_NAME);
`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludus-places-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noClang = systemWasmCompiler() === undefined;
if (noClang && process.env.CI === 'true')
  throw new Error('there is no clang for WebAssembly: install clang-19, lld-19');

async function verdictOf(body: string): Promise<string> {
  const kit = kitOf('madmax');
  const file = join(folder, 'AIMine.cc');
  writeFileSync(file, PLAYER.replace('BODY', body));
  const context = await contextOf(kit.game, { budget: 'fuel', folder });
  const source = await cppKind.prepare(file, context);
  const board = kit.game.readBoard(anyBoard(kit));
  if (!board.ok) throw new Error(board.problem.message);
  const others = [1, 2, 3].map(() => kit.players[0].open());
  const { verdicts } = await playMatch({
    game: kit.game,
    board: board.value,
    seed: 3,
    limited: true,
    key: '5a'.repeat(32),
    runners: [await source.open(), ...others],
  });
  return verdicts[0]?.sentence ?? '';
}

test.skipIf(noClang)('an endless loop and a crash are located by file and function', async () => {
  expect(await verdictOf('sum += depth;')).toMatch(
    /^Mine used up its budget of 1 s of fuel in round 5 \(AIMine\.cc:1[0-4] in search\)\.$/,
  );
  expect(await verdictOf('{ volatile int* at = (int*)(0x7fffff00 + 4 * depth); *at = sum; }')).toMatch(
    /^Mine crashed in round 5: memory access out of bounds \(AIMine\.cc:11 in search\)\.$/,
  );
  // The tests of how C++ players fail (players/faulty/cpp) check this as well.
  if (IS_LONG_RUN)
    expect(await verdictOf('if (depth > 0) throw string("no");')).toContain('Mine ended with an uncaught exception');
});

test.skipIf(noClang)('a module keeps no custom sections', async () => {
  const file = join(folder, 'AIMine.cc');
  writeFileSync(file, PLAYER.replace('BODY', 'sum++;'));
  const { cpp } = await contextOf(kitOf('madmax').game, { budget: 'fuel', folder });
  const module = readFileSync(await buildWasm(readSource(file, cpp!.sdk), cpp!));
  expect([...customSections(module).keys()]).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contextOf } from '@ludus/cli/context.ts';
import { madmax } from 'ludus/madmax/rules.ts';
import { expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { readSource } from '../compile/source.ts';
import { systemWasmCompiler } from '../compile/toolchain.ts';
import { buildWasm } from '../compile/wasm.ts';
import { ModuleRejectedError } from './module-problems.ts';
import { verdictOf } from './testing.ts';

const toolchain = systemWasmCompiler();
test.skipIf(!toolchain)(
  'damaged modules neither crash nor hang the referee (skipped unless clang for wasm32 is installed)',
  async () => {
    const { cpp } = await contextOf(madmax, { budget: 'fuel', folder: '/' });
    const player = fileURLToPath(new URL('../../games/madmax/players/cpp/AIDemo.cc', import.meta.url));
    const whole = readFileSync(await buildWasm(readSource(player, cpp!.sdk), cpp!));
    let x = 12345;
    const draw = (below: number) => {
      x = (x * 48271) % 2147483647;
      return x % below;
    };
    const ends = { refused: 0, played: 0 };
    for (let n = 0; n < (IS_LONG_RUN ? 2000 : 60); n++) {
      let bytes = new Uint8Array(whole);
      if (n % 10 === 0) bytes = bytes.slice(0, draw(bytes.length));
      else if (n % 10 === 1) bytes.copyWithin(draw(bytes.length), draw(bytes.length), draw(bytes.length));
      else if (n % 10 === 2) bytes[draw(200)] ^= 1 << draw(8);
      // Changes constants in the data at the end. Such modules are valid, and play random moves.
      else if (n % 10 === 3) for (let i = 0; i < 50; i++) bytes[bytes.length - 1 - draw(3000)] = draw(256);
      else for (let i = 0; i <= n % 3; i++) bytes[draw(bytes.length)] ^= 1 << draw(8);
      try {
        await verdictOf(bytes);
        ends.played++;
      } catch (error) {
        expect(error).toBeInstanceOf(ModuleRejectedError);
        expect((error as Error).message).toMatch(/^it .*/);
        ends.refused++;
      }
    }
    expect(ends.refused).toBeGreaterThan(15);
    expect(ends.played).toBeGreaterThan(3);
  },
);

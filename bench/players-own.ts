import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { buildNative, buildWasm, type CppGame, type NativeBuild, readSource } from '@ludus/runtime/compile.ts';
import { FUEL, meterPlayer, playerImports, STACK, STACK_BYTES } from '@ludus/runtime/metering.ts';
import { type AnyImage, DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { FRAME, newFrame } from '@ludus/runtime/testing.ts';
import { median } from './median.ts';

/** The messages to a player in a match: its start (without a generator), then its rounds. */
interface PlayerMessage {
  readonly seat: number;
  readonly kind: number;
  readonly image: Uint8Array;
}

/**
 * Measures a player's computing time. One program repeats the questions of a match in a loop, without other players.
 */
export class OwnTime {
  private readonly build: NativeBuild;
  private readonly module: WebAssembly.Module;
  private readonly told: readonly PlayerMessage[];
  private readonly file: string;

  private constructor(build: NativeBuild, module: WebAssembly.Module, told: readonly PlayerMessage[], file: string) {
    this.build = build;
    this.module = module;
    this.told = told;
    this.file = file;
  }

  /** `open`: opens the player for one seat of a match that is recorded. */
  static async of(
    source: string,
    cpp: CppGame,
    match: { readonly game: AnyGame; readonly board: unknown; readonly seed: number; readonly image: AnyImage },
    open: () => Promise<AnyRunner>,
    folder: string,
  ): Promise<OwnTime> {
    const read = readSource(source, cpp.sdk);
    const build = await buildNative(read, cpp);
    const bytes = readFileSync(await buildWasm(read, cpp));
    const module = await WebAssembly.compile(meterPlayer(bytes, DEFAULT_MEMORY_BYTES).bytes);
    const told: PlayerMessage[] = [];
    const seats = match.game.seatsOf(match.board);
    const runners = await Promise.all(Array.from({ length: seats }, () => open()));
    await playMatch({ ...match, runners: runners.map((runner) => writingDown(runner, match.image, told)) });
    const file = join(folder, `told-${match.game.id}-${read.name}`);
    const path = new TextEncoder().encode(build.sharedObject);
    const loads = Array.from({ length: seats }, (_, seat) => newFrame(FRAME.load, seat, path));
    writeFileSync(file, Buffer.concat([...loads, ...told.map(({ kind, seat, image }) => newFrame(kind, seat, image))]));
    return new OwnTime(build, module, told, file);
  }

  /** The median time of a question in a native program, in milliseconds. */
  nativeMs(): number {
    const { stdout, status } = spawnSync(this.build.host, ['--times', this.file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the native player exited with status ${status}`);
    return median(stdout.trimEnd().split('\n').map(Number)) / 1e6;
  }

  /** The median time of a question in a metered WebAssembly module, in milliseconds. */
  wasmMs(): number {
    const instances = new Map<number, Instance>();
    const times: number[] = [];
    for (const { kind, seat, image } of this.told) {
      const instance = instances.get(seat) ?? newInstance(this.module);
      instances.set(seat, instance);
      const at = instance.call('ludus_buffer', image.length);
      new Uint8Array(instance.memory.buffer, at, image.length).set(image);
      if (kind === FRAME.start) {
        instance.call('ludus_start');
        continue;
      }
      const { play } = instance;
      const before = performance.now();
      play();
      times.push(performance.now() - before);
    }
    return median(times);
  }
}

interface Instance {
  readonly memory: WebAssembly.Memory;
  readonly play: () => number;
  call(name: string, argument?: number): number;
}

function newInstance(module: WebAssembly.Module): Instance {
  const instance: WebAssembly.Instance = new WebAssembly.Instance(
    module,
    playerImports({
      memory: () => instance.exports.memory as WebAssembly.Memory,
      charge: () => true,
      exit() {},
      budgetLeft: () => 1,
      seconds: () => 0,
      write() {},
    }),
  );
  const { exports } = instance;
  (exports[FUEL] as unknown as { value: bigint }).value = 2n ** 60n;
  (exports[STACK] as unknown as { value: number }).value = STACK_BYTES;
  const call = (name: string, argument?: number) => (exports[name] as (argument?: number) => number)(argument);
  call('_initialize');
  return { memory: exports.memory as WebAssembly.Memory, play: exports.ludus_play as () => number, call };
}

function writingDown(runner: AnyRunner, image: AnyImage, told: PlayerMessage[]): AnyRunner {
  let seat = 0;
  return {
    name: runner.name,
    start(board, state, briefing) {
      seat = briefing.seat;
      told.push({ seat, kind: FRAME.start, image: image.start(board, state, seat) });
      return runner.start?.(board, state, briefing);
    },
    play(state, move, generator) {
      const bytes = new Uint8Array(image.roundBytes(state));
      image.writeRound(bytes, 0, state, generator.state, 2);
      told.push({ seat, kind: FRAME.round, image: bytes });
      return runner.play(state, move, generator);
    },
    close: () => runner.close?.(),
  };
}

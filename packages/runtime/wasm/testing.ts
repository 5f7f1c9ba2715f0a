import { readFileSync } from 'node:fs';
import { PlayerFault } from '@ludus/game/player-runner.ts';
// biome-ignore lint/correctness/noUndeclaredDependencies: for tests only
import { kit } from 'ludus/madmax/kit.ts';
// biome-ignore lint/correctness/noUndeclaredDependencies: for tests only
import { madmax } from 'ludus/madmax/rules.ts';
import { ByteWriter } from './bytes.ts';
import { loadProgram } from './program.ts';
import { WasmRunner } from './wasm-runner.ts';

// Handwritten players for tests, as WebAssembly that a compiler wouldn't generate.

export const MEMORY = 16 * 2 ** 20;
const END = 0x0b;

export interface Parts {
  readonly imports?: Uint8Array;
  readonly table?: Uint8Array;
  readonly memory?: Uint8Array;
  readonly start?: boolean;
  /** The body of ludus_buffer, which is called first: (i32) → i32. */
  readonly buffer?: readonly number[];
  /** Number of imported functions. Imported functions are numbered before the module's own functions. */
  readonly imported?: number;
  /** The body of ludus_play: () → i32. */
  readonly play?: readonly number[];
  /** Encoded types, from number 3 on. */
  readonly types?: readonly (readonly number[])[];
  /** Additional functions, after the four that every module has. */
  readonly functions?: readonly {
    readonly type: number;
    readonly locals?: readonly number[];
    readonly body: readonly number[];
  }[];
  /** The tag section, and the element section. */
  readonly tags?: readonly number[];
  readonly elements?: readonly number[];
  readonly globals?: readonly number[];
  /** One more export: its name and the number of a function. */
  readonly export?: readonly [string, number];
  readonly data?: readonly number[];
}

/** A handwritten module with everything that a player needs. Types: 0 () → i32, 1 (i32) → i32, 2 () → (). */
export function module(parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = (id: number, contents: Uint8Array | undefined) => {
    if (contents) out.byte(id).u32(contents.length).bytes(contents);
  };
  const first = parts.imported ?? 0;
  const { types = [], functions = [] } = parts;
  const written = (bytes: readonly number[] | undefined) => bytes && Uint8Array.from(bytes);
  section(
    1,
    new ByteWriter()
      .u32(3 + types.length)
      .bytes([0x60, 0, 1, 0x7f, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 0])
      .bytes(types.flat())
      .result(),
  );
  section(2, parts.imports);
  const declared = new ByteWriter().u32(4 + functions.length).bytes([1, 0, 0, 2]);
  for (const { type } of functions) declared.u32(type);
  section(3, declared.result());
  section(4, parts.table);
  section(5, parts.memory ?? new ByteWriter().bytes([1, 0, 2]).result());
  section(13, written(parts.tags));
  section(6, written(parts.globals));
  const exported = new ByteWriter().u32(parts.export ? 5 : 4);
  if (parts.export) exported.text(parts.export[0]).byte(0).u32(parts.export[1]);
  for (const [at, name] of ['ludus_buffer', 'ludus_start', 'ludus_play'].entries())
    exported
      .text(name)
      .byte(0)
      .u32(first + at);
  section(7, exported.text('memory').byte(2).u32(0).result());
  if (parts.start) section(8, new ByteWriter().u32(first + 3).result());
  section(9, written(parts.elements));
  const looping = parts.start ? [0x03, 0x40, 0x0c, 0, END] : [];
  const bodies = [parts.buffer ?? [0x41, 0], [0x41, 1], parts.play ?? [0x41, 16], looping].map((body) => ({ body }));
  const code = new ByteWriter().u32(bodies.length + functions.length);
  for (const { body, locals = [] } of [...bodies, ...functions] as { body: number[]; locals?: number[] }[]) {
    const head = locals.length > 0 ? locals : [0];
    code
      .u32(body.length + head.length + 1)
      .bytes(head)
      .bytes(body)
      .byte(END);
  }
  section(10, code.result());
  section(11, written(parts.data));
  return out.result();
}

export const BOARD = readFileSync(new URL('../../games/madmax/boards/default.cnf', import.meta.url), 'utf8');

/**
 * Begins a match and plays a round. Returns the reason for a disqualification, if any. Rethrows errors that aren't the
 * player's fault.
 */
export async function verdictOf(bytes: Uint8Array<ArrayBuffer>, seconds = 0.002): Promise<string> {
  const program = await loadProgram(bytes, MEMORY);
  const board = madmax.readBoard(BOARD);
  if (!board.ok) throw new Error(board.problem.message);
  const state = madmax.start(board.value, 1);
  const runner = new WasmRunner('Bad', kit.image!, program, { budget: { seconds, per: 'match' } });
  try {
    runner.start(board.value, state, { seat: 0, names: [] });
    runner.play(state, madmax.newMove(), { state: 1 });
    return '';
  } catch (error) {
    if (error instanceof PlayerFault) return `${error.fault}: ${error.message}`;
    throw error;
  }
}

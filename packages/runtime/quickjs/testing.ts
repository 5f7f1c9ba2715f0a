import { ByteWriter } from '../wasm/bytes.ts';

// A handwritten engine for tests. It acts like an engine that a player has corrupted.

const END = 0x0b;
const [I32, FUNCTION] = [0x7f, 0x60];
/** 0 () → (), 1 (i32) → i32, 2 (i32, i32) → i32, 3 () → i32, 4 (i32, i32) → (). */
const TYPES = [
  [FUNCTION, 0, 0],
  [FUNCTION, 1, I32, 1, I32],
  [FUNCTION, 2, I32, I32, 1, I32],
  [FUNCTION, 0, 1, I32],
  [FUNCTION, 2, I32, I32, 0],
];
/** Indices of the imported functions. */
export const LOG = 0;
export const DRAW = 1;

export const constant = (value: number): number[] => [0x41, ...new ByteWriter().signed(value).result()];
export const call = (index: number): number[] => [0x10, index];
/** Writes a 32-bit number to an address. */
export const store = (at: number, value: number): number[] => [...constant(at), ...constant(value), 0x36, 2, 0];
export const LOOP_FOR_EVER = [0x03, 0x40, 0x0c, 0, END];

/** The address of two numbers: the address and the length of the engine's answer. */
export const RESULT = 64;
/** The addresses of the referee's messages and of the engine's text. */
const BUFFER = 1024;
export const TEXT = 65536;

interface Bodies {
  /** The effects of `ludus_player`, `ludus_play`, and `ludus_where` before they return 1 (or nothing). */
  readonly player?: readonly number[];
  readonly play?: readonly number[];
  readonly where?: readonly number[];
  /** The result of `ludus_buffer`. */
  readonly buffer?: readonly number[];
  /** The result of `ludus_play`. */
  readonly ok?: number;
  /** Text that is at TEXT from the start. */
  readonly text?: string;
}

/** A module with the engine's exports; `loadEngine` can meter it. It has three pages of memory. */
export function engineByHand({
  player = [],
  play = [],
  where = [],
  buffer = constant(BUFFER),
  ok = 1,
  text = '',
}: Bodies): Uint8Array<ArrayBuffer> {
  const functions: readonly (readonly [name: string, type: number, body: readonly number[]])[] = [
    ['_initialize', 0, []],
    ['ludus_boot', 2, constant(1)],
    ['ludus_buffer', 1, buffer],
    ['ludus_add', 2, constant(1)],
    ['ludus_guest', 1, constant(1)],
    ['ludus_player', 1, [...player, ...constant(1)]],
    ['ludus_start', 1, constant(1)],
    ['ludus_play', 2, [...play, ...constant(ok)]],
    ['ludus_result', 3, constant(RESULT)],
    ['ludus_where', 0, where],
  ];
  const imports = ['log', 'draw'];
  const out = new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = (id: number, contents: ByteWriter) => {
    const bytes = contents.result();
    out.byte(id).u32(bytes.length).bytes(bytes);
  };
  section(1, new ByteWriter().u32(TYPES.length).bytes(TYPES.flat()));
  const imported = new ByteWriter().u32(imports.length);
  for (const name of imports) imported.text('ludus').text(name).byte(0).u32(4);
  section(2, imported);
  const declared = new ByteWriter().u32(functions.length);
  for (const [, type] of functions) declared.u32(type);
  section(3, declared);
  section(5, new ByteWriter().bytes([1, 0, 3]));
  const exported = new ByteWriter()
    .u32(functions.length + 1)
    .text('memory')
    .byte(2)
    .u32(0);
  for (const [at, [name]] of functions.entries())
    exported
      .text(name)
      .byte(0)
      .u32(imports.length + at);
  section(7, exported);
  const code = new ByteWriter().u32(functions.length);
  for (const [, , body] of functions)
    code
      .u32(body.length + 2)
      .byte(0)
      .bytes([...body, END]);
  section(10, code);
  const data = new TextEncoder().encode(text);
  section(
    11,
    new ByteWriter()
      .bytes([1, 0, ...constant(TEXT), END])
      .u32(data.length)
      .bytes(data),
  );
  return out.result();
}

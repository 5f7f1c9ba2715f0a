import {
  ALLOWED_IMPORTS,
  BULK,
  ByteWriter,
  type MeteredModule,
  meter,
  OP,
  signatureOf,
  TYPE,
} from '@ludus/runtime/metering.ts';

/** Code for a module that measures one operation: `run(n)` performs the operation n times. */
export interface MeasuredOperation {
  /** The body of the loop, which can use the local variables in `LOCALS`. */
  readonly body: (out: ByteWriter) => void;
  /** Number of operations per pass. */
  readonly times: number;
  /** Code before the loop. */
  readonly before?: (out: ByteWriter) => void;
  /** Additional functions: type, locals as (count, type), and code without its end. They are numbered from `FIRST`. */
  readonly functions?: readonly {
    readonly type: number;
    readonly locals?: readonly (readonly [number, number])[];
    readonly code: (out: ByteWriter) => void;
  }[];
  /** Additional types, numbered from `FIRST_TYPE`. */
  readonly types?: readonly { readonly takes: readonly number[]; readonly gives: readonly number[] }[];
  /** Maximum number of operations in one instance. */
  readonly most?: number;
  readonly pages?: number;
  readonly mostPages?: number;
}

/** Local variables of `run`: its parameter, two of each type for computation, and one of each to store a value. */
export const LOCALS = {
  n: 0,
  a: { i: 1, l: 2, f: 3, d: 4, v: 5 },
  b: { i: 6, l: 7, f: 8, d: 9, v: 10 },
  x: { i: 11, l: 12, f: 13, d: 14, v: 15 },
} as const;
export type Letter = keyof typeof LOCALS.a;

export const IMPORTS = { budgetLeft: 0, fdWrite: 1, fdClose: 2 } as const;
/** The index of the first of `MeasuredOperation.functions`, after three imports and `run`. */
export const FIRST = 4;
export const FIRST_TYPE = 5;
/** Address of a list of 10,000 one-byte pieces for `fd_write`. */
export const PIECES = 500_000;
/** Number of elements in every module's table. */
export const ENTRIES = 10_000;
const EMPTY_BLOCK = 0x40;

/** The metered module, ready to be compiled. */
export function moduleFor(measured: MeasuredOperation): MeteredModule {
  const out = new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = (id: number, fill: (to: ByteWriter) => void) => {
    const contents = new ByteWriter();
    fill(contents);
    out.byte(id).u32(contents.length).bytes(contents.result());
  };
  const { types = [], functions = [] } = measured;
  section(1, (to) => {
    to.u32(FIRST_TYPE + types.length);
    to.bytes([0x60, 1, TYPE.i32, 1, TYPE.i32]).bytes([0x60, 0, 1, TYPE.f64]);
    to.bytes([0x60, 4, TYPE.i32, TYPE.i32, TYPE.i32, TYPE.i32, 1, TYPE.i32])
      .bytes([0x60, 0, 0])
      .bytes([0x60, 1, TYPE.i32, 0]);
    for (const { takes, gives } of types) to.byte(0x60).u32(takes.length).bytes(takes).u32(gives.length).bytes(gives);
  });
  section(2, (to) => {
    to.u32(3).text('ludus').text('budget_left').byte(0).u32(1);
    to.text('wasi_snapshot_preview1').text('fd_write').byte(0).u32(2);
    to.text('wasi_snapshot_preview1').text('fd_close').byte(0).u32(0);
  });
  section(3, (to) => {
    to.u32(1 + functions.length).u32(0);
    for (const { type } of functions) to.u32(type);
  });
  section(4, (to) => to.u32(1).byte(TYPE.funcref).byte(0).u32(ENTRIES));
  section(5, (to) => {
    to.u32(1);
    if (measured.mostPages === undefined) to.byte(0).u32(measured.pages ?? 16);
    else
      to.byte(1)
        .u32(measured.pages ?? 16)
        .u32(measured.mostPages);
  });
  section(13, (to) => to.u32(1).byte(0).u32(3));
  section(6, (to) => to.u32(1).byte(TYPE.i32).byte(1).byte(OP.i32Const).signed(0).byte(OP.end));
  section(7, (to) => to.u32(2).text('run').byte(0).u32(3).text('memory').byte(2).u32(0));
  section(9, (to) => {
    const first = functions.length > 0 ? FIRST : 3;
    to.u32(2).u32(0).byte(OP.i32Const).signed(0).byte(OP.end).u32(1).u32(first);
    to.u32(1).byte(0).u32(1000);
    for (let i = 0; i < 1000; i++) to.u32(first);
  });
  section(12, (to) => to.u32(1));
  section(10, (to) => {
    to.u32(1 + functions.length);
    const add = (locals: readonly (readonly [number, number])[], code: (body: ByteWriter) => void) => {
      const body = new ByteWriter().u32(locals.length);
      for (const [count, type] of locals) body.u32(count).byte(type);
      code(body);
      body.byte(OP.end);
      to.u32(body.length).bytes(body.result());
    };
    const five = [TYPE.i32, TYPE.i64, TYPE.f32, TYPE.f64, TYPE.v128].map((type) => [1, type] as const);
    add([...five, ...five, ...five], (body) => runBody(body, measured));
    for (const { locals = [], code } of functions) add(locals, code);
  });
  section(11, (to) => to.u32(1).byte(1).u32(65_536).bytes(new Uint8Array(65_536)));
  return meter(out.result(), { memoryBytes: 2 ** 28, imports: ALLOWED_IMPORTS, exports: new Map([['run', 'i>i']]) });
}

function runBody(body: ByteWriter, measured: MeasuredOperation): void {
  // Loads the values from memory, so that no compiler knows them: 3 and 5 for integers, 1.25 and 0.8 for other types.
  const fromMemory = (letters: typeof LOCALS.a | typeof LOCALS.b, at: number) => {
    for (const [letter, load] of [
      ['i', 0x28],
      ['l', 0x29],
      ['f', 0x2a],
      ['d', 0x2b],
    ] as const)
      body
        .byte(OP.i32Const)
        .signed(at + { i: 0, l: 8, f: 16, d: 24 }[letter])
        .byte(load)
        .byte(0)
        .byte(0)
        .byte(OP.localSet)
        .u32(letters[letter]);
    body.byte(OP.localGet).u32(LOCALS.a.d).byte(OP.simd).u32(20).byte(OP.localSet).u32(letters.v);
  };
  fromMemory(LOCALS.a, 64);
  fromMemory(LOCALS.b, 96);
  measured.before?.(body);
  body.byte(OP.loop).byte(EMPTY_BLOCK);
  measured.body(body);
  body.byte(OP.localGet).u32(LOCALS.n).byte(OP.i32Const).signed(1).byte(OP.i32Sub).byte(OP.localTee).u32(LOCALS.n);
  body.byte(OP.brIf).u32(0).byte(OP.end);
  // Uses all computed values.
  const { x } = LOCALS;
  body.byte(OP.localGet).u32(x.i).byte(OP.localGet).u32(x.l).byte(0xa7).byte(0x73);
  body.byte(OP.localGet).u32(x.f).byte(0xbc).byte(0x73).byte(OP.localGet).u32(x.d).byte(0xbd).byte(0xa7).byte(0x73);
  body.byte(OP.localGet).u32(x.v).byte(OP.simd).u32(27).byte(0).byte(0x73);
}

/** Sets the memory to its initial state before `run`. */
export function prepare(memory: WebAssembly.Memory): void {
  const view = new DataView(memory.buffer);
  for (let at = PIECES; at < PIECES + 80_000; at += 8) {
    view.setUint32(at, 1024, true);
    view.setUint32(at + 4, 1, true);
  }
  for (const [at, whole, other] of [
    [64, 3, 1.25],
    [96, 5, 0.8],
  ] as const) {
    view.setInt32(at, whole, true);
    view.setBigInt64(at + 8, BigInt(whole), true);
    view.setFloat32(at + 16, other, true);
    view.setFloat64(at + 24, other, true);
  }
}

/** Instructions that convert one type to another, so that a result can be an operand again. */
const CONVERT: Readonly<Record<string, readonly number[]>> = {
  il: [0xad],
  if: [0xb2],
  id: [0xb7],
  iv: [OP.simd, 17],
  li: [0xa7],
  lv: [OP.simd, 18],
  ld: [0xb9],
  lf: [0xb4],
  fi: [OP.bulk, 0],
  fd: [0xbb],
  fl: [OP.bulk, 4],
  fv: [OP.simd, 19],
  di: [OP.bulk, 2],
  dl: [OP.bulk, 6],
  df: [0xb6],
  dv: [OP.simd, 20],
  vi: [OP.simd, 27, 0],
  vl: [OP.simd, 29, 0],
  vf: [OP.simd, 31, 0],
  vd: [OP.simd, 33, 0],
};

/**
 * A chain in which each instruction depends on the previous one: its first operand is its result, converted if the
 * types differ. Divisions get a large dividend each time. A floating-point result goes through a variable, in which its
 * bits might be observed.
 */
export function chain(opcode: number, sub = 0): MeasuredOperation {
  const times = 32;
  const [takes, gives] = signatureOf({ opcode, sub }).split('>') as [string, string];
  const isStore = gives === '';
  const letter = (isStore ? takes[1] : takes[0]) as Letter;
  const isDivision = (opcode >= 0x6d && opcode <= 0x70) || (opcode >= 0x7f && opcode <= 0x82);
  const write = (out: ByteWriter) => {
    out.byte(opcode);
    if (opcode === OP.simd || opcode === OP.bulk) out.u32(sub);
    const lane = opcode === OP.simd && sub >= 84 && sub <= 91;
    if (opcode < 0x40 || lane || (opcode === OP.simd && (sub <= 11 || sub === 92 || sub === 93))) out.byte(0).byte(0);
    if (lane || (opcode === OP.simd && sub >= 21 && sub <= 34)) out.byte(0);
    if (opcode === OP.simd && sub === 13) for (let i = 0; i < 16; i++) out.byte(31 - i);
  };
  const x = LOCALS.x[letter];
  return {
    times,
    before: (out) => out.byte(OP.localGet).u32(LOCALS.a[letter]).byte(OP.localSet).u32(x),
    body(out) {
      for (let i = 0; i < times; i++) {
        const others = (i % 2 === 0 ? LOCALS.a : LOCALS.b) as Readonly<Record<string, number>>;
        if (isStore) {
          // The value is stored and loaded again. Scalar loads have the opcodes 0x28 to 0x2b, and the vector load has
          // sub-opcode 0.
          out.byte(OP.localGet).u32(others.i).byte(OP.localGet).u32(x);
          write(out);
          out.byte(OP.localGet).u32(others.i);
          if (letter === 'v') out.byte(OP.simd).byte(0);
          else out.byte({ i: 0x28, l: 0x29, f: 0x2a, d: 0x2b }[letter]);
          out.byte(0).byte(0).byte(OP.localSet).u32(x);
          continue;
        }
        out.byte(OP.localGet).u32(x);
        for (const other of takes.slice(1)) out.byte(OP.localGet).u32(others[other]);
        write(out);
        if (gives !== letter) out.bytes(CONVERT[gives + letter]);
        if (isDivision && letter === 'i') out.byte(OP.i32Const).signed(0x7ffff000).byte(0x72);
        if (isDivision && letter === 'l')
          out
            .byte(OP.i64Const)
            .signed(2 ** 52)
            .byte(0x84);
        out.byte(OP.localSet).u32(x);
      }
    },
  };
}

/** All instructions that compute, compare, convert, load, or store, and for which there is a chain. */
export function chainable(): { readonly opcode: number; readonly sub: number }[] {
  const found: { opcode: number; sub: number }[] = [];
  for (let opcode = 0x28; opcode <= 0xc4; opcode++)
    if (opcode < OP.memorySize || opcode > OP.f64Const) found.push({ opcode, sub: 0 });
  for (let sub = 0; sub < BULK.memoryInit; sub++) found.push({ opcode: OP.bulk, sub });
  for (let sub = 0; sub < 256; sub++) {
    if (sub === 12) continue;
    try {
      signatureOf({ opcode: OP.simd, sub });
      found.push({ opcode: OP.simd, sub });
    } catch {
      // This sub-opcode isn't an instruction.
    }
  }
  return found;
}

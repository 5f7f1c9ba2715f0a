import { ByteWriter, OP, TYPE } from '@ludus/runtime/metering.ts';

// Modules of any size that are difficult to read, meter, or compile. Each kind of module grows in one respect. Its
// function `ludus_play` runs (or at least compiles) the large part.

export interface Shape {
  readonly name: string;
  /** Returns a valid module of about `bytes` bytes. */
  readonly make: (bytes: number) => Uint8Array<ArrayBuffer>;
}

interface Function {
  readonly type?: number;
  readonly locals?: readonly (readonly [number, number])[];
  readonly code: (out: ByteWriter) => void;
}

interface Parts {
  /** Encoded types, numbered from 3. */
  readonly types?: readonly (readonly number[])[];
  /** Functions, numbered from 2; the first is `ludus_play`. They have type 1, () → i32, unless stated otherwise. */
  readonly functions: readonly Function[];
  readonly globals?: number;
  readonly exports?: number;
  readonly elements?: readonly number[];
  readonly data?: number;
}

const EMPTY = 0x40;
const get = (out: ByteWriter, index: number) => out.byte(OP.localGet).u32(index);
const constant = (out: ByteWriter, value: number) => out.byte(OP.i32Const).signed(value);
const zero = (out: ByteWriter) => out.byte(OP.i32Const).signed(0);

function build({
  types = [],
  functions,
  globals = 0,
  exports = 0,
  elements,
  data = 0,
}: Parts): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter().bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = (id: number, fill: (to: ByteWriter) => void) => {
    const contents = new ByteWriter(1 << 16);
    fill(contents);
    out.byte(id).u32(contents.length).bytes(contents.view());
  };
  section(1, (to) => {
    to.u32(3 + types.length).bytes([0x60, 1, TYPE.i32, 1, TYPE.i32, 0x60, 0, 1, TYPE.i32, 0x60, 0, 0]);
    for (const type of types) to.bytes(type);
  });
  section(3, (to) => {
    to.u32(2 + functions.length)
      .u32(0)
      .u32(1);
    for (const { type = 1 } of functions) to.u32(type);
  });
  if (elements) section(4, (to) => to.u32(1).byte(TYPE.funcref).byte(0).u32(elements.length));
  section(5, (to) => to.u32(1).byte(0).u32(1));
  section(6, (to) => {
    to.u32(globals);
    for (let i = 0; i < globals; i++) to.byte(TYPE.i32).byte(1).byte(OP.i32Const).byte(0).byte(OP.end);
  });
  section(7, (to) => {
    to.u32(4 + exports)
      .text('memory')
      .byte(2)
      .u32(0);
    for (const [index, name] of ['ludus_buffer', 'ludus_start', 'ludus_play'].entries())
      to.text(name).byte(0).u32(index);
    for (let i = 0; i < exports; i++) to.text(`e${i}`.padEnd(48, '-')).byte(0).u32(0);
  });
  if (elements)
    section(9, (to) => {
      to.u32(1).u32(0).byte(OP.i32Const).signed(0).byte(OP.end).u32(elements.length);
      for (const index of elements) to.u32(index);
    });
  section(10, (to) => {
    to.u32(2 + functions.length);
    const add = ({ locals = [], code }: Function) => {
      const body = new ByteWriter(1 << 10).u32(locals.length);
      for (const [count, type] of locals) body.u32(count).byte(type);
      code(body);
      body.byte(OP.end);
      to.u32(body.length).bytes(body.view());
    };
    add({ code: (body) => zero(body) });
    add({ code: (body) => zero(body) });
    for (const each of functions) add(each);
  });
  if (data > 0)
    section(11, (to) => {
      to.u32(data);
      for (let i = 0; i < data; i++)
        to.u32(0)
          .byte(OP.i32Const)
          .signed(i % 60_000)
          .byte(OP.end)
          .u32(48)
          .bytes(new Uint8Array(48));
    });
  return out.result();
}

/**
 * A module whose code has about `bytes` bytes and repeats `one`. If the code is longer than `most` bytes, it is split
 * into several functions.
 */
function spread(
  bytes: number,
  most: number,
  one: (out: ByteWriter, i: number) => void,
  locals: Function['locals'] = [[1, TYPE.i32]],
  around?: { before(out: ByteWriter): void; after(out: ByteWriter): void },
): Uint8Array<ArrayBuffer> {
  const parts = Math.ceil(bytes / most);
  const functions: Function[] = [];
  for (let part = 0; part < parts; part++)
    functions.push({
      locals,
      code(out) {
        const from = out.length;
        around?.before(out);
        for (let i = 0, before = -1; out.length - from < bytes / parts && out.length > before; i++) {
          before = out.length;
          one(out, i);
        }
        around?.after(out);
        if (part + 1 < parts) out.byte(OP.call).u32(3 + part);
        else zero(out);
      },
    });
  return build({ functions });
}

const FUNCTION = 120_000;

export const SHAPES: readonly Shape[] = [
  {
    name: 'long arithmetic',
    make: (bytes) => spread(bytes, FUNCTION, (out) => get(get(out, 0), 0).byte(OP.i32Add).byte(OP.localSet).u32(0)),
  },
  {
    name: 'memory accesses',
    make: (bytes) => spread(bytes, FUNCTION, (out) => get(out, 0).byte(0x28).byte(2).u32(0).byte(OP.localSet).u32(0)),
  },
  {
    name: 'empty blocks',
    make: (bytes) => spread(bytes, 45_000, (out) => out.byte(OP.block).byte(EMPTY).byte(OP.end)),
  },
  { name: 'loops', make: (bytes) => spread(bytes, 45_000, (out) => out.byte(OP.loop).byte(EMPTY).byte(OP.end)) },
  {
    name: 'branches out of one block',
    make: (bytes) =>
      spread(bytes, 45_000, (out) => get(out, 0).byte(OP.brIf).u32(0), undefined, {
        before: (out) => out.byte(OP.block).byte(EMPTY),
        after: (out) => out.byte(OP.end),
      }),
  },
  {
    name: 'nested blocks',
    make: (bytes) =>
      spread(bytes, 45_000, (out) => {
        for (let i = 0; i < 300; i++) out.byte(OP.block).byte(EMPTY);
        for (let i = 0; i < 300; i++)
          get(out, 0)
            .byte(OP.brIf)
            .u32(299 - i)
            .byte(OP.end);
      }),
  },
  {
    name: 'variables and branches',
    make: (bytes) =>
      spread(
        bytes,
        40_000,
        (out, i) =>
          out
            .byte(OP.i32Const)
            .signed(5)
            .byte(OP.localSet)
            .u32(i % 50)
            .byte(OP.block)
            .byte(EMPTY)
            .byte(OP.localGet)
            .u32((i * 7) % 50)
            .byte(OP.brIf)
            .u32(0)
            .byte(OP.end),
        [[50, TYPE.i32]],
      ),
  },
  {
    name: 'a thousand variables in each function',
    make: (bytes) =>
      spread(
        bytes,
        12_000,
        (out, i) => {
          for (let k = 0; k < 50; k++) {
            constant(out, 5)
              .byte(OP.localSet)
              .u32((i + k * 19) % 1000);
            get(out, (i * 7 + k) % 1000).byte(OP.drop);
          }
          get(
            get(out.byte(OP.block).byte(EMPTY), i % 1000)
              .byte(OP.brIf)
              .u32(0)
              .byte(OP.end),
            0,
          ).byte(OP.drop);
        },
        [[1000, TYPE.i32]],
      ),
  },
  {
    name: 'large br_tables',
    make: (bytes) =>
      spread(bytes, 16_000, (out) => {
        for (let i = 0; i < 50; i++) out.byte(OP.block).byte(EMPTY);
        get(out, 0).byte(OP.brTable).u32(2000);
        for (let i = 0; i <= 2000; i++) out.u32(i % 50);
        for (let i = 0; i < 50; i++) out.byte(OP.end);
      }),
  },
  {
    name: 'many operands, and branches',
    make: (bytes) =>
      spread(bytes, 20_000, (out) => {
        for (let i = 0; i < 50; i++) get(out, 0);
        for (let i = 0; i < 50; i++)
          out.byte(OP.block).byte(EMPTY).byte(OP.localGet).u32(0).byte(OP.brIf).u32(0).byte(OP.end).byte(OP.drop);
      }),
  },
  {
    name: 'small functions, each of which calls the next',
    make: (bytes) => {
      const count = Math.floor(bytes / 8);
      return build({
        functions: Array.from({ length: count }, (_, i) => ({
          code: (out) => (i + 1 < count && i % 200 !== 199 ? out.byte(OP.call).u32(3 + i) : zero(out)),
        })),
      });
    },
  },
  {
    name: 'functions with calls through a table',
    make: (bytes) => {
      const count = Math.floor(bytes / 14);
      return build({
        functions: Array.from({ length: count }, () => ({
          code: (out) =>
            zero(zero(out).byte(OP.if).byte(EMPTY)).byte(OP.callIndirect).u32(1).u32(0).byte(OP.drop).byte(OP.end) &&
            zero(out),
        })),
        elements: Array.from({ length: Math.min(count, 90_000) }, (_, i) => 2 + i),
      });
    },
  },
  {
    name: 'types',
    make: (bytes) =>
      build({
        types: Array.from({ length: Math.floor(bytes / 51) }, (_, i) => [
          0x60,
          46,
          ...Array.from({ length: 46 }, (_, bit) => 0x7f - ((i >> (bit % 16)) & 3)),
          1,
          TYPE.i32,
        ]),
        functions: [{ code: zero }],
      }),
  },
  { name: 'globals', make: (bytes) => build({ globals: Math.floor(bytes / 5), functions: [{ code: zero }] }) },
  { name: 'exports', make: (bytes) => build({ exports: Math.floor(bytes / 52), functions: [{ code: zero }] }) },
  {
    name: 'data segments',
    make: (bytes) => build({ data: Math.floor(bytes / 55), functions: [{ code: zero }] }),
  },
  {
    name: 'groups of local variables',
    make: (bytes) =>
      spread(
        bytes,
        9000,
        () => {},
        Array.from({ length: 4000 }, (_, i) => [1, i % 2 === 0 ? TYPE.i32 : TYPE.i64] as const),
      ),
  },
];

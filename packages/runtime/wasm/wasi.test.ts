import { expect, test } from 'vitest';
import { CLOCK, HOST_BYTES, RANDOM_BLOCK } from './prices.ts';
import { ALLOWED_IMPORTS, type ImportHost, playerImports } from './wasi.ts';

const PAGE = 65536;

/** The imports with one page of memory, the imports' output, and the fuel paid. */
function imported(room = Number.POSITIVE_INFINITY, luck?: Uint32Array) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new DataView(memory.buffer);
  const texts: string[] = [];
  const codes: number[] = [];
  let paid = 0;
  const host: ImportHost = {
    memory: () => memory,
    charge(units) {
      paid += units;
      return paid <= room;
    },
    exit: (code) => codes.push(code),
    budgetLeft: () => 0.25,
    seconds: () => 1.5,
    ...(luck && { luck }),
    write({ view: { buffer }, first, end, total }, descriptor) {
      texts.push(
        `${descriptor}: ${total} in ${(end - first) / 8}, ${new Uint8Array(buffer)[view.getUint32(first, true)]}`,
      );
    },
  };
  const { wasi_snapshot_preview1: wasi, ludus } = playerImports(host) as Record<
    string,
    Record<string, (...values: number[]) => number>
  >;
  /** Pieces at address 1024, and a call that writes them. */
  const write = (pieces: readonly (readonly [at: number, length: number])[], descriptor = 1, written = 64) => {
    for (const [index, [at, length]] of pieces.entries()) {
      view.setUint32(1024 + 8 * index, at, true);
      view.setUint32(1028 + 8 * index, length, true);
    }
    return wasi.fd_write(descriptor, 1024, pieces.length, written);
  };
  return { wasi, ludus, view, texts, codes, write, paid: () => paid };
}

test('a forbidden call fails with its WASI error number', () => {
  const { wasi } = imported();
  const numbers = new Map<number, string[]>();
  for (const name of Object.keys(wasi))
    if (!/^(fd_write|proc_exit|args_|environ_)/.test(name))
      numbers.set(wasi[name](), [...(numbers.get(wasi[name]()) ?? []), name]);
  expect([...numbers.keys()].toSorted((a, b) => a - b)).toEqual([0, 8, 58, 76]);
  expect(numbers.get(0)).toEqual(['sched_yield']);
  expect(numbers.get(8)!.every((name) => name.startsWith('fd_'))).toBe(true);
  expect(numbers.get(58)).toEqual(['poll_oneoff', 'clock_res_get', 'clock_time_get', 'random_get']);
  expect(numbers.get(76)!.every((name) => name.startsWith('path_'))).toBe(true);
});

test('every allowed import exists and has a type', () => {
  const { wasi, ludus } = imported();
  const names = [
    ...Object.keys(wasi).map((name) => `wasi_snapshot_preview1.${name}`),
    ...Object.keys(ludus).map((name) => `ludus.${name}`),
  ];
  expect(names.toSorted()).toEqual([...ALLOWED_IMPORTS.keys()].toSorted());
  expect(ALLOWED_IMPORTS.get('wasi_snapshot_preview1.fd_seek')).toBe('ilii>i');
  expect(ALLOWED_IMPORTS.get('wasi_snapshot_preview1.sched_yield')).toBe('>i');
  expect(ALLOWED_IMPORTS.get('wasi_snapshot_preview1.proc_exit')).toBe('i>');
  expect(ALLOWED_IMPORTS.get('ludus.seconds')).toBe('>d');
});

test('fd_write joins the pieces of each write, and charges for their bytes', () => {
  const { view, texts, write, paid } = imported();
  view.setUint8(3000, 77);
  expect(
    write([
      [3000, 5],
      [PAGE - 2, 2],
    ]),
  ).toBe(0);
  expect(write([[3000, 1]], 2, PAGE - 4)).toBe(0);
  expect(texts).toEqual(['1: 7 in 2, 77', '2: 1 in 1, 77']);
  expect(paid()).toBe(8 * HOST_BYTES);
  expect([view.getUint32(64, true), view.getUint32(PAGE - 4, true)]).toEqual([7, 1]);
});

test('fd_write doesn’t write empty pieces', () => {
  const { view, texts, write } = imported();
  view.setUint32(64, 9, true);
  expect([write([]), write([[PAGE, 0]])]).toEqual([0, 0]);
  expect(texts).toEqual([]);
  expect(view.getUint32(64, true)).toBe(0);
});

test('fd_write doesn’t write pieces beyond the remaining fuel', () => {
  const { texts, write } = imported(4 * HOST_BYTES);
  expect(write([[0, 4]])).toBe(0);
  expect(write([[0, 1]])).toBe(0);
  expect(texts).toHaveLength(1);
});

test('fd_write writes only to standard output and standard error, and only bytes inside the memory', () => {
  const { wasi, texts, write, paid } = imported();
  expect([0, 3].map((descriptor) => write([[0, 1]], descriptor))).toEqual([8, 8]);
  const outside = [
    write([[PAGE - 1, 2]]),
    write([[0, 1]], 1, PAGE - 3),
    write([[0, 1]], 1, -1),
    write([
      [0, 1],
      [-1, 1],
    ]),
    wasi.fd_write(1, PAGE - 4, 1, 64),
    wasi.fd_write(1, -8, 1, 64),
    wasi.fd_write(1, 1024, -1, 64),
  ];
  expect(outside).toEqual(outside.map(() => 21));
  expect(texts).toEqual([]);
  expect(paid()).toBe(0);
});

test('a program has no arguments and no environment', () => {
  const { wasi, view } = imported();
  for (const name of ['args_sizes_get', 'environ_sizes_get']) {
    view.setUint32(8, 5, true);
    view.setUint32(12, 5, true);
    expect(wasi[name](8, 12)).toBe(0);
    expect([view.getUint32(8, true), view.getUint32(12, true)]).toEqual([0, 0]);
    expect([wasi[name](PAGE - 3, 12), wasi[name](8, PAGE - 3), wasi[name](-4, 8)]).toEqual([21, 21, 21]);
    expect(wasi[name](PAGE - 4, PAGE - 4)).toBe(0);
  }
  expect([wasi.args_get(0, 0), wasi.environ_get(0, 0)]).toEqual([0, 0]);
});

test('a player can exit, and can ask for its budget', () => {
  const { wasi, ludus, codes } = imported();
  wasi.proc_exit(3);
  expect(codes).toEqual([3]);
  expect([ludus.budget_left(), ludus.seconds()]).toEqual([0.25, 1.5]);
});

test('a program’s clocks measure the fuel that the program has used, and reading a clock costs fuel', () => {
  const { wasi, view, paid } = imported(3 * CLOCK, Uint32Array.of(7, 0, 0, 0, 0, 0, 0, 0));
  expect([wasi.clock_time_get(1, 0, 8), wasi.clock_time_get(0, 0, 16)]).toEqual([0, 0]);
  expect(view.getBigUint64(8, true)).toBe(1_500_000_000n);
  expect(new Date(Number(view.getBigUint64(16, true) / 1_000_000n)).toISOString()).toBe('2000-01-01T12:00:01.500Z');
  expect(paid()).toBe(2 * CLOCK);
  const wrong = [wasi.clock_time_get(4, 0, 8), wasi.clock_time_get(-1, 0, 8), wasi.clock_time_get(0, 0, PAGE - 7)];
  expect(wrong).toEqual([28, 28, 21]);
  expect(paid()).toBe(2 * CLOCK);
});

test('a program’s key determines its random numbers, and each block that is started costs fuel', () => {
  const drawn = (key: number, ...lengths: number[]) => {
    const { wasi, view, paid } = imported(Number.POSITIVE_INFINITY, Uint32Array.of(key, 0, 0, 0, 0, 0, 0, 0));
    let at = 0;
    for (const length of lengths) {
      expect(wasi.random_get(at, length)).toBe(0);
      at += length;
    }
    return { bytes: Buffer.from(view.buffer, 0, at).toString('hex'), paid: paid() };
  };
  expect(drawn(7, 100)).toEqual(drawn(7, 100));
  expect(drawn(7, 100).paid).toBe(2 * RANDOM_BLOCK);
  expect(drawn(7, 1, 1, 0).paid).toBe(2 * RANDOM_BLOCK);
  const some = [
    drawn(7, 100).bytes.slice(0, 64),
    drawn(7, 100).bytes.slice(128, 192),
    drawn(8, 100).bytes.slice(0, 64),
  ];
  expect(new Set(some).size).toBe(3);
});

test('random_get writes nothing if the fuel runs out or the address is outside the memory', () => {
  const { wasi, view, paid } = imported(RANDOM_BLOCK, new Uint32Array(8));
  expect([wasi.random_get(PAGE - 1, 2), wasi.random_get(-1, 1), wasi.random_get(0, -1)]).toEqual([21, 21, 21]);
  expect(paid()).toBe(0);
  expect(wasi.random_get(0, 65)).toBe(0);
  expect(view.getUint32(0, true)).toBe(0);
});

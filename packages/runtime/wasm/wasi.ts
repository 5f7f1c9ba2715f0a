import { chacha8Block } from '@ludus/kernel/chacha8.ts';
import type { Pieces } from './log-writer.ts';
import { CLOCK, HOST_BYTES, PROGRAM_CALL, RANDOM_BLOCK } from './prices.ts';

/**
 * The imports that a player may have. The only parts of WASI that work are writing to standard output and error and,
 * for programs, clocks and random numbers. There are no files and no environment. All other calls fail with an error
 * number, as on a system without these features.
 */
const BAD_DESCRIPTOR = 8;
const BAD_ADDRESS = 21;
const INVALID = 28;
const NOT_CAPABLE = 76;
const NOT_SUPPORTED = 58;

/**
 * WASI functions that only return an error number: this number, and the types of the function's parameters (`i`: 32
 * bits, `l`: 64 bits).
 */
const REFUSING: Readonly<Record<string, readonly [errno: number, parameters: string]>> = {
  fd_advise: [BAD_DESCRIPTOR, 'illi'],
  fd_allocate: [BAD_DESCRIPTOR, 'ill'],
  fd_close: [BAD_DESCRIPTOR, 'i'],
  fd_datasync: [BAD_DESCRIPTOR, 'i'],
  fd_fdstat_get: [BAD_DESCRIPTOR, 'ii'],
  fd_fdstat_set_flags: [BAD_DESCRIPTOR, 'ii'],
  fd_filestat_get: [BAD_DESCRIPTOR, 'ii'],
  fd_filestat_set_size: [BAD_DESCRIPTOR, 'il'],
  fd_filestat_set_times: [BAD_DESCRIPTOR, 'illi'],
  fd_pread: [BAD_DESCRIPTOR, 'iiili'],
  fd_prestat_get: [BAD_DESCRIPTOR, 'ii'],
  fd_prestat_dir_name: [BAD_DESCRIPTOR, 'iii'],
  fd_pwrite: [BAD_DESCRIPTOR, 'iiili'],
  fd_read: [BAD_DESCRIPTOR, 'iiii'],
  fd_readdir: [BAD_DESCRIPTOR, 'iiili'],
  fd_renumber: [BAD_DESCRIPTOR, 'ii'],
  fd_seek: [BAD_DESCRIPTOR, 'ilii'],
  fd_sync: [BAD_DESCRIPTOR, 'i'],
  fd_tell: [BAD_DESCRIPTOR, 'ii'],
  path_create_directory: [NOT_CAPABLE, 'iii'],
  path_filestat_get: [NOT_CAPABLE, 'iiiii'],
  path_filestat_set_times: [NOT_CAPABLE, 'iiiilli'],
  path_link: [NOT_CAPABLE, 'iiiiiii'],
  path_open: [NOT_CAPABLE, 'iiiiillii'],
  path_readlink: [NOT_CAPABLE, 'iiiiii'],
  path_remove_directory: [NOT_CAPABLE, 'iii'],
  path_rename: [NOT_CAPABLE, 'iiiiii'],
  path_symlink: [NOT_CAPABLE, 'iiiii'],
  path_unlink_file: [NOT_CAPABLE, 'iii'],
  poll_oneoff: [NOT_SUPPORTED, 'iiii'],
  clock_res_get: [NOT_SUPPORTED, 'ii'],
  clock_time_get: [NOT_SUPPORTED, 'ili'],
  random_get: [NOT_SUPPORTED, 'ii'],
  sched_yield: [0, ''],
};

export const WASI = 'wasi_snapshot_preview1';
const OWN: Readonly<Record<string, string>> = {
  fd_write: 'iiii>i',
  proc_exit: 'i>',
  args_get: 'ii>i',
  args_sizes_get: 'ii>i',
  environ_get: 'ii>i',
  environ_sizes_get: 'ii>i',
};

/** All functions that a player may import, as `module.name`, and their types, as in `ModuleLimits`. */
export const ALLOWED_IMPORTS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(REFUSING).map(([name, [, parameters]]) => [`${WASI}.${name}`, `${parameters}>i`] as const),
  ...Object.entries(OWN).map(([name, signature]) => [`${WASI}.${name}`, signature] as const),
  ['ludus.budget_left', '>d'],
  ['ludus.seconds', '>d'],
]);

/**
 * The data and functions that the imports need from the player that calls them. None of the functions throws, because a
 * module could catch the exception.
 */
export interface ImportHost {
  memory(): WebAssembly.Memory;
  /**
   * Charges fuel for the host's work, in addition to the call. Returns false if the fuel is used up and the work must
   * not be done.
   */
  charge(units: number): boolean;
  /** Called when the player's program exits. The module is stopped after this call. */
  exit(code: number): void;
  /** The share (0 to 1) of the budget that is left. */
  budgetLeft(): number;
  /** The player's computation so far, in seconds of fuel. */
  seconds(): number;
  /**
   * For programs: the key of their random numbers. If the key is absent, programs have neither random numbers nor
   * clocks.
   */
  readonly luck?: Uint32Array;
  /**
   * Writes pieces of the player's memory. The bytes must be copied immediately, because the player may change them
   * later.
   */
  write(pieces: Pieces, descriptor: 1 | 2): void;
}

/** The imports that players may have. The module has already paid for each call (host-calls.ts). */
export function playerImports(host: ImportHost): WebAssembly.Imports {
  const wasi: Record<string, WebAssembly.ImportValue> = {};
  for (const [name, [errno]] of Object.entries(REFUSING)) wasi[name] = () => errno;
  wasi.fd_write = (descriptor: number, vectors: number, count: number, written: number) => {
    if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
    const view = new DataView(host.memory().buffer);
    const first = vectors >>> 0;
    const end = first + 8 * (count >>> 0);
    if (end > view.byteLength || !inside(view, written >>> 0, 4)) return BAD_ADDRESS;
    let total = 0;
    for (let at = first; at < end; at += 8) {
      const length = view.getUint32(at + 4, true);
      if (!inside(view, view.getUint32(at, true), length)) return BAD_ADDRESS;
      total += length;
    }
    if (!host.charge((host.luck ? PROGRAM_CALL : 0) + HOST_BYTES * total)) return 0;
    if (total > 0) host.write({ view, first, end, total }, descriptor);
    view.setUint32(written >>> 0, total, true);
    return 0;
  };
  if (host.luck) addClocksAndLuck(wasi, host, host.luck);
  wasi.proc_exit = (code: number) => host.exit(code);
  const nothing = (count: number, bytes: number): number => {
    const view = new DataView(host.memory().buffer);
    if (!inside(view, count >>> 0, 4) || !inside(view, bytes >>> 0, 4)) return BAD_ADDRESS;
    view.setUint32(count >>> 0, 0, true);
    view.setUint32(bytes >>> 0, 0, true);
    return 0;
  };
  wasi.args_sizes_get = nothing;
  wasi.environ_sizes_get = nothing;
  wasi.args_get = () => 0;
  wasi.environ_get = () => 0;
  return { [WASI]: wasi, ludus: { budget_left: () => host.budgetLeft(), seconds: () => host.seconds() } };
}

/** The last clock counts the CPU time of a thread. */
const LAST_CLOCK = 3;
/** Noon of 1 January 2000, UTC, in nanoseconds. */
const START_OF_CALENDAR = 946_728_000_000_000_000n;

/**
 * Clocks return the used fuel, in seconds of fuel, and the calendar begins at a fixed date. Both are the same on every
 * machine.
 */
function addClocksAndLuck(wasi: Record<string, WebAssembly.ImportValue>, host: ImportHost, key: Uint32Array): void {
  wasi.clock_time_get = (clock: number, _precision: bigint, time: number) => {
    if (clock < 0 || clock > LAST_CLOCK) return INVALID;
    const view = new DataView(host.memory().buffer);
    if (!inside(view, time >>> 0, 8)) return BAD_ADDRESS;
    if (!host.charge(CLOCK)) return 0;
    const used = BigInt(Math.floor(host.seconds() * 1e9));
    view.setBigUint64(time >>> 0, clock === 0 ? START_OF_CALENDAR + used : used, true);
    return 0;
  };
  let blocks = 0;
  const block = new Uint32Array(16);
  const drawn = new Uint8Array(block.buffer);
  wasi.random_get = (at: number, length: number) => {
    const view = new DataView(host.memory().buffer);
    const size = length >>> 0;
    if (!inside(view, at >>> 0, size)) return BAD_ADDRESS;
    if (!host.charge(RANDOM_BLOCK * Math.ceil(size / drawn.length))) return 0;
    const into = new Uint8Array(view.buffer, at >>> 0, size);
    for (let n = 0; n < size; n += drawn.length) {
      chacha8Block(key, 0, blocks++, block);
      into.set(drawn.subarray(0, size - n), n);
    }
    return 0;
  };
}

const inside = (view: DataView, at: number, length: number): boolean => at + length <= view.byteLength;

/**
 * The imports that a player may have. Of WASI only writing to standard output and error does something; there are no files, no
 * environment, no clock and no randomness. What such calls would need fails with an error number, as on a system that has none.
 */
const BAD_DESCRIPTOR = 8;
const BAD_ADDRESS = 21;
const NOT_CAPABLE = 76;
const NOT_SUPPORTED = 58;

/** Functions of WASI that answer with an error number, and which one. */
const REFUSING: Readonly<Record<string, number>> = {
  fd_advise: BAD_DESCRIPTOR,
  fd_allocate: BAD_DESCRIPTOR,
  fd_close: BAD_DESCRIPTOR,
  fd_datasync: BAD_DESCRIPTOR,
  fd_fdstat_get: BAD_DESCRIPTOR,
  fd_fdstat_set_flags: BAD_DESCRIPTOR,
  fd_filestat_get: BAD_DESCRIPTOR,
  fd_filestat_set_size: BAD_DESCRIPTOR,
  fd_filestat_set_times: BAD_DESCRIPTOR,
  fd_pread: BAD_DESCRIPTOR,
  fd_prestat_get: BAD_DESCRIPTOR,
  fd_prestat_dir_name: BAD_DESCRIPTOR,
  fd_pwrite: BAD_DESCRIPTOR,
  fd_read: BAD_DESCRIPTOR,
  fd_readdir: BAD_DESCRIPTOR,
  fd_renumber: BAD_DESCRIPTOR,
  fd_seek: BAD_DESCRIPTOR,
  fd_sync: BAD_DESCRIPTOR,
  fd_tell: BAD_DESCRIPTOR,
  path_create_directory: NOT_CAPABLE,
  path_filestat_get: NOT_CAPABLE,
  path_filestat_set_times: NOT_CAPABLE,
  path_link: NOT_CAPABLE,
  path_open: NOT_CAPABLE,
  path_readlink: NOT_CAPABLE,
  path_remove_directory: NOT_CAPABLE,
  path_rename: NOT_CAPABLE,
  path_symlink: NOT_CAPABLE,
  path_unlink_file: NOT_CAPABLE,
  poll_oneoff: NOT_SUPPORTED,
  clock_res_get: NOT_SUPPORTED,
  clock_time_get: NOT_SUPPORTED,
  random_get: NOT_SUPPORTED,
  sched_yield: 0,
};

const WASI = 'wasi_snapshot_preview1';
const OWN = ['fd_write', 'proc_exit', 'args_get', 'args_sizes_get', 'environ_get', 'environ_sizes_get'];

/** All functions that a player may import, as `module.name`. */
export const ALLOWED_IMPORTS: ReadonlySet<string> = new Set([
  ...[...Object.keys(REFUSING), ...OWN].map((name) => `${WASI}.${name}`),
  'ludus.budget_left',
  'ludus.seconds',
]);

/** A player left its program. */
export class Exited extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit(${code})`);
    this.code = code;
  }
}

/** What the imports need to know of the player that calls them. */
export interface ImportHost {
  memory(): WebAssembly.Memory;
  /** Takes fuel for work that the host does. */
  charge(units: number): void;
  /** The share (0 … 1) of the budget left. */
  budgetLeft(): number;
  /** Computed so far, in seconds of fuel. */
  seconds(): number;
  write(bytes: Uint8Array): void;
}

/** What a call of the host costs, in units of fuel, besides the bytes that it carries. */
const CALL = 500;

export function playerImports(host: ImportHost): WebAssembly.Imports {
  const wasi: Record<string, WebAssembly.ImportValue> = {};
  for (const [name, errno] of Object.entries(REFUSING)) {
    wasi[name] = () => {
      host.charge(CALL);
      return errno;
    };
  }
  /** Runs something that goes through the player's memory; addresses outside of it are the player's mistake. */
  const within = (run: (view: DataView) => number): number => {
    host.charge(CALL);
    try {
      return run(new DataView(host.memory().buffer));
    } catch (error) {
      if (error instanceof RangeError) return BAD_ADDRESS;
      throw error;
    }
  };
  wasi.fd_write = (descriptor: number, vectors: number, count: number, written: number) =>
    within((view) => {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      let total = 0;
      for (let i = 0; i < count >>> 0; i++) {
        const at = (vectors >>> 0) + 8 * i;
        const start = view.getUint32(at, true);
        const length = view.getUint32(at + 4, true);
        host.charge(CALL + length);
        host.write(new Uint8Array(view.buffer, start, length));
        total += length;
      }
      view.setUint32(written >>> 0, total, true);
      return 0;
    });
  wasi.proc_exit = (code: number) => {
    throw new Exited(code);
  };
  const nothing = (count: number, bytes: number): number =>
    within((view) => {
      view.setUint32(count >>> 0, 0, true);
      view.setUint32(bytes >>> 0, 0, true);
      return 0;
    });
  wasi.args_sizes_get = nothing;
  wasi.environ_sizes_get = nothing;
  wasi.args_get = () => 0;
  wasi.environ_get = () => 0;
  const ludus = {
    budget_left: () => {
      host.charge(CALL);
      return host.budgetLeft();
    },
    seconds: () => {
      host.charge(CALL);
      return host.seconds();
    },
  };
  return { [WASI]: wasi, ludus };
}

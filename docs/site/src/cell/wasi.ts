/** The input and output of a program. */
export interface Streams {
  /**
   * Reads from standard input. Returns an empty string at the end of the input, and undefined if the program must stop.
   */
  read(): string | undefined;
  /** Writes to standard output. Returns false if the program must stop. */
  write(text: string): boolean;
  /** Writes to standard error. */
  log(text: string): void;
}

/** Thrown to leave the program from within one of its calls. */
class ProgramExitError extends Error {}

const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;

/**
 * Runs a program to its end. The program may read, write, and exit, but it can't use any other part of WASI. Returns a
 * description of the failure that completes a sentence beginning with the program's name, or undefined if the program
 * ended normally.
 */
export function runProgram(module: WebAssembly.Module, streams: Streams): string | undefined {
  let memory = new DataView(new ArrayBuffer(0));
  let pending: Uint8Array = new Uint8Array(0);
  const decoders = [new TextDecoder(), new TextDecoder(), new TextDecoder()];
  const view = (): DataView => {
    const { buffer } = instance.exports.memory as WebAssembly.Memory;
    if (memory.buffer !== buffer) memory = new DataView(buffer);
    return memory;
  };
  /**
   * Calls `use` for each of the memory ranges that the program passes, until `use` returns less than the length of its
   * range.
   */
  const each = (list: number, count: number, use: (piece: Uint8Array) => number): number => {
    let all = 0;
    for (let at = list; at < list + 8 * count; at += 8) {
      const length = view().getUint32(at + 4, true);
      const used = use(new Uint8Array(view().buffer, view().getUint32(at, true), length));
      all += used;
      if (used < length) break;
    }
    return all;
  };
  const own: Readonly<Record<string, (...numbers: number[]) => number>> = {
    fd_read(descriptor, list, count, result) {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      if (pending.length === 0) {
        const text = streams.read();
        if (text === undefined) throw new ProgramExitError();
        pending = new TextEncoder().encode(text);
      }
      const read = each(list, count, (piece) => {
        const taken = pending.subarray(0, piece.length);
        piece.set(taken);
        pending = pending.subarray(taken.length);
        return taken.length;
      });
      view().setUint32(result, read, true);
      return 0;
    },
    fd_write(descriptor, list, count, result) {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      let text = '';
      const written = each(list, count, (piece) => {
        text += decoders[descriptor].decode(piece, { stream: true });
        return piece.length;
      });
      view().setUint32(result, written, true);
      if (descriptor === 2) streams.log(text);
      else if (!streams.write(text)) throw new ProgramExitError();
      return 0;
    },
    proc_exit() {
      throw new ProgramExitError();
    },
    args_sizes_get: (count, size) => nothing(count, size),
    environ_sizes_get: (count, size) => nothing(count, size),
    args_get: () => 0,
    environ_get: () => 0,
  };
  const nothing = (count: number, size: number): number => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  };
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = own[name] ?? (() => NOT_SUPPORTED);
  }
  const instance = new WebAssembly.Instance(module, imports);
  const call = (name: string): void => (instance.exports[name] as ((...numbers: number[]) => void) | undefined)?.(0, 0);
  try {
    call('_initialize');
    call('__main_void' in instance.exports ? '__main_void' : '__main_argc_argv');
    return undefined;
  } catch (error) {
    if (error instanceof ProgramExitError) return undefined;
    return `crashed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

import type { DynamicLibraryResult } from 'node:ffi';

// Constants from <sys/mman.h> on Linux.
const [PROT_READ, PROT_WRITE, MAP_SHARED] = [1, 2, 1];
const MAP_FAILED = 2n ** 64n - 1n;

const MMAP = {
  mmap: { arguments: ['pointer', 'u64', 'i32', 'i32', 'i32', 'i64'], return: 'pointer' },
} as const;

/**
 * Maps an open file into memory: writes are immediately visible in the file and in its other mappings. The mapping
 * lasts until the process ends. Undefined if files cannot be mapped. This is the only use of `node:ffi`, which is
 * experimental.
 * @param length the length of the mapping in bytes; if the file is shorter, an access ends the process
 */
export function mapFile(descriptor: number, length: number): ArrayBuffer | undefined {
  if (process.platform !== 'linux') return undefined;
  const ffi = loadQuietly();
  if (!ffi) return undefined;
  try {
    const { functions }: DynamicLibraryResult<typeof MMAP> = ffi.dlopen(null, MMAP);
    const address = functions.mmap(0n, BigInt(length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0n);
    return address === MAP_FAILED ? undefined : ffi.toArrayBuffer(address, length, false);
  } catch {
    return undefined;
  }
}

/** Suppresses the warning about an experimental module, because users of a simulator can't act on it. */
function loadQuietly() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:ffi');
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

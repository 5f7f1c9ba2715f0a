import type { DynamicLibraryResult } from 'node:ffi';

// The constants of <sys/mman.h> on Linux.
const [PROT_READ, PROT_WRITE, MAP_SHARED] = [1, 2, 1];
const MAP_FAILED = 2n ** 64n - 1n;

const MMAP = {
  mmap: { arguments: ['pointer', 'u64', 'i32', 'i32', 'i32', 'i64'], return: 'pointer' },
} as const;

/**
 * An open file as memory: what is written there is in the file at once, and anyone who else has it mapped sees it. The mapping
 * stays until the process ends. Undefined if files cannot be mapped: this is the one door to `node:ffi`, which is
 * experimental.
 * @param length of at least so many bytes the file must be, or touching it ends the process
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

/** Without the warning that it is experimental: who asks for a simulator cannot do anything about that. */
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

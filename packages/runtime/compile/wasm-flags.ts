import type { Attempt } from './attempts.ts';

/**
 * The stack is as large as a native program's. The heap begins after the stack, so a stack overflow traps instead of
 * overwriting the heap.
 */
export const LINK = ['-mexec-model=reactor', '-Wl,-z,stack-size=8388608', '-Wl,--stack-first'];
/**
 * Line tables show where a player fails. The tables are later removed from the module, and don't change anything else.
 * The flags' order matters, because the last flag sets the level of detail.
 */
export const LINE_TABLES = ['-gdwarf-4', '-gline-tables-only'];
export const FLAGS = [
  '-O2',
  '-w',
  '-ferror-limit=20',
  // The warnings of g++ that clang treats as errors.
  '-Wno-c++11-narrowing',
  '-Wno-register',
  '-D_WASI_EMULATED_SIGNAL',
  '-D_WASI_EMULATED_PROCESS_CLOCKS',
  '-D_WASI_EMULATED_GETPID',
  '-D_LIBCPP_ENABLE_CXX17_REMOVED_FEATURES',
  '-D_LIBCPP_ENABLE_CXX20_REMOVED_FEATURES',
  // Since version 19, libc++ ignores the two macros above, and knows only the macros that the two used to define.
  ...[
    'CXX17_REMOVED_AUTO_PTR',
    'CXX17_REMOVED_BINDERS',
    'CXX17_REMOVED_RANDOM_SHUFFLE',
    'CXX17_REMOVED_UNARY_BINARY_FUNCTION',
    'CXX20_REMOVED_BINDER_TYPEDEFS',
    'CXX20_REMOVED_NEGATORS',
    'CXX20_REMOVED_TYPE_TRAITS',
  ].map((removed) => `-D_LIBCPP_ENABLE_${removed}`),
];
/**
 * The wasi libraries are built without exceptions. A player that throws or catches uses Ludus's own exceptions (in the
 * SDK's runtime), and the templates of the libraries are compiled again. All other players are compiled without
 * exceptions, which is faster.
 */
const WITH_EXCEPTIONS = ['-fwasm-exceptions', '-D_LIBCPP_DISABLE_EXTERN_TEMPLATE'];
const WITHOUT_EXCEPTIONS = ['-fno-exceptions'];

export const exceptionFlags = (throws: boolean): readonly string[] => (throws ? WITH_EXCEPTIONS : WITHOUT_EXCEPTIONS);

/** All compiler flags of an attempt. */
export const flagsOf = ({ standard, flags }: Attempt, exceptions: readonly string[]): string[] => [
  `-std=${standard}`,
  ...flags,
  ...FLAGS,
  ...exceptions,
];

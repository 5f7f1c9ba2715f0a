import type { Attempt } from './attempts.ts';

/** Its stack is as large as a native program's; the heap begins after it, so an overflow traps instead of overwriting. */
export const LINK = ['-mexec-model=reactor', '-Wl,-z,stack-size=8388608', '-Wl,--stack-first'];
/** Tells where a player fails; what it adds to the module is taken out again, and nothing else of it differs. In this order: the last one says how much. */
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
  // From its version 19 on libc++ no longer knows the two above, only what they stood for.
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
 * The libraries for wasi are built without exceptions. A player that throws or catches gets exceptions from us (the SDK's
 * runtime), with the libraries' templates compiled again. All others go without, which is faster.
 */
const WITH_EXCEPTIONS = ['-fwasm-exceptions', '-D_LIBCPP_DISABLE_EXTERN_TEMPLATE'];
const WITHOUT_EXCEPTIONS = ['-fno-exceptions'];

export const exceptionFlags = (throws: boolean): readonly string[] => (throws ? WITH_EXCEPTIONS : WITHOUT_EXCEPTIONS);

/** All that an attempt is compiled with. */
export const flagsOf = ({ standard, flags }: Attempt, exceptions: readonly string[]): string[] => [
  `-std=${standard}`,
  ...flags,
  ...FLAGS,
  ...exceptions,
];

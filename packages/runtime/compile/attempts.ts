/** One way to compile a player's file. */
export interface Attempt {
  readonly standard: string;
  readonly flags: readonly string[];
}

/** Comparisons of containers need not be const: g++ takes that before C++17, libc++ with a header of ours. */
const LOOSE = '-DLUDUS_LOOSE_ORDER';

/**
 * Players were written against some C++ from 11 on and whatever headers their compiler brought along. A file that does not
 * compile as most do is tried in other ways, in this order; the errors shown are those of the first.
 */
export const ATTEMPTS: readonly Attempt[] = [
  { standard: 'gnu++17', flags: [] },
  { standard: 'gnu++11', flags: [LOOSE] },
  { standard: 'gnu++20', flags: [LOOSE] },
  { standard: 'gnu++17', flags: [LOOSE, '-DLUDUS_ALL_HEADERS'] },
  // Without the words of GNU, as the originals were compiled: a method may be called `typeof`, a variable `linux`.
  { standard: 'c++11', flags: [LOOSE] },
];

/** One way to compile a player's file. */
export interface Attempt {
  readonly standard: string;
  readonly flags: readonly string[];
}

/**
 * Allows a container's comparison function that isn't const. g++ accepts such functions before C++17, and libc++
 * accepts them with Ludus's header.
 */
const LOOSE = '-DLUDUS_LOOSE_ORDER';

/**
 * Players were written for different C++ standards from C++11 on, and rely on the headers of different compilers. A
 * file that does not compile with the most common settings is tried with other settings, in this order. If all attempts
 * fail, the errors of the first attempt are shown.
 */
export const ATTEMPTS: readonly Attempt[] = [
  { standard: 'gnu++17', flags: [] },
  { standard: 'gnu++11', flags: [LOOSE] },
  { standard: 'gnu++20', flags: [LOOSE] },
  { standard: 'gnu++17', flags: [LOOSE, '-DLUDUS_ALL_HEADERS'] },
  // GNU keywords are disabled, as in the original programs, so `typeof` may be a method's name, and `linux` a
  // variable's name.
  { standard: 'c++11', flags: [LOOSE] },
];

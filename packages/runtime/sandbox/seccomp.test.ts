import { expect, test } from 'vitest';
import { FILTERED_PROGRAMS, seccompProgram } from './seccomp.ts';

const ALLOW = 0x7fff0000;
const ENOSYS = 0x00050000 | 38;

/** Returns the filter's result for a system call whose arguments are 0. */
function answer(program: Buffer, audit: number, number: number): number {
  let loaded = 0;
  for (let at = 0; ; at++) {
    const [code, yes, no, value] = [
      program.readUInt16LE(8 * at),
      program[8 * at + 2],
      program[8 * at + 3],
      program.readUInt32LE(8 * at + 4),
    ];
    if (code === 0x06) return value;
    if (code === 0x20) loaded = value === 0 ? number : value === 4 ? audit : 0;
    else if (code === 0x54) loaded &= value;
    else {
      const isSo = code === 0x15 ? loaded === value : code === 0x35 ? loaded >= value : (loaded & value) !== 0;
      at += isSo ? yes : no;
    }
  }
}

test.each([
  ['x64', 0xc000003e, 0, [206, 207, 208, 209, 210, 333]],
  ['arm64', 0xc00000b7, 63, [0, 1, 2, 3, 4, 292]],
])('the filter for %s reports asynchronous I/O and io_uring as missing, and allows reads', (name, audit, read, aio) => {
  for (const tenant of FILTERED_PROGRAMS) {
    const program = seccompProgram(tenant, name)!;
    for (const number of [...aio, 425, 426, 427]) expect(answer(program, audit, number)).toBe(ENOSYS);
    expect(answer(program, audit, read)).toBe(ALLOW);
  }
});

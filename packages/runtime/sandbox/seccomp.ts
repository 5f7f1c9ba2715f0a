/**
 * The system call filter for sandboxed players, as the bytes of a classic BPF program (struct sock_filter, little
 * endian), for bubblewrap's `--seccomp`. The filter forbids calls that no player needs and that have been used to
 * attack kernels. Examples are calls for other processes' memory, namespaces, mounts, kernel modules, keys, tracing,
 * non-local sockets, and memory that isn't charged to any process. A player, unlike a compiler, can't start processes.
 * It also can't communicate with another player through locks on, or notifications about, files that both may read.
 */
const EPERM = 1;
const ENOLCK = 37;
const ENOSYS = 38;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const errno = (number: number) => 0x00050000 | number;

/** Offsets in struct seccomp_data. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

const LOAD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

/** All CLONE_NEW… flags. */
const NEW_NAMESPACES = 0x7e020000;
const CLONE_THREAD = 0x10000;
const TIOCSTI = 0x5412;
const AF_UNIX = 1;
/** MAP_SHARED (MAP_SHARED_VALIDATE includes its bit) with MAP_ANONYMOUS. */
const SHARED_ANONYMOUS = 0x21;
/** F_GETLK, F_SETLK, F_SETLKW, their F_OFD_… variants, F_SETLEASE, F_GETLEASE, F_NOTIFY. */
const FILE_LOCKS = [5, 6, 7, 36, 37, 38, 1024, 1025, 1026];

/**
 * The kinds of programs that the filter is for: a player is a single process, and a compiler may start other processes.
 */
export const FILTERED_PROGRAMS = ['player', 'compiler'] as const;
export type FilteredProgram = (typeof FILTERED_PROGRAMS)[number];

interface Machine {
  readonly audit: number;
  /** From this number on, system call numbers belong to a second interface to the same calls. */
  readonly foreign?: number;
  readonly clone: number;
  readonly ioctl: number;
  readonly socket: number;
  readonly mmap: number;
  readonly fcntl: number;
  readonly flock: number;
  /** fork and vfork, if these calls exist. */
  readonly forks: readonly number[];
  readonly inotify: readonly number[];
  /**
   * io_setup, io_destroy, io_getevents, io_submit, io_cancel, io_pgetevents: the number of requests is visible to
   * everyone in /proc/sys/fs/aio-nr.
   */
  readonly aio: readonly number[];
  /** ptrace, process_vm_*, mount, and others, in alphabetical order as in `man 2 syscalls`, by number. */
  readonly forbidden: readonly number[];
}

/** System call numbers that are the same on all machines: the calls that Linux 5.1 and later versions added. */
const COMMON_FORBIDDEN = [428, 429, 430, 431, 432, 433, 438, 440, 442, 447, 451];
/**
 * Calls that are rejected as if this kernel didn't have them, so that programs use other calls. They are clone3 (whose
 * flags aren't visible to a filter), io_uring, and asynchronous I/O.
 */
const MISSING = [435, 425, 426, 427];

const MACHINES: Partial<Record<string, Machine>> = {
  x64: {
    audit: 0xc000003e,
    foreign: 0x40000000,
    clone: 56,
    ioctl: 16,
    socket: 41,
    mmap: 9,
    fcntl: 72,
    flock: 73,
    forks: [57, 58],
    inotify: [253, 254, 294],
    aio: [206, 207, 208, 209, 210, 333],
    // biome-ignore format: a table
    forbidden: [
      29, 101, 103, 135, 153, 154, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169, 172, 173, 175, 176, 179, 180, 212, 227,
      237, 238, 246, 248, 249, 250, 256, 272, 279, 298, 300, 303, 304, 305, 308, 310, 311, 313, 319, 320, 321, 323,
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    ioctl: 29,
    socket: 198,
    mmap: 222,
    fcntl: 25,
    flock: 32,
    forks: [],
    inotify: [26, 27],
    aio: [0, 1, 2, 3, 4, 292],
    // biome-ignore format: a table
    forbidden: [
      39, 40, 41, 51, 60, 89, 92, 97, 104, 105, 106, 112, 116, 117, 142, 170, 171, 194, 217, 218, 219, 224, 225, 235, 237, 238,
      239, 241, 262, 264, 265, 266, 268, 270, 271, 273, 279, 280, 282, 294,
    ],
  },
};

type Instruction = readonly [code: number, yes: number, no: number, value: number];

const refuse = (error: number): Instruction => [RETURN, 0, 0, errno(error)];
const allow: Instruction = [RETURN, 0, 0, ALLOW];

/** The filter program for this processor; undefined if Ludus doesn't know the processor's system calls. */
export function seccompProgram(tenant: FilteredProgram, architecture: string = process.arch): Buffer | undefined {
  const machine = MACHINES[architecture];
  if (!machine) return undefined;
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, machine.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
  ];
  if (machine.foreign !== undefined) program.push([JUMP_AT_LEAST, 0, 1, machine.foreign], [RETURN, 0, 0, KILL]);
  const forbid = (number: number, error: number) => program.push([JUMP_EQUAL, 0, 1, number], refuse(error));
  /** Filter instructions for a system call that is allowed or rejected depending on its arguments. */
  const judge = (number: number, ...body: readonly Instruction[]) =>
    program.push([JUMP_EQUAL, 0, body.length + 1, number], ...body, allow);
  for (const number of [...machine.forbidden, ...COMMON_FORBIDDEN]) forbid(number, EPERM);
  for (const number of [...MISSING, ...machine.aio]) forbid(number, ENOSYS);
  const flags: Instruction = [LOAD, 0, 0, argument(0)];
  const noNamespace: readonly Instruction[] = [flags, [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES], refuse(EPERM)];
  judge(machine.socket, flags, [JUMP_EQUAL, 1, 0, AF_UNIX], refuse(EPERM));
  judge(machine.ioctl, [LOAD, 0, 0, argument(1)], [JUMP_EQUAL, 0, 1, TIOCSTI], refuse(EPERM));
  if (tenant === 'player') {
    judge(machine.clone, ...noNamespace, [JUMP_ANY_BIT, 1, 0, CLONE_THREAD], refuse(EPERM));
    for (const number of [...machine.forks, ...machine.inotify]) forbid(number, EPERM);
    forbid(machine.flock, ENOLCK);
    judge(
      machine.fcntl,
      [LOAD, 0, 0, argument(1)],
      ...FILE_LOCKS.flatMap((command): Instruction[] => [[JUMP_EQUAL, 0, 1, command], refuse(ENOLCK)]),
    );
    judge(
      machine.mmap,
      [LOAD, 0, 0, argument(3)],
      [AND, 0, 0, SHARED_ANONYMOUS],
      [JUMP_EQUAL, 0, 1, SHARED_ANONYMOUS],
      refuse(EPERM),
    );
  } else judge(machine.clone, ...noNamespace);
  program.push(allow);
  return encoded(program);
}

function encoded(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, yes, no, value], at) => {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  });
  return bytes;
}

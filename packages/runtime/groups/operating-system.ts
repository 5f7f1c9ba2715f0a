import { delimiter, join } from 'node:path';

/**
 * The differences between systems in how programs are found, started, and ended. Everything here takes the system's name, so that
 * what is done on one can be seen on another.
 */
export type OperatingSystem = NodeJS.Platform;

/**
 * The ending of programs. Other programs on Windows (`.cmd`, `.bat`) are text for a shell, and no shell is between us and a
 * player.
 */
export const programExtension = (system: OperatingSystem = process.platform): string =>
  system === 'win32' ? '.exe' : '';

/** The files in which a program can be, in the order of a search path. */
export function programFiles(program: string, path: string, system: OperatingSystem = process.platform): string[] {
  const ending = program.includes('.') ? '' : programExtension(system);
  return path.split(system === 'win32' ? ';' : delimiter).map((folder) => join(folder || '.', `${program}${ending}`));
}

/** The name of Python: on Windows `python3` may be a stub that opens a shop. */
export const pythonName = (system: OperatingSystem = process.platform): string =>
  system === 'win32' ? 'python' : 'python3';

/** Whether a player's name is a path. */
export const hasFolder = (name: string, system: OperatingSystem = process.platform): boolean =>
  (system === 'win32' ? /[\\/]/ : /\//).test(name);

/** How a process and its descendants are killed if there are no process groups; undefined if there are. */
export function endingCommand(pid: number, system: OperatingSystem = process.platform): readonly string[] | undefined {
  return system === 'win32' ? ['taskkill', '/pid', String(pid), '/t', '/f'] : undefined;
}

/**
 * What is weaker on a system than on Linux, one message each: `ludus sandbox` says it. Your own players are as safe as ever. This
 * is about untrusted code and fair times.
 */
export function weaknessesOn(system: OperatingSystem = process.platform): readonly string[] {
  if (system === 'linux') return [];
  return [
    'untrusted programs should not run here: there is no sandbox; what becomes WebAssembly (C++, TypeScript, JavaScript) is locked in as everywhere',
    'the CPU time of programs cannot be counted: --budget cpu rejects them, and wall-clock time limits them; --budget fuel works',
    'how many processes a program starts, and how much memory it takes, is not limited',
    'C++ players are compiled to WebAssembly, never to programs of this machine',
    ...(system === 'win32' ? ['a program is ended by taskkill, and what it started and let go of may live on'] : []),
  ];
}

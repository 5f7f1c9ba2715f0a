import { delimiter, join } from 'node:path';

/**
 * Differences between operating systems in how programs are found, started, and ended. All functions take the system's
 * name, so that tests on one system cover the other systems.
 */
export type OperatingSystem = NodeJS.Platform;

/**
 * The file extension of programs. Windows also has programs for a shell (`.cmd`, `.bat`), but players run without a
 * shell.
 */
export const programExtension = (system: OperatingSystem = process.platform): string =>
  system === 'win32' ? '.exe' : '';

/** The possible files of a program, in the order of a search path. */
export function programFiles(program: string, path: string, system: OperatingSystem = process.platform): string[] {
  const ending = program.includes('.') ? '' : programExtension(system);
  return path.split(system === 'win32' ? ';' : delimiter).map((folder) => join(folder || '.', `${program}${ending}`));
}

/** The name of the command for Python. On Windows, `python3` may be a stub that opens the app store. */
export const pythonName = (system: OperatingSystem = process.platform): string =>
  system === 'win32' ? 'python' : 'python3';

/** Whether a player's name is a path that contains a folder. */
export const hasFolder = (name: string, system: OperatingSystem = process.platform): boolean =>
  (system === 'win32' ? /[\\/]/ : /\//).test(name);

/**
 * On a system without process groups, the command that kills a process and its descendants. Undefined on other systems.
 */
export function endingCommand(pid: number, system: OperatingSystem = process.platform): readonly string[] | undefined {
  return system === 'win32' ? ['taskkill', '/pid', String(pid), '/t', '/f'] : undefined;
}

/**
 * Messages for `ludus sandbox`, one for each weakness of a system compared with Linux. The weaknesses concern untrusted
 * code and fair timing. Running your own players is as safe as on Linux.
 */
export function weaknessesOn(system: OperatingSystem = process.platform): readonly string[] {
  if (system === 'linux') return [];
  return [
    'don’t run untrusted programs here, because there is no sandbox; bots that run as WebAssembly (C++, TypeScript, JavaScript) are isolated as on Linux',
    'the CPU time of programs can’t be counted: --budget cpu rejects them, and only wall-clock time limits them; --budget fuel works',
    'the number of a program’s processes and its memory aren’t limited',
    'C++ bots are always compiled to WebAssembly, not to native code',
    ...(system === 'win32'
      ? ['taskkill ends a program, but processes that the program started and detached may survive']
      : []),
  ];
}

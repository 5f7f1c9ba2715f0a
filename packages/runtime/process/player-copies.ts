import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { type CommandLine, onPath } from '../groups/launch.ts';
import { missingPlayer } from '../player-problems.ts';
import { PROGRAM_BYTES, readRegular } from '../regular-file.ts';
import { SYSTEM_PATH } from '../sandbox/bubblewrap.ts';
import { onProcessFoldersCleared, processFolder } from '../sandbox/process-folder.ts';
import { type PlayerCommand, REPOSITORY } from './language-commands.ts';

export { clearProcessFolders } from '../sandbox/process-folder.ts';

/** Copies of a player's files that can be made visible in a sandbox, where the rest of the disk isn't accessible. */
export interface Copies {
  readonly command: CommandLine;
  readonly readOnly: readonly { readonly from: string; readonly to: string }[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The path of Node in a sandboxed player. */
const NODE = '/needs/node';

/**
 * Copies a player's files. Returns the command that runs inside a sandbox, and the files that must be visible there.
 */
export function copyIn(command: PlayerCommand, environment: Readonly<Record<string, string>>, folder: string): Copies {
  const readOnly: { from: string; to: string }[] = [];
  /** Paths on the host, and the corresponding paths in the sandbox. */
  const moved = new Map<string, string>();
  const own = processFolder();
  readOnly.push({ from: own, to: '/player' });
  const files =
    command.file === undefined
      ? command.args.filter((arg) => isFile(resolve(folder, arg)) && !isShown(arg))
      : [command.file];
  for (const file of files) {
    const inside = join(own, basename(file));
    const read = readRegular(resolve(folder, file), { most: PROGRAM_BYTES, links: false });
    if (!read.ok) throw missingPlayer('player/file', basename(file), read.problem.message);
    writeFileSync(inside, read.bytes);
    chmodSync(inside, read.mode & 0o100 ? 0o755 : 0o644);
    moved.set(file, `/player/${basename(file)}`);
  }
  for (const [at, need] of command.needs.entries()) {
    // A copied folder keeps its name, because a game is named after its folder.
    const inside = `/needs/${at}/${basename(need)}`;
    readOnly.push({ from: need === REPOSITORY ? copiedRepository() : copied(need), to: inside });
    moved.set(need, inside);
  }
  const translate = (word: string): string => {
    for (const [from, to] of moved)
      if (word === from || word.startsWith(`${from}/`)) return to + word.slice(from.length);
    return word;
  };
  let program = command.program === process.execPath ? NODE : translate(command.program);
  if (program === NODE) readOnly.push({ from: reachable(process.execPath), to: NODE });
  else if (program === command.program) program = ofTheSystem(program);
  const inEnvironment = Object.entries(environment).map(([name, value]) => [
    name,
    value.split(':').map(translate).join(':'),
  ]);
  return {
    command: { program, args: command.args.map(translate) },
    readOnly,
    environment: Object.fromEntries(inEnvironment),
  };
}

/** Whether a path belongs to the system's files, which are visible at the same paths in every sandbox. */
function isShown(path: string): boolean {
  return /^\/(usr|bin|sbin|lib\d*)\//.test(path);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** The path of a system program, without links, so that all users can access it. */
function ofTheSystem(program: string): string {
  const found = onPath(basename(program), SYSTEM_PATH);
  if (found === undefined) throw missingPlayer('player/program-outside', basename(program), SYSTEM_PATH);
  return found;
}

const copies = new Map<string, string>();
onProcessFoldersCleared(() => copies.clear());

function copied(from: string): string {
  let folder = copies.get(from);
  if (folder === undefined) {
    folder = processFolder();
    cpSync(from, folder, { recursive: true, filter: (path) => !/\/(node_modules|\.git)$/.test(path) });
    copies.set(from, folder);
  }
  return folder;
}

/** The packages that a JavaScript player's host module needs. */
const HOST_PACKAGES = ['kernel', 'game', 'runtime', 'games'];

/**
 * Copies the modules that a JavaScript player's host needs, in the same folders as in this project, so that imports are
 * found.
 */
function copiedRepository(): string {
  let folder = copies.get(REPOSITORY);
  if (folder === undefined) {
    folder = processFolder();
    if (existsSync(join(REPOSITORY, 'packages', HOST_PACKAGES[0], 'package.json'))) copySources(folder);
    else copyInstalled(folder);
    copies.set(REPOSITORY, folder);
  }
  return folder;
}

/** Copies the packages' TypeScript source files. */
function copySources(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@ludus'), { recursive: true });
  for (const name of HOST_PACKAGES) {
    cpSync(join(REPOSITORY, 'packages', name), join(folder, 'packages', name), {
      recursive: true,
      filter: (path) => isOfHost(path, '.ts') && !/\.test\.ts$/.test(path),
    });
    const { name: imported } = JSON.parse(readFileSync(join(REPOSITORY, 'packages', name, 'package.json'), 'utf8'));
    const link = `node_modules/${imported}`;
    symlinkSync(relative(join(folder, dirname(link)), join(folder, 'packages', name)), join(folder, link));
  }
}

/** Copies an installed Ludus, which is one JavaScript package whose modules share files. */
function copyInstalled(folder: string): void {
  copyFileSync(join(REPOSITORY, 'package.json'), join(folder, 'package.json'));
  cpSync(join(REPOSITORY, 'packages'), join(folder, 'packages'), {
    recursive: true,
    filter: (path) => isOfHost(path, '.js') && !path.endsWith(join('studio', 'built')),
  });
}

/**
 * Whether to copy a file: true for folders, modules, and data files. Ludus itself may be below a folder named
 * `node_modules`.
 */
const isOfHost = (path: string, module: '.ts' | '.js'): boolean =>
  !relative(REPOSITORY, path).includes('node_modules') && [module, '.json', ''].includes(extname(path));

/** The file itself if any user can read it, or else a copy that any user can read. */
function reachable(file: string): string {
  for (let path = file; path !== '/'; path = dirname(path)) {
    const wanted = path === file ? 0o005 : 0o001;
    if ((statSync(path).mode & wanted) === wanted) continue;
    let copy = copies.get(file);
    if (copy === undefined) {
      copy = join(processFolder(), basename(file));
      copyFileSync(file, copy);
      chmodSync(copy, 0o755);
      copies.set(file, copy);
    }
    return copy;
  }
  return file;
}

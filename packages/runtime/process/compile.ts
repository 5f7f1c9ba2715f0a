import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { PlayerNotFound } from '../resolve.ts';

export interface Compilation {
  /** The player as it was named, for messages. */
  readonly name: string;
  readonly file: string;
  /** What the compiler says of itself: another one compiles anew. */
  readonly version: string;
  /** Files or folders whose contents count too. */
  readonly also?: readonly string[];
  /** The compiler's command line, its output going into the folder. */
  readonly command: (folder: string) => readonly string[];
}

/** Where compiled players are kept, found again by the contents of their sources. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus', 'players');
}

/** Compiles a player unless that has been done before; the value is the folder with what came out. Errors are the compiler's. */
export function compileOnce(compilation: Compilation): string {
  const { name, file, version, also = [], command } = compilation;
  const hash = createHash('sha256')
    .update(version)
    .update(JSON.stringify(command('.')));
  for (const source of [file, ...neighbours(file), ...also]) addContents(hash, source);
  const folder = join(cacheFolder(), hash.digest('hex').slice(0, 32));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.`);
  try {
    const [program, ...args] = command(partial);
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', cwd: dirname(file) });
    if (error || status !== 0)
      throw new PlayerNotFound(`${name} does not compile:\n${error?.message ?? `${stdout}${stderr}`.trimEnd()}`);
    // Two that compile the same at once: the first one's folder stays.
    if (!existsSync(folder)) renameSync(partial, folder);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return folder;
    throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Sources beside the file that it may refer to: those with its ending. */
function neighbours(file: string): string[] {
  const folder = dirname(file);
  const ending = file.slice(file.lastIndexOf('.'));
  return ending === '.java'
    ? readdirSync(folder)
        .filter((each) => each.endsWith(ending))
        .map((each) => join(folder, each))
    : [];
}

function addContents(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) for (const each of readdirSync(path).sort()) addContents(hash, join(path, each));
  else hash.update(path).update(readFileSync(path));
}

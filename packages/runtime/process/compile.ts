import { spawnSync } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { PlayerNotFound } from '../resolve.ts';
import type { Tier } from '../sandbox/bubblewrap.ts';
import { runSandboxed } from '../sandbox/run.ts';

export interface Compilation {
  /** The player as it was named, for messages. */
  readonly name: string;
  readonly file: string;
  /** What the compiler says of itself: another one compiles anew. */
  readonly version: string;
  /** Source files of ours that are compiled with it. */
  readonly libraries: readonly string[];
  /** Headers that it may include. */
  readonly headers?: readonly string[];
  /** The compiler's command line for sources in one folder and output into another. */
  readonly command: (sources: string, out: string) => readonly string[];
  /** Compile inside the sandbox: the player's file alone is there, and nothing of the host can be included. */
  readonly sandbox?: Tier | undefined;
}

/** Where compiled players are kept, found again by the contents of their sources. */
export function cacheFolder(): string {
  const base = process.env.LUDUS_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ludus');
  return join(base, 'programs');
}

/** Compiles a player unless that has been done before; the value is the folder with what came out. Errors are the compiler's. */
export async function compileOnce(compilation: Compilation): Promise<string> {
  const { name, file, version, libraries, headers = [], command, sandbox } = compilation;
  const sources = [file, ...(sandbox ? [] : neighbours(file)), ...libraries, ...headers];
  const hash = createHash('sha256')
    .update(version)
    .update(JSON.stringify(command('.', '.')));
  for (const source of sources) addContents(hash, source);
  const folder = join(cacheFolder(), hash.digest('hex').slice(0, 32));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.`);
  chmodSync(partial, 0o755);
  try {
    const { status, output } = sandbox
      ? await compileInside(compilation, sandbox, partial)
      : compileHere([...command(dirname(file), partial), ...includes(headers)], dirname(file), libraries);
    if (status !== 0) throw new PlayerNotFound(`${name} does not compile:\n${output.trimEnd()}`);
    try {
      renameSync(partial, folder);
    } catch (error) {
      // Of two that compile the same at once, the first one's folder stays.
      if (!existsSync(folder)) throw error;
    }
    return folder;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function compileHere([program, ...args]: readonly string[], folder: string, libraries: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, [...args, ...libraries], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { status: error ? 127 : status, output: error?.message ?? `${stdout}${stderr}` };
}

async function compileInside({ file, libraries, headers = [], command }: Compilation, tier: Tier, out: string) {
  const files = Object.fromEntries([file, ...libraries, ...headers].map((source) => [basename(source), source]));
  const [program, ...args] = command('/player', '/out');
  const inside = [basename(program), ...args, ...libraries.map((source) => `/player/${basename(source)}`)];
  const result = await runSandboxed(
    inside.map((word) => (word === file ? `/player/${basename(file)}` : word)),
    {
      tier,
      files,
      environment: { GOCACHE: '/tmp/go', GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
      scratch: { bytes: 2 ** 29, files: 20_000 },
    },
  );
  for (const [name, bytes] of result.files) {
    writeFileSync(join(out, name), bytes);
    chmodSync(join(out, name), 0o755);
  }
  return result;
}

/** A C++ compiler looks for what is included beside the player first, and then here. */
function includes(headers: readonly string[]): string[] {
  return headers.map((header) => `-I${dirname(header)}`);
}

/** Sources beside the file that it may refer to. */
function neighbours(file: string): string[] {
  const folder = dirname(file);
  if (extname(file) !== '.java') return [];
  return readdirSync(folder)
    .filter((each) => each.endsWith('.java') && each !== basename(file))
    .sort()
    .map((each) => join(folder, each));
}

function addContents(hash: Hash, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) for (const each of readdirSync(path).sort()) addContents(hash, join(path, each));
  else hash.update(`${basename(path)}\0`).update(readFileSync(path));
}

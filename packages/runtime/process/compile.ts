import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { addContents, cached, keyOf } from '../compile/cache.ts';
import { CompileError, compileError, compilerLines } from '../compile/compiler-error.ts';
import { COMPILE_LIMITS, limitedCommand, runToEnd } from '../compile/run-compiler.ts';
import { rejectedPlayer } from '../player-problems.ts';
import { PROGRAM_BYTES, readRegular } from '../regular-file.ts';
import type { SandboxLevel } from '../sandbox/level-names.ts';
import { runSandboxed } from '../sandbox/run-sandboxed.ts';
import type { ListReads } from './compiler-reads.ts';

export interface Compilation {
  /** The player's name as the user wrote it, for messages. */
  readonly name: string;
  readonly file: string;
  /** The text that states the compiler's version. If the version changes, the player is compiled again. */
  readonly version: string;
  /** Ludus's source files that are compiled with the player. */
  readonly libraries: readonly string[];
  /** Headers that the player may include. */
  readonly headers?: readonly string[];
  /** Returns the compiler's command line for a folder of source files and an output folder. */
  readonly command: (sources: string, out: string) => readonly string[];
  /** Lists the files that the compiler reads. In the sandbox, the compiler can't read any other files. */
  readonly listReads: ListReads;
  /** Called with the output folder before the output is cached. */
  readonly finish?: ((folder: string) => void) | undefined;
  /**
   * The sandbox in which the compiler runs. There, only the player's file is available, and the player can't include
   * any file of the host.
   */
  readonly sandbox?: SandboxLevel | undefined;
}

/** A cache entry without a program contains this file, which lists the files to check next. */
const READS = 'reads.json';

/**
 * Compiles a player unless it is already compiled. Returns the folder with the output. Throws the compiler's errors.
 *
 * The output is current if all files that the compiler read are unchanged. The source's cache entry lists the files
 * that the compiler read the first time. The entry for those files' contents contains the program. If one of the files
 * now includes files that the first list lacks, the entry contains a second list instead.
 */
export async function compileOnce(compilation: Compilation): Promise<string> {
  const { name, file, version, libraries, headers = [], command, finish, sandbox, listReads } = compilation;
  const hash = createHash('sha256')
    .update(version)
    .update(sandbox ? 'in a sandbox' : '')
    .update(JSON.stringify(command('.', '.')));
  for (const source of [...libraries, ...headers]) addContents(hash, source);
  const compile = async (partial: string): Promise<void> => {
    const { status, output } = sandbox
      ? await compileInside(compilation, sandbox, partial)
      : await compileHere([...command(dirname(file), partial), ...includes(headers), ...libraries], dirname(file));
    if (status !== 0) {
      const said = compilerLines(output);
      if (!/^error\[E0658\]/m.test(output)) throw rejectedPlayer('player/not-compiled', name, said);
      // There may be several compilers: the compiler for programs may differ from the compiler for modules.
      const compiler = `${command('.', '.')[0]} (${/rustc [\d.]+/.exec(version)?.[0]})`;
      throw rejectedPlayer('player/old-compiler', name, said, compiler);
    }
    finish?.(partial);
  };
  let listed: readonly string[] | undefined;
  const list = async (partial: string): Promise<readonly string[]> => {
    try {
      return await listReads(join(partial, READS));
    } catch (error) {
      // The compiler itself reports the error.
      await compile(partial);
      throw compileError('compiler/reads', (error as Error).message);
    } finally {
      rmSync(join(partial, READS), { force: true });
    }
  };
  const make = async (partial: string): Promise<void> => {
    listed ??= sandbox ? [file] : await list(partial);
    if (tried.has(String(listed))) await compile(partial);
    else writeFileSync(join(partial, READS), JSON.stringify(listed));
  };
  const tried = new Set<string>();
  let key = hash.digest('hex');
  let reads: readonly string[] = [file];
  try {
    for (;;) {
      tried.add(String(reads));
      key = keyOf(key, ...reads.flatMap((read) => [read, contentsOf(read)]));
      const folder = await cached(key, make, 'programs');
      if (!existsSync(join(folder, READS))) return folder;
      reads = JSON.parse(readFileSync(join(folder, READS), 'utf8'));
    }
  } catch (error) {
    if (error instanceof CompileError) throw rejectedPlayer('player/not-usable', name, error.message);
    throw error;
  }
}

/**
 * A hash of a file, or the value of an environment variable. If a file can't be read, the reason; if a variable isn't
 * set, a fixed text.
 */
function contentsOf(read: string): string {
  if (read.startsWith('$')) return process.env[read.slice(1)] ?? 'unset\0';
  const found = readRegular(read, { most: PROGRAM_BYTES, links: true });
  return found.ok ? createHash('sha256').update(found.bytes).digest('hex') : found.problem.message;
}

async function compileHere(words: readonly string[], folder: string): Promise<{ status: number; output: string }> {
  const [program, ...args] = limitedCommand(words);
  try {
    const { ok, said } = await runToEnd({ command: { program, args }, launchers: 1 }, { folder, input: '' });
    return { status: ok ? 0 : 1, output: said };
  } catch (error) {
    return { status: 127, output: (error as Error).message };
  }
}

async function compileInside(
  { file, libraries, headers = [], command }: Compilation,
  level: SandboxLevel,
  out: string,
) {
  const files = Object.fromEntries([file, ...libraries, ...headers].map((source) => [basename(source), source]));
  const [program, ...args] = command('/player', '/out');
  const inside = [basename(program), ...args, ...libraries.map((source) => `/player/${basename(source)}`)];
  const result = await runSandboxed(
    inside.map((word) => (word === file ? `/player/${basename(file)}` : word)),
    {
      level,
      files,
      environment: { GOCACHE: '/tmp/go', GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
      scratch: { bytes: 2 ** 29, files: 20_000 },
      cpuSeconds: COMPILE_LIMITS.cpuSeconds,
      memoryBytes: COMPILE_LIMITS.memoryBytes,
      fileBytes: COMPILE_LIMITS.fileBytes,
      wallMs: COMPILE_LIMITS.wallMs,
    },
  );
  for (const [name, bytes] of result.files) {
    writeFileSync(join(out, name), bytes);
    chmodSync(join(out, name), 0o755);
  }
  return result;
}

/** The folders in which a C++ compiler searches for included files that aren't next to the player. */
function includes(headers: readonly string[]): string[] {
  return headers.map((header) => `-I${dirname(header)}`);
}

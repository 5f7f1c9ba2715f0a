import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutInherited } from '../groups/inherited-files.ts';
import { killAll } from '../groups/launch.ts';
import { PROGRAM_BYTES, readRegular } from '../regular-file.ts';
import { bubblewrapCommand, userId } from './bubblewrap.ts';
import type { SandboxLevel } from './level-names.ts';
import { processFolder } from './process-folder.ts';
import type { Scratch } from './scratch.ts';

export interface SandboxRun {
  readonly level: SandboxLevel;
  /** Files for the command, by their names in the sandbox's folder /player. Only regular files are copied. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * Host folders that the command may read, such as headers, and their paths in the sandbox. They must be readable for
   * all users.
   */
  readonly readOnly?: readonly { readonly from: string; readonly to: string }[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cpuSeconds?: number;
  /** Wall-clock limit in milliseconds; two minutes by default. */
  readonly wallMs?: number;
  readonly memoryBytes?: number;
  readonly scratch?: Scratch;
  /** Size limit of a written file, in bytes; 64 MiB by default. */
  readonly fileBytes?: number;
}

export interface SandboxResult {
  /** 0 on success, or 128 + the signal's number if a signal killed the command. */
  readonly status: number;
  /** Standard output and standard error, interleaved, and truncated at 1 MiB. */
  readonly output: string;
  /** The files that the command wrote to /out: only regular files, by name. Links and folders are ignored. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const OUTPUT_BYTES = 2 ** 20;
const WALL_MS = 120_000;

/**
 * Runs a system command, such as a compiler, in the sandbox, where it may write to /tmp and /out. If the command fails,
 * this function returns the failure, and doesn't throw.
 */
export async function runSandboxed(command: readonly string[], run: SandboxRun): Promise<SandboxResult> {
  const folder = processFolder();
  const inside = join(folder, 'player');
  const out = join(folder, 'out');
  const user = userId();
  mkdirSync(inside, { mode: 0o755 });
  mkdirSync(out, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(out, user, user);
  for (const [name, file] of Object.entries(run.files)) {
    const read = readRegular(file, { most: PROGRAM_BYTES, links: false });
    if (!read.ok) throw new Error(`${name} ${read.problem.message}`);
    writeFileSync(join(inside, name), read.bytes, { mode: 0o644 });
  }
  const wrapped = bubblewrapCommand(
    { program: command[0], args: command.slice(1) },
    run.level,
    {
      readOnly: [{ from: inside, to: '/player' }, ...(run.readOnly ?? [])],
      out,
      environment: run.environment ?? {},
      tenant: 'compiler',
      ...(run.scratch && { scratch: run.scratch }),
      limits: {
        cpuSeconds: run.cpuSeconds ?? 60,
        memoryBytes: run.memoryBytes ?? 2 ** 31,
        fileBytes: run.fileBytes ?? 64 * 2 ** 20,
      },
      folder: '/player',
    },
    user,
  );
  try {
    const { status, output } = await collect(wrapped, run.wallMs ?? WALL_MS);
    return { status, output, files: collectFiles(out) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function collect(
  wrapped: ReturnType<typeof bubblewrapCommand>,
  wallMs: number,
): Promise<{ status: number; output: string }> {
  const child = spawn(wrapped.command.program, wrapped.command.args, {
    cwd: '/',
    detached: true,
    env: wrapped.environment,
    stdio: withoutInherited(['ignore', 'pipe', 'pipe', ...(wrapped.descriptors ?? [])]),
  });
  wrapped.started?.();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer) => {
    if (bytes < OUTPUT_BYTES) chunks.push(chunk.subarray(0, OUTPUT_BYTES - bytes));
    bytes += chunk.length;
  };
  child.stdout!.on('data', take);
  child.stderr!.on('data', take);
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`\nended after ${wallMs / 1000} s`));
    killAll(child.pid!, wrapped.launchers);
  }, wallMs);
  return new Promise((resolve) => {
    const finish = (status: number) => {
      clearTimeout(timer);
      resolve({ status, output: Buffer.concat(chunks).toString('utf8') });
    };
    child.once('error', () => finish(127));
    child.once('close', (code) => finish(code ?? 128 + 9));
  });
}

/** Limit of a command's total output, in bytes. */
const LEFT_BYTES = 64 * 2 ** 20;
const LEFT_FILES = 2000;

function collectFiles(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let room = LEFT_BYTES;
  for (const name of readdirSync(folder).slice(0, LEFT_FILES)) {
    const read = readRegular(join(folder, name), { most: room, links: false });
    if (!read.ok) continue;
    room -= read.bytes.length;
    files.set(name, read.bytes);
  }
  return files;
}

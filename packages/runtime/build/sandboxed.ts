import { spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bubblewrapped, type Tier } from '../sandbox/bubblewrap.ts';
import { stageFolder } from '../sandbox/stage.ts';
import { type CppSdk, sdkFolders } from './cpp-sdk.ts';
import type { RunCompiler } from './native.ts';
import type { CppSource } from './source.ts';

const LIMITS = { memoryBytes: 2 ** 31, cpuSeconds: 120, fileBytes: 2 ** 28 };
/** The backstop: nothing compiles longer than this by the wall. */
const WALL_MS = 600_000;

const copies = new Map<string, string>();

/** A folder of headers where any user can read it. */
function copied(from: string): string {
  let folder = copies.get(from);
  if (folder === undefined || !existsSync(folder)) {
    folder = stageFolder();
    cpSync(from, folder, { recursive: true });
    copies.set(from, folder);
  }
  return folder;
}

/**
 * Runs a compiler on a stranger's source in a sandbox: it sees the system's headers, the SDK's, and what lies beside the source and is
 * included by it, but no other file of this machine. What it makes is collected without following links.
 */
export function sandboxedCompiler(tier: Tier, source: CppSource, sdk: CppSdk): RunCompiler {
  const own = stageFolder();
  for (const { path, text } of source.includes) {
    const inside = relative(source.folder, path);
    // What is elsewhere is not the source's to read.
    if (inside.startsWith('..')) continue;
    mkdirSync(dirname(join(own, inside)), { recursive: true });
    writeFileSync(join(own, inside), text, 'latin1');
  }
  const files = stageFolder();
  const out = stageFolder();
  chmodSync(out, 0o777);
  const headers = sdkFolders(sdk).map((from, at) => ({ from, to: `/needs/sdk${at}` }));
  const readOnly = [
    ...headers.map(({ from, to }) => ({ from: copied(from), to })),
    { from: own, to: '/needs/own' },
    { from: files, to: '/needs/files' },
  ];
  return async ([program, ...words], { folder, input }) => {
    const results: string[] = [];
    const args = words.map((word, at) => {
      if (word.startsWith(`${folder}/`)) {
        if (words[at - 1] === '-o') results.push(word);
        return `/out/${word.slice(folder.length + 1)}`;
      }
      if (existsSync(word) && word.endsWith('.o')) {
        copyFileSync(word, join(files, basename(word)));
        return `/needs/files/${basename(word)}`;
      }
      return headers
        .reduce((changed, { from, to }) => changed.replace(from, to), word)
        .replace(new RegExp(`^-I${escaped(source.folder)}$`), '-I/needs/own');
    });
    const wrapped = bubblewrapped({ program, args: ['-pipe', ...args] }, tier, {
      readOnly,
      out,
      environment: {},
      limits: LIMITS,
      folder: '/out',
    });
    const done = await runWrapped(wrapped, input);
    if (!done.ok) return done;
    for (const result of results) collect(join(out, basename(result)), result);
    return done;
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function runWrapped({ command, descriptors, started }: ReturnType<typeof bubblewrapped>, input: string) {
  return new Promise<{ ok: boolean; said: string }>((resolve, reject) => {
    const child = spawn(command.program, command.args, {
      stdio: ['pipe', 'ignore', 'pipe', ...(descriptors ?? [])],
      timeout: WALL_MS,
      killSignal: 'SIGKILL',
    });
    started?.();
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 1_000_000) said += text;
    });
    child.stdin!.on('error', () => {
      // It stopped reading; what it says tells why.
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, said }));
    child.stdin!.end(input, 'latin1');
  });
}

/** Copies a plain file; a link, or whatever else was put in its place, is an error. */
function collect(from: string, to: string): void {
  const file = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${basename(from)} is no file`);
    writeFileSync(to, readFileSync(file));
  } finally {
    closeSync(file);
  }
}

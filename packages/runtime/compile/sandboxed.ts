import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { readRegular } from '../regular-file.ts';
import { bubblewrapCommand } from '../sandbox/bubblewrap.ts';
import type { SandboxLevel } from '../sandbox/level-names.ts';
import { onProcessFoldersCleared, processFolder } from '../sandbox/process-folder.ts';
import { type CppSdk, sdkFolders } from './cpp-sdk.ts';
import type { RunCompiler } from './native.ts';
import { COMPILE_LIMITS, runToEnd } from './run-compiler.ts';
import type { CppSource } from './source.ts';

const copies = new Map<string, string>();
onProcessFoldersCleared(() => copies.clear());

/** Copies a folder of headers to a place that any user can read. */
function copied(from: string): string {
  let folder = copies.get(from);
  if (folder === undefined || !existsSync(folder)) {
    folder = processFolder();
    cpSync(from, folder, { recursive: true });
    copies.set(from, folder);
  }
  return folder;
}

/**
 * Runs a compiler on an untrusted source in a sandbox. The compiler sees the headers of the system and the SDK, and the
 * files next to the source that the source includes. It doesn't see any other file on this machine. The compiler's
 * output is collected without following links.
 */
export function sandboxedCompiler(level: SandboxLevel, source: CppSource, sdk: CppSdk): RunCompiler {
  const own = processFolder();
  for (const { path, text } of source.includes) {
    const inside = relative(source.folder, path);
    // The source may not read files outside its folder.
    if (inside.startsWith('..')) continue;
    mkdirSync(dirname(join(own, inside)), { recursive: true });
    writeFileSync(join(own, inside), text, 'latin1');
  }
  const files = processFolder();
  const out = processFolder();
  chmodSync(out, 0o777);
  const headers = sdkFolders(sdk).map((from, at) => ({ from, to: `/needs/sdk${at}` }));
  const readOnly = [
    ...headers.map(({ from, to }) => ({ from: copied(from), to })),
    { from: own, to: '/needs/own' },
    { from: files, to: '/needs/files' },
  ];
  const end = performance.now() + COMPILE_LIMITS.wallMs;
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
    const wrapped = bubblewrapCommand({ program, args: ['-pipe', ...args] }, level, {
      readOnly,
      out,
      environment: {},
      limits: COMPILE_LIMITS,
      scratch: { bytes: 2 ** 28, files: 4096 },
      tenant: 'compiler',
      folder: '/out',
    });
    const done = await runToEnd(wrapped, { folder: '/', input }, Math.max(1, end - performance.now()));
    if (!done.ok) return { ok: false, said: asAuthorSees(done.said) };
    for (const result of results) {
      const wrong = collect(join(out, basename(result)), result);
      if (wrong !== undefined) return { ok: false, said: wrong };
    }
    return done;
  };
}

/** Replaces paths in messages with the file names that the author knows. */
function asAuthorSees(said: string): string {
  return said.replaceAll('/needs/own/', '').replaceAll('/needs/sdk/', '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Copies a regular file. A link or any other kind of file is an error. */
function collect(from: string, to: string): string | undefined {
  const read = readRegular(from, { most: COMPILE_LIMITS.fileBytes, links: false });
  if (!read.ok) return `the compiler’s output ${read.problem.message}`;
  writeFileSync(to, read.bytes);
  return undefined;
}

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_LIMITS, limitedCommand } from '../compile/run-compiler.ts';

/**
 * Lists all files that a compiler would read for a source, and the environment variables, such as `$HOME`. `list` is a
 * file that the function may write. Rejects if the source has an error.
 */
export type ListReads = (list: string) => Promise<readonly string[]>;

/**
 * The C++ and Rust compilers write a make rule into a file. The Rust compiler also writes the environment variables
 * that it read.
 */
export function readsByMake(file: string, command: (list: string) => readonly string[]): ListReads {
  return async (list) => {
    await run(command(list), dirname(file));
    const text = readFileSync(list, 'utf8').replace(/\\\r?\n/g, ' ');
    const [, needed = ''] = /:\s+(.*)/.exec(text) ?? [];
    const files = [...needed.matchAll(/(?:\\[ #]|\S)+/g)].map(([path]) =>
      resolve(dirname(file), path.replace(/\\([ #])/g, '$1').replaceAll('$$', '$')),
    );
    return [...files, ...[...text.matchAll(/^# env-dep:(\w+)/gm)].map(([, name]) => `$${name}`)];
  };
}

const GO_FILES = `{{if not .Standard}}{{$in := .Dir}}{{range .GoFiles}}{{$in}}/{{.}}
{{end}}{{range .EmbedFiles}}{{$in}}/{{.}}
{{end}}{{with .Module}}{{.GoMod}}
{{end}}{{end}}`;

export function readsOfGo(go: string, file: string): ListReads {
  return async () => {
    const listed = await run([go, 'list', '-deps', '-f', GO_FILES, file], dirname(file));
    return listed.split('\n').filter((line) => line !== '');
  };
}

/** Java's compiler finds classes in the source's folder, and packages in subfolders whose names the source mentions. */
export function readsOfJava(file: string): ListReads {
  return async () => {
    const folder = dirname(file);
    const own = javaIn(folder);
    const words = new Set(own.flatMap((each) => readFileSync(each, 'utf8').match(/\w+/g) ?? []));
    const packages = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && words.has(entry.name))
      .flatMap((entry) => javaIn(join(folder, entry.name), true));
    return [...own, ...packages].sort();
  };
}

const javaIn = (folder: string, recursive = false): string[] =>
  readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) === '.java')
    .map((entry) => join(entry.parentPath, entry.name));

async function run(command: readonly string[], folder: string): Promise<string> {
  const [program, ...args] = limitedCommand(command);
  const options = { cwd: folder, timeout: COMPILE_LIMITS.wallMs, maxBuffer: COMPILE_LIMITS.fileBytes };
  return (await promisify(execFile)(program, args, options)).stdout;
}

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nameFrom } from '@ludus/game/names.ts';
import { SANITIZED } from '../compile/native.ts';
import type { CompiledProgram } from '../compile/source-lines.ts';
import type { ModuleHost } from '../game-parts.ts';
import { type CommandLine, onPath } from '../groups/launch.ts';
import { type OperatingSystem, programExtension, pythonName } from '../groups/operating-system.ts';
import { missingPlayer, rejectedPlayer } from '../player-problems.ts';
import { isScript, isTakenForCommonJs, PROGRAM_BYTES, readRegular, SOURCE_BYTES } from '../regular-file.ts';
import type { ResolveContext } from '../resolve.ts';
import { SYSTEM_PATH } from '../sandbox/bubblewrap.ts';
import type { SandboxLevel } from '../sandbox/level-names.ts';
import { compileOnce } from './compile.ts';
import { readsByMake, readsOfGo, readsOfJava } from './compiler-reads.ts';

/** The program that runs a player's file. */
export interface PlayerCommand extends CommandLine {
  /** The player's file, if the program reads one. The sandbox makes this file visible. */
  readonly file?: string;
  /** The files from which the line of a crash is determined, if Ludus compiled the player. */
  readonly compiled?: CompiledProgram | undefined;
  /** Other files and folders that the player needs to run, in addition to the system's. */
  readonly needs: readonly string[];
}

/** The folder of this project, without a slash at the end. */
export const REPOSITORY: string = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

const PREFIX = 'cmd:';

/** Extensions of files that run as separate programs, and their languages. */
export const PROCESS_EXTENSIONS: Readonly<Record<string, string>> = {
  '.py': 'Python',
  '.java': 'Java',
  '.rs': 'Rust',
  '.go': 'Go',
  '.js': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.ts': 'TypeScript',
  '.mts': 'TypeScript',
  '.sh': 'shell',
  '.pl': 'Perl',
  '.rb': 'Ruby',
  '.lua': 'Lua',
};

export function isCommand(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Whether the file can be executed directly (a binary, or a script with `#!`). */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A player's name in replays: the file's name without its extension, or the command's words, as a valid name. */
export function shownName(name: string): string {
  const words = isCommand(name)
    ? splitWords(name.slice(PREFIX.length)).map((word) => basename(word))
    : [basename(name)];
  const shown = isCommand(name) ? words.join('_') : words[0].replace(/(.)\.[A-Za-z]+$/, '$1');
  return nameFrom(shown);
}

/** Returns the program to run for a player's name. If the player's language requires it, compiles the player first. */
export async function playerCommand(
  name: string,
  context: Pick<ResolveContext, 'folder' | 'libraries' | 'modules' | 'limits' | 'sanitize'>,
): Promise<PlayerCommand> {
  const { folder, libraries = {}, modules, limits, sanitize } = context;
  const { python = [], java = [], cpp = [] } = libraries;
  const sandbox = limits?.sandbox;
  if (isCommand(name)) {
    const [program, ...args] = splitWords(name.slice(PREFIX.length));
    if (program === undefined) throw missingPlayer('player/no-command');
    return { program, args, needs: python };
  }
  const file = resolve(folder, name);
  if (!existsSync(file)) throw missingPlayer('player/no-file', name);
  const found = readRegular(file, { most: PROGRAM_BYTES, links: sandbox === undefined });
  if (!found.ok) throw missingPlayer('player/file', name, found.problem.message);
  if (found.bytes.length === 0) throw rejectedPlayer('player/empty', name);
  const ending = extname(file);
  switch (ending) {
    case '.py':
      return { program: tool(pythonName(), 'python3', name, sandbox), args: ['-u', file], file, needs: python };
    case '.sh':
      return { program: tool('sh', 'dash', name), args: [file], file, needs: [] };
    case '.pl':
      return { program: tool('perl', 'perl', name, sandbox), args: [file], file, needs: [] };
    case '.rb':
      return { program: tool('ruby', 'ruby', name, sandbox), args: [file], file, needs: [] };
    case '.lua':
      return { program: tool('lua', 'lua5.4', name, sandbox), args: [file], file, needs: [] };
    case '.java':
      return await javaCommand(file, name, java, sandbox);
    case '.rs':
    case '.go':
    case '.cc':
    case '.cpp':
      return { ...(await compiledCommand(file, name, ending, { headers: cpp, sandbox, sanitize })), file };
    case '.js':
    case '.mjs':
    case '.cjs':
    case '.ts':
    case '.mts':
      if (isUnexported(found.bytes.toString())) throw rejectedPlayer('player/no-default-export', name);
      return { ...nodeCommand(file, modules), file };
    default:
      if (isExecutable(file)) return { program: file, args: [], file, needs: [] };
      throw missingPlayer('player/extension', name);
  }
}

function nodeCommand(file: string, modules: ModuleHost | undefined): PlayerCommand {
  // If a module exports a class or a function for the referee to call, Ludus's host module must speak the protocol for
  // the module. All other files speak the protocol themselves.
  if (modules?.follow !== undefined && hasDefaultExport(file)) {
    const host = join(REPOSITORY, 'packages/runtime/process/node-host.ts');
    return {
      program: process.execPath,
      args: ['--no-warnings', '--import', modules.hooks, host, modules.follow, file],
      needs: [REPOSITORY, ...modules.needs],
    };
  }
  if (modules && isTakenForCommonJs(file))
    return {
      program: process.execPath,
      args: ['--no-warnings', '--import', modules.hooks, file],
      needs: [REPOSITORY, ...modules.needs],
    };
  return { program: process.execPath, args: ['--no-warnings', file], needs: [] };
}

/** Whether a module contains a class for the referee to call, but neither exports the class nor reads input. */
const isUnexported = (text: string): boolean =>
  /^[ \t]*class\s+\w+\s+extends\s+\w+Player\b/m.test(text) &&
  !exportsDefault(text) &&
  !/\bstdin\b|\bimport\(/.test(text);

const DEFAULT_EXPORT = /^[ \t]*(?:export\s*(?:\bdefault\b|\{[^{}]*\bdefault\b)|module\.exports\s*=)/m;
/** An export after another statement on the same line, as in a minified file. */
const LATER_EXPORT =
  /[;}][ \t]*export\s*(?:\bdefault\s*(?:(?:class|function|async|new)\b|[({[]|[\w$]+\s*(?:[;,(.]|$))|\{[^{}]*\bas\s+default\b)/m;

const exportsDefault = (text: string): boolean =>
  DEFAULT_EXPORT.test(text) || (LATER_EXPORT.test(text) && !isScript(text));

/** Whether a module exports a player for the referee to call. Other modules speak the protocol themselves. */
export function hasDefaultExport(file: string): boolean {
  const read = readRegular(file, { most: SOURCE_BYTES, links: true });
  return read.ok && exportsDefault(read.bytes.toString());
}

/**
 * With one thread each for garbage collection and compilation, Java starts faster on small machines, and computing
 * times vary no more than with several threads.
 */
const JAVA_FLAGS = [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Xshare:auto',
  '-Xmx512m',
  '-Xlog:disable',
  '-Xlog:all=error:stderr',
];

async function javaCommand(
  file: string,
  name: string,
  libraries: readonly string[],
  sandbox?: SandboxLevel,
): Promise<PlayerCommand> {
  const java = tool('java', 'default-jdk-headless', name, sandbox);
  const javac = tool('javac', 'default-jdk-headless', name, sandbox);
  const classes = await compileOnce({
    name,
    file,
    version: toolVersion(javac),
    // The library is compiled with the player unless the player includes a copy.
    libraries: libraries.filter(
      (library) => sandbox !== undefined || !existsSync(join(dirname(file), basename(library))),
    ),
    command: (sources, out) => [javac, '-encoding', 'UTF-8', '-d', out, '-sourcepath', sources, file],
    listReads: readsOfJava(file),
    sandbox,
  });
  return { program: java, args: [...JAVA_FLAGS, '-cp', classes, basename(file, '.java')], file, needs: [classes] };
}

/** Reports where a C++ player crashes. */
const CRASH = fileURLToPath(new URL('./crash.cc', import.meta.url));

interface CompileChoice {
  readonly headers: readonly string[];
  readonly sandbox?: SandboxLevel | undefined;
  readonly sanitize?: boolean | undefined;
}

async function compiledCommand(
  file: string,
  name: string,
  ending: '.rs' | '.go' | '.cc' | '.cpp',
  { headers, sandbox, sanitize }: CompileChoice,
): Promise<PlayerCommand> {
  const isCpp = ending === '.cc' || ending === '.cpp';
  const [compiler, flags, listing] =
    ending === '.rs'
      ? [tool('rustc', 'rustc', name, sandbox), ['--edition', '2021', '-O'], ['--emit=dep-info', '-o']]
      : ending === '.go'
        ? [tool('go', 'golang-go', name, sandbox), ['build'], []]
        : [
            onPath('g++', sandbox && SYSTEM_PATH) ?? tool('clang++', 'g++', name, sandbox),
            ['-std=c++17', ...(sanitize ? SANITIZED : ['-O2', '-g1'])],
            ['-MM', ...headers.map((header) => `-I${dirname(header)}`), '-MF'],
          ];
  const out = await compileOnce({
    name,
    file,
    version: toolVersion(compiler),
    libraries: isCpp && !sandbox && !sanitize ? [CRASH] : [],
    headers: isCpp ? headers : [],
    command: (_, folder) => [compiler, ...flags, '-o', join(folder, `player${programExtension()}`), file],
    listReads:
      ending === '.go'
        ? readsOfGo(compiler, file)
        : readsByMake(file, (list) => [compiler, ...flags, ...listing, list, file]),
    sandbox,
  });
  const program = join(out, `player${programExtension()}`);
  const compiled = isCpp && !sandbox ? { program, source: basename(file) } : undefined;
  return { program, args: [], needs: [out], compiled };
}

/**
 * The path of a program. A sandbox can only run programs that all users can access, so it can't run programs in a home
 * folder.
 */
function tool(program: string, debianPackage: string, name: string, sandbox?: SandboxLevel): string {
  const found = onPath(program, sandbox && SYSTEM_PATH);
  if (found !== undefined) return found;
  throw sandbox
    ? missingPlayer('player/tool-outside', name, program, SYSTEM_PATH, debianPackage)
    : missingPlayer('player/not-installed', name, program, debianPackage);
}

const versions = new Map<string, string>();

function toolVersion(program: string): string {
  let version = versions.get(program);
  if (version === undefined) {
    const { stdout, stderr } = spawnSync(program, [program.endsWith('go') ? 'version' : '--version'], {
      encoding: 'utf8',
    });
    version = `${stdout}${stderr}`;
    versions.set(program, version);
  }
  return version;
}

/**
 * Splits a command line into words as a shell does: spaces separate words, unless quotes or backslashes keep them
 * together. On Windows, backslashes are parts of paths.
 */
export function splitWords(line: string, system: OperatingSystem = process.platform): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (quote !== '' && char === quote) quote = '';
    else if (char === '\\' && system !== 'win32' && quote !== "'" && at + 1 < line.length)
      word = (word ?? '') + line[++at];
    else if (quote !== '') word = (word ?? '') + char;
    else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') throw missingPlayer('player/quote', quote, line);
  if (word !== undefined) words.push(word);
  return words;
}

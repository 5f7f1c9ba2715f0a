import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlayerNotFound } from '../resolve.ts';
import { compileOnce } from './compile.ts';
import { type CommandLine, onPath } from './launch.ts';

/** How a player's file becomes a program to run. */
export interface PlayerCommand extends CommandLine {
  /** The player's own file, where there is one: what a sandbox lets it see. */
  readonly file?: string;
  /** Other files and folders that it needs to run, beside the system's. */
  readonly needs: readonly string[];
}

const PREFIX = 'cmd:';

/** Endings that run as a program of their own, and the language they stand for. */
export const PROCESS_ENDINGS: Readonly<Record<string, string>> = {
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

/** Is it a file that starts by itself (a binary, or a script with `#!`)? */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A player's name as replays show it: the file's name without its ending, or the command's words, without white space. */
export function shownName(name: string): string {
  const words = isCommand(name)
    ? splitWords(name.slice(PREFIX.length)).map((word) => basename(word))
    : [basename(name)];
  const shown = isCommand(name) ? words.join('_') : words[0].replace(/(.)\.[A-Za-z]+$/, '$1');
  return shown.replace(/[^\x21-\x7e]+/g, '_').slice(0, 32) || 'player';
}

/** Finds out what to run for a player's name, compiling it first where its language asks for that. */
export function playerCommand(name: string, folder: string, game: string): PlayerCommand {
  if (isCommand(name)) {
    const [program, ...args] = splitWords(name.slice(PREFIX.length));
    if (program === undefined) throw new PlayerNotFound('cmd: needs a command line behind it');
    return { program, args, needs: [sdk('python')] };
  }
  const file = resolve(folder, name);
  if (!existsSync(file)) throw new PlayerNotFound(`there is no file ${name}`);
  const ending = extname(file);
  switch (ending) {
    case '.py':
      return { program: tool('python3', 'python3', name), args: ['-u', file], file, needs: [sdk('python')] };
    case '.sh':
      return { program: 'sh', args: [file], file, needs: [] };
    case '.pl':
      return { program: tool('perl', 'perl', name), args: [file], file, needs: [] };
    case '.rb':
      return { program: tool('ruby', 'ruby', name), args: [file], file, needs: [] };
    case '.lua':
      return { program: tool('lua', 'lua5.4', name), args: [file], file, needs: [] };
    case '.java':
      return javaCommand(file, name);
    case '.rs':
    case '.go':
      return { ...compiledCommand(file, name, ending), file };
    case '.js':
    case '.mjs':
    case '.cjs':
    case '.ts':
    case '.mts':
      return { ...nodeCommand(file, game), file };
    default:
      if (isExecutable(file)) return { program: file, args: [], file, needs: [] };
      throw new PlayerNotFound(`${name} is not a player: its ending is none that is known, and it cannot be run`);
  }
}

/** Where this project lies; no slash at the end. */
export const REPOSITORY: string = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/** The folder of an SDK in this repository. */
export function sdk(language: string): string {
  return join(REPOSITORY, 'sdk', language);
}

function nodeCommand(file: string, game: string): PlayerCommand {
  const host = join(REPOSITORY, 'packages/runtime/process/node-host.ts');
  // A class or function for the referee to call needs someone who speaks the protocol for it; any other file speaks itself.
  if (hasDefaultExport(file))
    return { program: process.execPath, args: ['--no-warnings', host, game, file], needs: [REPOSITORY] };
  return { program: process.execPath, args: ['--no-warnings', file], needs: [] };
}

/** Does a module export a player to be called? One that does not speaks the protocol itself. */
export function hasDefaultExport(file: string): boolean {
  try {
    return /^\s*export\s+(default\b|\{[^}]*\bdefault\b)|^\s*module\.exports\s*=/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** Small machines start faster and compute as steadily with one garbage collector and compiler thread. */
const JAVA_FLAGS = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto', '-Xmx512m'];

function javaCommand(file: string, name: string): PlayerCommand {
  const java = tool('java', 'default-jdk-headless', name);
  const sources = sdk('java');
  const javac = onPath('javac');
  if (javac === undefined)
    throw new PlayerNotFound(`${name} cannot be compiled: javac is not installed (Debian: default-jdk-headless)`);
  const classes = compileOnce({
    name,
    file,
    version: toolVersion(javac),
    also: [sources],
    command: (out) => [javac, '-d', out, '-sourcepath', `${sources}:${resolve(file, '..')}`, file],
  });
  return { program: java, args: [...JAVA_FLAGS, '-cp', classes, basename(file, '.java')], file, needs: [classes] };
}

function compiledCommand(file: string, name: string, ending: '.rs' | '.go'): PlayerCommand {
  const compiler = ending === '.rs' ? tool('rustc', 'rustc', name) : tool('go', 'golang-go', name);
  const out = compileOnce({
    name,
    file,
    version: toolVersion(compiler),
    command: (folder) =>
      ending === '.rs'
        ? [compiler, '--edition', '2021', '-O', '-o', `${folder}/player`, file]
        : [compiler, 'build', '-o', `${folder}/player`, file],
  });
  return { program: `${out}/player`, args: [], needs: [out] };
}

function tool(program: string, debianPackage: string, name: string): string {
  const found = onPath(program);
  if (found === undefined)
    throw new PlayerNotFound(`${name} cannot be run: ${program} is not installed (Debian: ${debianPackage})`);
  return found;
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

/** Splits a command line into words as a shell does: blanks between, quotes and backslashes keep words together. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (quote !== '' && char === quote) quote = '';
    else if (char === '\\' && quote !== "'" && at + 1 < line.length) word = (word ?? '') + line[++at];
    else if (quote !== '') word = (word ?? '') + char;
    else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') throw new PlayerNotFound(`a quote (${quote}) is not closed in ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}

import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { transform } from 'sucrase';
import { kitOf, PLAYER_MODULES } from '../games/kits.ts';
import type { CodePlace } from './code-place.ts';
import type { OwnFile } from './files.ts';
import { fileOfImport } from './files.ts';
import { mainFileOf, type OwnPlayerOrder } from './order.ts';

/** Thrown when the user's player can't be used. The message is for users. */
export class OwnPlayerError extends Error {
  /** The player's seat. */
  seat?: number;
}

/**
 * Opens a player in TypeScript. Types are removed, not checked. The code becomes a script of the calling worker, with
 * all the worker's permissions, so it must be the user's own code.
 */
export function openOwnPlayer(game: string, player: Omit<OwnPlayerOrder, 'kind'>, output: PlayerOutput): AnyRunner {
  const { name } = player;
  const api = kitOf(game)?.api;
  if (!api) throw new OwnPlayerError(`${name} can’t play: this game doesn’t support bots in TypeScript or JavaScript`);
  const runner = api.open(name, exported(player), output);
  if (typeof runner === 'string') throw new OwnPlayerError(`${name} ${runner}`);
  return runner;
}

/** The exports of the main file. The player's other files are loaded once, when they are first imported. */
function exported({ name, source, ending, files = [] }: Omit<OwnPlayerOrder, 'kind'>): unknown {
  const main: OwnFile = { name: mainFileOf({ name, ending }), text: source };
  const loaded = new Map<string, { exports: { default?: unknown } }>();
  const load = (file: OwnFile): { default?: unknown } => {
    const known = loaded.get(file.name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file.name, module);
    // A message that begins with the player's name needn't also contain the name of the main file.
    const where = file === main ? '' : `${file.name}: `;
    const script = scriptOf(name, file, where);
    const require = (what: string): unknown => {
      const path = fileOfImport(file.name, what);
      const own = path === main.name ? main : files.find((each) => each.name === path);
      if (own) return load(own);
      const found = PLAYER_MODULES[what];
      if (found) return found;
      const there = [...Object.keys(PLAYER_MODULES), ...files.map((each) => `./${each.name}`)];
      throw new OwnPlayerError(`${name} imports ${what}, but can import only ${there.join(', ')}`);
    };
    try {
      // With this comment, stack traces name the file.
      const named = `${script}\n//# sourceURL=${file.name}`;
      new Function('require', 'module', 'exports', named)(require, module, module.exports);
    } catch (error) {
      if (error instanceof OwnPlayerError) throw error;
      const { line } = thrownAt(error, [file.name]) ?? {};
      const at = line === undefined ? '' : `line ${line}: `;
      throw new OwnPlayerError(`${name} fails when it is loaded: ${where}${at}${(error as Error).message}`);
    }
    return module.exports;
  };
  return load(main).default;
}

/** Converts a file to the text of a function: removes its types, and turns its imports into `require`. */
function scriptOf(name: string, file: OwnFile, where: string): string {
  let script: string;
  try {
    script = transform(file.text, { transforms: ['typescript', 'imports'], filePath: name }).code;
  } catch (error) {
    throw new OwnPlayerError(`${name} cannot be read: ${where}${withLine((error as Error).message)}`);
  }
  const missing = missingImport(script);
  if (missing) throw new OwnPlayerError(`${name} ${missing}`);
  return script;
}

/** Number of lines that `new Function` adds before a script's code. */
const LINES_BEFORE = 2;

/** The location in a player's source code at which an error was thrown, if the error contains it. */
export function placeOf(
  error: unknown,
  { name, ending, files = [] }: Omit<OwnPlayerOrder, 'kind'>,
): CodePlace | undefined {
  const main = mainFileOf({ name, ending });
  const at = thrownAt(error, [main, ...files.map((file) => file.name)]);
  return at?.file === main ? { line: at.line } : at;
}

/** The first of these files in an error's stack, with the line. Removing types doesn't change the line numbers. */
function thrownAt(error: unknown, files: readonly string[]): Required<CodePlace> | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const row of stack.split('\n'))
    for (const file of files) {
      const at = row.lastIndexOf(`${file}:`);
      // Skips a line in which the file's name is only the end of a longer name.
      if (at < 0 || /[\w.+-]/.test(row[at - 1] ?? '')) continue;
      const [line] = /^\d+/.exec(row.slice(at + file.length + 1)) ?? [];
      if (line !== undefined) return { file, line: Math.max(1, Number(line) - LINES_BEFORE) };
    }
  return undefined;
}

/** Converts a message such as `Error transforming Mine: Unexpected token (3:7)` to `line 3: Unexpected token`. */
function withLine(message: string): string {
  const [, what, line] = /^(?:Error transforming [^:]*: )?(.*) \((\d+):\d+\)$/s.exec(message) ?? [];
  return line === undefined ? message : `line ${line}: ${what}`;
}

/**
 * The first name that a script imports from a module without such an export. In JavaScript, the import would silently
 * be undefined. Names of types have already been removed.
 */
function missingImport(script: string): string | undefined {
  const modules = new Map<string, string>();
  for (const [, variable, what] of script.matchAll(/\b(?:var|const) (\w+) = require\('([^']+)'\)/g))
    modules.set(variable, what);
  for (const [, all, variable] of script.matchAll(/\bvar (\w+) = _interopRequireWildcard\((\w+)\)/g))
    modules.set(all, modules.get(variable) ?? '');
  for (const [variable, what] of modules) {
    const module = PLAYER_MODULES[what];
    if (!module) continue;
    for (const [, word] of script.matchAll(new RegExp(`(?<![\\w.$])${variable}\\.(\\w+)`, 'g')))
      if (!(word in module)) {
        const there = Object.keys(module).sort().join(', ');
        return `imports ${word} from ${what}, which exports only ${there}`;
      }
  }
  return undefined;
}

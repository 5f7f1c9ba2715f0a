import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { readRegular } from '@ludus/runtime/files.ts';
import { folderOf } from './games.ts';
import { GAMES_FOLDER } from './games-folder.ts';

/**
 * Codes of TypeScript errors that aren't the author's mistakes, but come from names of the runtime or from packages
 * without types.
 */
const NOT_ITS_OWN = new Set([2307, 2580, 2584, 2591, 7016]);

/**
 * The flags of a `tsconfig.json` that are used. Other flags can make TypeScript read or write files elsewhere, and the
 * folder may be someone else's.
 */
const FLAGS = [
  ...['strict', 'noImplicitAny', 'noImplicitThis', 'strictNullChecks', 'strictFunctionTypes', 'strictBindCallApply'],
  ...['strictPropertyInitialization', 'strictBuiltinIteratorReturn', 'useUnknownInCatchVariables'],
  ...['exactOptionalPropertyTypes', 'noImplicitOverride', 'noImplicitReturns', 'noFallthroughCasesInSwitch'],
  ...['noPropertyAccessFromIndexSignature', 'noUncheckedIndexedAccess', 'noUnusedLocals', 'noUnusedParameters'],
  ...['allowJs', 'checkJs', 'allowUnreachableCode', 'allowUnusedLabels'],
];

/** Maximum size in bytes of a `tsconfig.json`, and of TypeScript's list of errors and files. */
const MAX_CONFIG = 2 ** 16;
const MAX_OUTPUT = 2 ** 24;

/**
 * Returns the type errors of a TypeScript player, one line each: `Mine.ts:3:5: Type 'string' is not assignable …`.
 * Undefined for another language, or if TypeScript isn't installed. A `tsconfig.json` next to the player sets the
 * strictness. Returns a message if types weren't checked: an error may quote a file, so all files must be in the
 * player's folder.
 */
export function typeMistakes(file: string, game: AnyGame): string[] | string | undefined {
  if (!/\.[cm]?ts$/.test(file) || !existsSync(file)) return undefined;
  const require = createRequire(import.meta.url);
  const compiler = installed(require, 'typescript');
  if (compiler === undefined) return undefined;
  const nodeTypes = installed(require, '@types/node');
  // If a package.json declares modules, TypeScript finds a module only if an import has the file's full name. An
  // installed Ludus has `api.d.ts` instead of `api.ts`.
  const api = (folder: string) => [
    join(folder, existsSync(join(folder, 'player/api.d.ts')) ? 'player/api' : 'player/api.ts'),
  ];
  const config = {
    compilerOptions: {
      ...(flagsIn(join(dirname(file), 'tsconfig.json')) ?? {
        strict: true,
        noImplicitAny: false,
        strictPropertyInitialization: false,
      }),
      target: 'es2023',
      module: 'nodenext',
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      skipLibCheck: true,
      noEmit: true,
      listFiles: true,
      types: nodeTypes === undefined ? [] : ['node'],
      ...(nodeTypes !== undefined && { typeRoots: [dirname(nodeTypes)] }),
      paths: {
        [`ludus/${game.id}`]: api(folderOf(game)),
        'ludus/*': api(join(GAMES_FOLDER, '*')),
        '@ludus/*': [join(GAMES_FOLDER, '../*')],
      },
    },
    include: [],
    files: [file],
  };
  const folder = mkdtempSync(join(tmpdir(), 'ludus-types-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout, error } = spawnSync(
      process.execPath,
      [join(compiler, 'bin/tsc'), '-p', join(folder, 'tsconfig.json'), '--pretty', 'false'],
      { cwd: dirname(file), encoding: 'utf8', timeout: 60_000, maxBuffer: MAX_OUTPUT },
    );
    if (error) return 'not checked, because TypeScript took too long or reported too much';
    const known = [dirname(file), folderOf(game), join(GAMES_FOLDER, '..'), ...[compiler, nodeTypes].map(packagesOf)];
    if (!filesIn(stdout).every((each) => known.some((folder) => isInside(each, folder))))
      return 'not checked, because the bot imports files outside its folder';
    return mistakesIn(stdout, dirname(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the flags that a `tsconfig.json` sets itself; undefined if the file doesn't exist. */
function flagsIn(file: string): Record<string, boolean> | undefined {
  const read = readRegular(file, { most: MAX_CONFIG, links: true });
  if (!read.ok) return undefined;
  const plain = String(read.bytes).replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');
  const found = plain.matchAll(/"(\w+)"\s*:\s*(true|false)\b/g);
  return Object.fromEntries(
    [...found].flatMap(([, name, value]) => (FLAGS.includes(name) ? [[name, value === 'true']] : [])),
  );
}

/** Returns the files that TypeScript has read, which it lists after its errors. In errors, paths are relative. */
const filesIn = (said: string): string[] => said.split(/\r?\n/).filter((line) => isAbsolute(line));

/** Checks whether a file is in a folder, and no link on the path leads elsewhere. */
function isInside(file: string, folder: string | undefined): boolean {
  if (folder === undefined) return false;
  try {
    return realpathSync(file).startsWith(join(realpathSync(folder), sep));
  } catch {
    return false;
  }
}

/** Returns the outermost folder of packages that contains a package. */
const packagesOf = (folder: string | undefined): string | undefined =>
  folder?.replace(/([/\\]node_modules)[/\\].*/, '$1');

/** Returns the errors in the player's folder that are the author's own mistakes. */
function mistakesIn(said: string, folder: string): string[] {
  const found: string[] = [];
  for (const [, path, line, column, code, text] of said.matchAll(/^(\S.*?)\((\d+),(\d+)\): error TS(\d+): (.*)$/gm)) {
    // If a neighbouring file or the game's library is missing, all other errors are meaningless.
    const isItsImport = code === '2307' && /'(?:\.|ludus\/)/.test(text);
    if ((NOT_ITS_OWN.has(Number(code)) && !isItsImport) || path.startsWith('..') || path.includes('node_modules'))
      continue;
    const name = path.startsWith(folder) ? path.slice(folder.length + 1) : path;
    found.push(`${name === basename(name) ? name : path}:${line}:${column}: ${text.replace(/\.$/, '')}`);
  }
  return found;
}

/** Returns the folder of an npm package, if it is installed. */
function installed(require: NodeJS.Require, name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

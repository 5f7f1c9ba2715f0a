import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { folderOf } from './games.ts';
import { GAMES_FOLDER } from './games-folder.ts';

/** Names that a runtime brings, and packages without types: nothing that the player's author has got wrong. */
const NOT_ITS_OWN = new Set([2307, 2580, 2584, 2591, 7016]);

/**
 * The type errors of a player in TypeScript, one line each: `Mine.ts:3:5: Type 'string' is not assignable …`. Undefined for
 * another language, and where TypeScript is not installed. A `tsconfig.json` next to the player sets the strictness.
 */
export function typeMistakes(file: string, game: AnyGame): string[] | undefined {
  if (!/\.[cm]?ts$/.test(file) || !existsSync(file)) return undefined;
  const require = createRequire(import.meta.url);
  const compiler = installed(require, 'typescript');
  if (compiler === undefined) return undefined;
  const beside = join(dirname(file), 'tsconfig.json');
  const nodeTypes = installed(require, '@types/node');
  // A module next to a package.json of modules is found by its whole name only. Where Ludus is installed there is `api.d.ts` instead.
  const api = (folder: string) => [
    join(folder, existsSync(join(folder, 'player/api.d.ts')) ? 'player/api' : 'player/api.ts'),
  ];
  const config = {
    ...(existsSync(beside) && { extends: beside }),
    compilerOptions: {
      ...(!existsSync(beside) && { strict: true, noImplicitAny: false, strictPropertyInitialization: false }),
      target: 'es2023',
      module: 'nodenext',
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      skipLibCheck: true,
      noEmit: true,
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
    const { stdout } = spawnSync(
      process.execPath,
      [join(compiler, 'bin/tsc'), '-p', join(folder, 'tsconfig.json'), '--pretty', 'false'],
      { cwd: dirname(file), encoding: 'utf8', timeout: 60_000 },
    );
    return mistakesIn(stdout ?? '', dirname(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those in the player's folder; what is not its own mistake is left out. */
function mistakesIn(said: string, folder: string): string[] {
  const found: string[] = [];
  for (const [, path, line, column, code, text] of said.matchAll(/^(\S.*?)\((\d+),(\d+)\): error TS(\d+): (.*)$/gm)) {
    // If a file next to it or the library of the game is missing, all other errors are nonsense.
    const isItsImport = code === '2307' && /'(?:\.|ludus\/)/.test(text);
    if ((NOT_ITS_OWN.has(Number(code)) && !isItsImport) || path.startsWith('..') || path.includes('node_modules'))
      continue;
    const name = path.startsWith(folder) ? path.slice(folder.length + 1) : path;
    found.push(`${name === basename(name) ? name : path}:${line}:${column}: ${text.replace(/\.$/, '')}`);
  }
  return found;
}

/** The folder of an npm package, if it is there. */
function installed(require: NodeJS.Require, name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

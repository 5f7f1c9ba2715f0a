import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customGameKits } from 'ludus/custom-games.ts';
import type { Plugin } from 'vite';

/** The folders of games developed outside this repository. */
export const foldersElsewhere = (): string[] => customGameKits().map((kit) => dirname(kit));

const GAMES = fileURLToPath(new URL('../games/', import.meta.url));
const NEIGHBOUR = fileURLToPath(new URL('../../games/registry.ts', import.meta.url));

/**
 * Builds the games in LUDUS_GAMES into the pages. These games' kits, views, boards, and samples replace the empty lists
 * in `games/external-games.ts` and `games/external-views.ts`. Imports in these games are resolved in the same way as
 * imports in built-in games.
 */
export function gamesElsewhere(folders: readonly string[] = foldersElsewhere()): Plugin {
  return {
    name: 'games-elsewhere',
    enforce: 'pre',
    load(id) {
      if (folders.length === 0) return undefined;
      if (id === `${GAMES}external-games.ts`) return kitsModule(folders);
      return id === `${GAMES}external-views.ts` ? viewsModule(folders) : undefined;
    },
    async resolveId(source, importer) {
      if (importer === undefined || !folders.some((folder) => importer.startsWith(folder))) return undefined;
      if (/^[./]/.test(source)) return undefined;
      const own = folders.find((folder) => source === `ludus/${basename(folder)}`);
      return own === undefined ? await this.resolve(source, NEIGHBOUR, { skipSelf: true }) : join(own, 'player/api.ts');
    },
  };
}

function kitsModule(folders: readonly string[]): string {
  const files = folders.flatMap((folder) => [
    ...texts(folder, 'boards', /./),
    ...texts(folder, 'samples', /\.(?:[tj]s|py)$/),
  ]);
  const modules = folders.filter((folder) => existsSync(join(folder, 'player/api.ts')));
  return [
    ...folders.map((folder, n) => `import { kit as kit${n} } from ${quoted(folder, 'kit.ts')};`),
    ...modules.map((folder, n) => `import * as module${n} from ${quoted(folder, 'player/api.ts')};`),
    `export const kits = [${folders.map((_, n) => `kit${n}`)}];`,
    `export const modules = {${modules.map((folder, n) => `${JSON.stringify(`ludus/${basename(folder)}`)}: module${n}`)}};`,
    `export const files = ${JSON.stringify(Object.fromEntries(files))};`,
  ].join('\n');
}

function viewsModule(folders: readonly string[]): string {
  const views = folders.filter((folder) => existsSync(join(folder, 'view/index.ts')));
  const panels = folders.filter((folder) => existsSync(join(folder, 'view/studio.tsx')));
  const editors = folders.filter((folder) => existsSync(join(folder, 'view/editor.ts')));
  return [
    ...views.map((folder, n) => `import { view as view${n} } from ${quoted(folder, 'view/index.ts')};`),
    ...panels.map((folder, n) => `import { Panel as panel${n} } from ${quoted(folder, 'view/studio.tsx')};`),
    ...editors.map((folder, n) => `import { editor as editor${n} } from ${quoted(folder, 'view/editor.ts')};`),
    `export const views = [${views.map((_, n) => `view${n}`)}];`,
    `export const panels = {${panels.map((folder, n) => `${JSON.stringify(basename(folder))}: panel${n}`)}};`,
    `export const editors = {${editors.map((folder, n) => `${JSON.stringify(basename(folder))}: editor${n}`)}};`,
  ].join('\n');
}

const quoted = (folder: string, file: string): string => JSON.stringify(join(folder, file));

/** Files in a part of a game's folder, with paths relative to the folder of all games. */
function texts(folder: string, part: string, wanted: RegExp): [path: string, text: string][] {
  if (!existsSync(join(folder, part))) return [];
  const names = readdirSync(join(folder, part)).filter((name) => wanted.test(name) && !name.startsWith('.'));
  return names.map((name) => [`${basename(folder)}/${part}/${name}`, readFileSync(join(folder, part, name), 'utf8')]);
}

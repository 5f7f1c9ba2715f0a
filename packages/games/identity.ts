import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { customGameKits } from './custom-games.ts';

/**
 * A part of the code that determines the outcome of a match with a fuel budget: a file or a folder. Paths are relative
 * to the `packages` folder.
 */
interface Part {
  readonly path: string;
  /** The relevant files of a folder. */
  readonly files: RegExp;
}

/** Modules are TypeScript here, and JavaScript if Ludus was installed as a package. */
const ENDING = /\.[jt]s$/.exec(import.meta.url)?.[0] ?? '.ts';
const SOURCE = ENDING === '.ts' ? /\.ts$/ : /\.js$/;
const SOURCE_AND_ENGINE = new RegExp(`${SOURCE.source}|(?:^|/)engine\\.wasm(?:\\.br)?$`);
const ANY = /(?:)/;

/**
 * Rules, the match loop, the meter with its prices, and the JavaScript and Python engines; the files of each game are
 * added to these.
 */
const PARTS: readonly Part[] = [
  { path: 'kernel', files: SOURCE },
  { path: 'game', files: SOURCE },
  { path: `referee/match${ENDING}`, files: SOURCE },
  { path: `runtime/failures${ENDING}`, files: SOURCE },
  { path: `runtime/image${ENDING}`, files: SOURCE },
  { path: `runtime/script-kind${ENDING}`, files: SOURCE },
  { path: `runtime/script-source${ENDING}`, files: SOURCE },
  { path: `runtime/budget/fuel${ENDING}`, files: SOURCE },
  { path: `runtime/local-imports${ENDING}`, files: SOURCE },
  { path: `runtime/regular-file${ENDING}`, files: SOURCE },
  { path: `runtime/groups/owner-mark${ENDING}`, files: SOURCE },
  { path: 'runtime/compile/cpp', files: ANY },
  { path: 'runtime/wasm', files: SOURCE },
  { path: 'runtime/cpython', files: SOURCE_AND_ENGINE },
  { path: 'runtime/quickjs', files: SOURCE_AND_ENGINE },
];

/**
 * Parts of a game: its rules, its built-in players, the data for players, and the headers that players are compiled
 * with.
 */
const OF_GAMES: readonly Part[] = [
  { path: `kit${ENDING}`, files: SOURCE },
  { path: 'rules', files: SOURCE },
  { path: 'player', files: SOURCE },
  { path: 'players', files: SOURCE },
  { path: 'sdk', files: ANY },
];

/** Tests and their helpers don't affect any match. */
const APART =
  /\.test\.ts$|\.d\.ts$|(?:^|\/)(?:testing|conformance|fixtures|golden|node_modules)\/|(?:^|\/)testing\.ts$/;

const PACKAGES = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns 16 hexadecimal digits that identify the code that determines matches with a fuel budget. Two copies of Ludus
 * that have the same digits get the same replay, verdicts, and fuel use for a job. Node and the machine aren't taken
 * into account: matches do not depend on them.
 */
export function engineIdentity(packages: string = PACKAGES, elsewhere: readonly string[] = customGameKits()): string {
  // An installed Ludus is the same engine in another form, so it comes with the digits of its source code.
  const said = join(packages, 'games/identity.json');
  if (elsewhere.length === 0 && existsSync(said)) return JSON.parse(readFileSync(said, 'utf8')).engine;
  const hash = createHash('sha256');
  for (const [name, path] of identityFiles(packages, elsewhere)) {
    const bytes = readFileSync(path);
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The names of the files that are examined, in order. `elsewhere`: the `kit.ts` files of custom games. */
export function identityFiles(packages: string, elsewhere: readonly string[] = []): [name: string, path: string][] {
  const files = new Map<string, string>();
  const add = (root: string, shown: string, parts: readonly Part[]): void => {
    for (const part of parts)
      for (const path of filesOf(join(root, part.path))) {
        const name = `${shown}${relative(root, path).split(sep).join('/')}`;
        if (part.files.test(name) && !APART.test(name)) files.set(name, path);
      }
  };
  add(packages, '', PARTS);
  const games = join(packages, 'games');
  for (const entry of readdirSync(games, { withFileTypes: true }))
    if (entry.isDirectory()) add(join(games, entry.name), `games/${entry.name}/`, OF_GAMES);
  for (const folder of elsewhere.map((kit) => dirname(kit))) add(folder, `elsewhere/${basename(folder)}/`, OF_GAMES);
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** All files in a folder, or the file itself; empty if the path does not exist. */
function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (SOURCE.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

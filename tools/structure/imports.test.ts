import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEVELS, productFiles, ROOT } from './tracked-files.ts';

const levelOf = new Map(LEVELS.flatMap((names, level) => names.map((name) => [name, level] as const)));

/** Inside a game's folder: each subfolder, and the subfolders that it may import from. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  rules: ['rules'],
  player: ['rules', 'player'],
  players: ['rules', 'player', 'players'],
  view: ['rules', 'view'],
};

/** Folders that still import each other: the page's C++ compiler and its matches share message types. */
const MUTUAL = new Set(['studio/cpp → studio/match', 'studio/match → studio/cpp']);

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(`${ROOT}/${file}`, 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g);
  return [...found].map(([, specifier]) => ({ file, specifier }));
}

/** The package that an import refers to; undefined for external packages. */
function targetOf({ file, specifier }: Import): { readonly name: string; readonly path: string } | undefined {
  if (specifier.startsWith('.')) {
    const path = new URL(specifier, `file:///${file}`).pathname.slice(1);
    return { name: path.split('/')[1], path: path.split('/').slice(2).join('/') };
  }
  const [, own, rest] = /^(?:@ludus\/(\w+)|ludus)\/(.+)$/.exec(specifier) ?? [];
  return rest === undefined ? undefined : { name: own ?? 'games', path: rest };
}

const imports = productFiles(/\.tsx?$/).flatMap(importsOf);

test('each package imports only from packages on lower levels', () => {
  const up = imports.flatMap((each) => {
    const from = each.file.split('/')[1];
    const to = targetOf(each)?.name;
    if (to === undefined || to === from) return [];
    expect(levelOf.has(from), `${from} has no level`).toBe(true);
    expect(levelOf.has(to), `${each.file} imports ${each.specifier}: ${to} has no level`).toBe(true);
    return levelOf.get(to)! < levelOf.get(from)! ? [] : [`${each.file} → ${to}`];
  });
  expect([...new Set(up)].sort()).toEqual([]);
});

test('each package declares only packages on lower levels as dependencies', () => {
  const up = [...levelOf].flatMap(([from, level]) => {
    const { dependencies } = JSON.parse(readFileSync(`${ROOT}/packages/${from}/package.json`, 'utf8'));
    const own = Object.keys(dependencies ?? {}).flatMap((name) =>
      name === 'ludus' ? ['games'] : name.startsWith('@ludus/') ? [name.slice('@ludus/'.length)] : [],
    );
    return own.filter((to) => !(levelOf.get(to)! < level)).map((to) => `${from} → ${to}`);
  });
  expect(up).toEqual([]);
});

test('each folder of a game imports only from its allowed folders', () => {
  const wrong = imports.flatMap((each) => {
    const [, games, game, room] = each.file.split('/');
    const allowed = games === 'games' ? ROOMS[room] : undefined;
    const target = targetOf(each);
    if (!allowed || target?.name !== 'games') return [];
    const other = target.path.split('/')[1] ?? '';
    return allowed.includes(other) ? [] : [`${game}: ${each.file} → ${target.path}`];
  });
  expect(wrong).toEqual([]);
});

/** The folder of a file within its package; undefined for files directly in the package's folder. */
const folderOf = (file: string): string | undefined => {
  const [, name, folder, ...rest] = file.split('/');
  return rest.length > 0 ? `${name}/${folder}` : undefined;
};

test('no two folders of a package import each other, apart from listed exceptions', () => {
  const edges = new Set<string>();
  for (const each of imports) {
    const target = targetOf(each);
    const from = folderOf(each.file);
    const to = target && folderOf(`packages/${target.name}/${target.path}`);
    if (from && to && from !== to && from.split('/')[0] === to.split('/')[0]) edges.add(`${from} → ${to}`);
  }
  const mutual = [...edges].filter((edge) => edges.has(edge.split(' → ').reverse().join(' → ')));
  expect(mutual.filter((edge) => !MUTUAL.has(edge))).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A player's source file with everything of its own folder that it includes. */
export interface CppSource {
  /** As messages name it: without its folder. */
  readonly name: string;
  readonly folder: string;
  /** One character a byte. */
  readonly text: string;
  /** Files beside it that it includes, their paths and contents; ours come before them. */
  readonly includes: readonly { readonly path: string; readonly text: string }[];
}

/** Headers that come from us, whatever lies beside the player: its folder may be the originals'. */
const OURS = /^(Player|Board|Action|Utils|Structs|Settings|State|Info|Random|Registry|Game|Defs|PosDir)\.hh$/;

export function readSource(file: string): CppSource {
  const path = resolve(file);
  // One character a byte: comments may be in any encoding, and the compiler gets the bytes as they were.
  const text = readFileSync(path, 'latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const includes = new Map<string, string>();
  const follow = (contents: string, folder: string): void => {
    for (const [, name] of contents.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)) {
      const included = resolve(folder, name);
      if (OURS.test(basename(name)) || includes.has(included) || !existsSync(included)) continue;
      const inside = readFileSync(included, 'latin1');
      includes.set(included, inside);
      follow(inside, dirname(included));
    }
  };
  follow(text, dirname(path));
  return {
    name: basename(path),
    folder: dirname(path),
    text,
    includes: [...includes].map(([included, contents]) => ({ path: included, text: contents })),
  };
}

/** Does the player throw or catch anything, as far as its words tell? */
export function usesExceptions(source: CppSource): boolean {
  return [source.text, ...source.includes.map(({ text }) => text)].some((text) =>
    /\b(?:try|catch|throw)\b/.test(withoutComments(text)),
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
}

/** Words of the API that only one of the games has. */
const VOCABULARY: Readonly<Record<string, RegExp>> = {
  madmax:
    /\b(?:Car|Car_Id|CAR|TYRE|WATER_BONUS|GAS_BONUS|car|car_ok|number_cars\w*|bonus_gas|initial_gas|water_points|number_(?:water|gas)_bonuses)\b/g,
  starwar:
    /\b(?:Starship|Starship_Id|STARSHIP|ASTEROID|POINT_BONUS|starship|starship_ok|number_starships\w*|bonus_points|number_point_bonuses)\b/g,
};

/** The game that a source was written for, by the words that it uses; undefined where they do not tell. */
export function gameOf(source: CppSource): string | undefined {
  const text = withoutComments(source.text);
  const counts = Object.entries(VOCABULARY).map(([game, words]) => ({ game, count: text.match(words)?.length ?? 0 }));
  counts.sort((a, b) => b.count - a.count);
  return counts[0].count > counts[1].count ? counts[0].game : undefined;
}

/** The file that a bare player name stands for: `Foo` is AIFoo.cc in the folder. */
export function fileOfName(name: string, folder: string): string | undefined {
  if (!/^\w+$/.test(name)) return undefined;
  const file = join(folder, `AI${name}.cc`);
  return existsSync(file) ? file : undefined;
}

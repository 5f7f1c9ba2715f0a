import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { CppGame, CppSdk } from './cpp-sdk.ts';

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

/** Reads a player's file for a game. `ownHeaders`: they come from us, whatever lies beside the player. */
export function readSource(file: string, { ownHeaders }: Pick<CppSdk, 'ownHeaders'>): CppSource {
  const path = resolve(file);
  // One character a byte: comments may be in any encoding, and the compiler gets the bytes as they were.
  const text = readFileSync(path, 'latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const includes = new Map<string, string>();
  const follow = (contents: string, folder: string): void => {
    for (const [, name] of contents.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm)) {
      const included = resolve(folder, name);
      if (ownHeaders.test(basename(name)) || includes.has(included) || !existsSync(included)) continue;
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

/** The game that a source was written for, by the words that it uses; undefined where they do not tell. */
export function gameOf(source: CppSource, games: readonly CppGame[]): CppGame | undefined {
  const text = withoutComments(source.text);
  const counts = games.map((game) => ({ game, count: text.match(game.sdk.words)?.length ?? 0 }));
  counts.sort((a, b) => b.count - a.count);
  return counts.length > 0 && counts[0].count > (counts[1]?.count ?? 0) ? counts[0].game : undefined;
}

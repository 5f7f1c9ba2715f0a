import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import { listPlayers } from '@ludus/runtime/resolve.ts';
import { GAMES } from '../games.ts';
import { PLAYER_KINDS } from '../kinds.ts';

/**
 * The one game that all these players can be for, by the SDK that a file imports (`ludus/madmax`) and by the games that a name belongs to;
 * undefined where that leaves none or several.
 */
export function guessGame(specs: readonly string[], folder: string): AnyGame | undefined {
  const possible = GAMES.filter((game) => specs.every((spec) => mayPlay(spec, game, folder)));
  return possible.length === 1 ? possible[0] : undefined;
}

function mayPlay(spec: string, game: AnyGame, folder: string): boolean {
  const file = resolve(folder, spec);
  if (existsSync(file) && statSync(file).isFile()) {
    const imported = /['"]ludus\/(\w+)['"]/.exec(readFileSync(file, 'latin1'))?.[1];
    return imported === undefined || imported === game.id;
  }
  const names = listPlayers(PLAYER_KINDS, { game, budget: 'none', folder }).map((player) => player.name);
  return names.includes(spec) || spec.startsWith('cmd:');
}

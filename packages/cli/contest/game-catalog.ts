import type { GameCatalog, Workshop } from '@ludus/contest/judge.ts';
import { rustForWasm } from '@ludus/runtime/kinds.ts';
import { programGame } from '@ludus/runtime/resolve.ts';
import { readText } from '@ludus/shell/files.ts';
import { contextOf, cppGames, nodePartsOf } from '../context.ts';
import { boardFiles, gameNamed, KITS } from '../games.ts';
import { startersOf } from '../scaffold/starters.ts';

/** The games as the contest sees them. */
export const catalog: GameCatalog = {
  kits: KITS,
  boardsOf: (game) => new Map([...boardFiles(gameNamed(game))].map(([name, file]) => [name, readText(file)])),
  startersOf: (game) => startersOf(gameNamed(game)),
  compilesRust: () => rustForWasm('full') !== undefined,
};

/**
 * The tools that compile submissions. The compiler's process loads this module by the module's address.
 * @public
 */
export const workshop: Workshop = {
  async cppGames() {
    const found = await cppGames();
    const programs = KITS.filter(({ game }) => game.dialogue && !found.some(({ id }) => id === game.id));
    const headers = await Promise.all(programs.map(async ({ game }) => (await nodePartsOf(game)).libraries?.cpp));
    return [...found, ...programs.map(({ game }, at) => programGame(game, headers[at]))];
  },
  async guestOf(game) {
    return (await contextOf(gameNamed(game), { budget: 'fuel', folder: '.' })).guest;
  },
  async librariesOf(game) {
    const { game: of, libraries } = await contextOf(gameNamed(game), { budget: 'cpu', folder: '.' });
    return of.dialogue && (libraries ?? {});
  },
};

export const WORKSHOP: string = import.meta.url;

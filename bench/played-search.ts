import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextOf } from '@ludus/cli/context.ts';
import { gameNamed, kitOf } from '@ludus/cli/games.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { resolvePlayer } from '@ludus/runtime/resolve.ts';

/** Plays a Trails bot under fuel. Returns its units of fuel, and the number that it logs after the word `found`. */
export async function playedSearch(folder: string, file: string, text: string, boardOf: (game: AnyGame) => unknown) {
  writeFileSync(join(folder, file), text);
  const kit = kitOf(gameNamed('trails'));
  const { game } = kit;
  const context = await contextOf(game, { budget: 'fuel', folder, limits: { cpuMs: 60_000 } });
  const source = await resolvePlayer(`./${file}`, PLAYER_KINDS, context);
  const said: string[] = [];
  const runner = await source.open({ log: (line) => said.push(line), draw: () => {} });
  const board = boardOf(game);
  const sparring = kit.players.find(({ name }) => name === kit.partners.sparring)!;
  const others = Array.from({ length: game.seatsOf(board) - 1 }, () => sparring.open());
  await playMatch({ game, board, seed: 1, runners: [runner, ...others], limited: true });
  return { fuel: Number(runner.fuelUsed!()), found: /found (-?\d+)/.exec(said.join('\n'))?.[1] };
}

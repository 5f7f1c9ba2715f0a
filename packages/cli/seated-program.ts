import type { Program } from '@ludus/env/seated-players.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { contextOf } from './context.ts';
import { limitsOf } from './limits.ts';
import { resolveAll } from './resolve-players.ts';

/** Opened as `ludus match` does without a budget, but each in a separate process: none of them can hold up the simulator. */
export async function findProgram(name: string, game: AnyGame): Promise<Program> {
  const limits = await limitsOf({}, 'none');
  const context = await contextOf(game, { budget: 'none', folder: process.cwd(), limits, isolated: true });
  const [source] = await resolveAll([name], context);
  return { name: source.name, open: () => source.open() };
}

import type { MobGame, MobPlayer, Submove } from '../player/api.ts';

/** Plays random moves: from each cell, any part of its units into random directions, some staying. */
export class ProfessorRandom implements MobPlayer {
  move(game: MobGame): Submove[] {
    const submoves: Submove[] = [];
    for (const { i, j, units } of game.groups()) {
      let left = units;
      for (const d of game.exits(i, j)) {
        const k = game.random(0, left);
        if (k > 0) submoves.push({ i, j, k, d });
        left -= k;
      }
    }
    return submoves;
  }
}

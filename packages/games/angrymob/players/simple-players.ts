import type { MobGame, MobPlayer, Submove } from '../player/api.ts';

/** Moves units at random. All units of a cell stay together, and turn back only if they must. */
export class RandomRunners implements MobPlayer {
  /** By cell: the last direction of the units on the cell; −1 if there is none. */
  private heading = new Int8Array(0);

  start(game: MobGame): void {
    this.heading = new Int8Array(game.rows * game.columns).fill(-1);
  }

  move(game: MobGame): Submove[] {
    const before = this.heading;
    this.heading = new Int8Array(before.length).fill(-1);
    return game.groups().flatMap(({ i, j, units }) => {
      const exits = game.exits(i, j);
      if (exits.length === 0) return [];
      const going = before[i * game.columns + j];
      const onward = exits.filter((d) => going < 0 || d !== (going ^ 2));
      const choice = onward.length === 0 ? exits : onward;
      const keeps = choice.includes(going) && game.random(0, 3) > 0;
      const d = keeps ? going : choice[game.random(0, choice.length - 1)];
      const to = game.step(i, j, d);
      this.heading[to.i * game.columns + to.j] = d;
      return [{ i, j, k: units, d }];
    });
  }
}

/** Never moves. */
export class CamperJoe implements MobPlayer {
  move(): Submove[] {
    return [];
  }
}

/** Plays random moves: from each cell, random parts of its units go in random directions, and some stay. */
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

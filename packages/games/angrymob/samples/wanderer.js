// A player of Angry Mob in ten lines: every group of units moves in a random direction.
export default class Wanderer {
  move(game) {
    return game.groups().map(({ i, j, units }) => {
      const exits = game.exits(i, j);
      return { i, j, k: units, d: exits[game.random(0, exits.length - 1)] };
    });
  }
}

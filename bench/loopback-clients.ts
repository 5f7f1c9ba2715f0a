import type { MobGame, MobPlayer, Submove } from 'ludus/angrymob';
import { distancesFrom, neighbour } from 'ludus/angrymob/rules.ts';
import { CamperJoe, inProcessMob, playMobClient } from 'ludus/angrymob/testing.ts';

/** Walks straight to the opponent's base. */
class Conqueror implements MobPlayer {
  private steps: Int32Array = new Int32Array(0);

  start(game: MobGame): void {
    this.steps = distancesFrom(game.map, game.map.bases[1 - game.seat]);
  }

  move(game: MobGame): Submove[] {
    return game.groups().map(({ i, j, units }) => {
      const steps = (d: number) => this.steps[neighbour(game.map, i * game.columns + j, d)];
      return { i, j, k: units, d: game.exits(i, j).reduce((best, d) => (steps(d) < steps(best) ? d : best)) };
    });
  }
}

// Each message contains the arena's port, and starts one game.
process.on('message', (port: number) => {
  for (const player of [inProcessMob('CamperJoe', new CamperJoe()), inProcessMob('Conqueror', new Conqueror())])
    void playMobClient(player, { host: '127.0.0.1', port, name: player.name, seed: 1 });
});

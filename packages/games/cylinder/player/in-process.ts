import { type PlayerOutput, SILENT } from '@ludus/game/output.ts';
import { type Briefing, PlayerFault, type PlayerGenerator, type PlayerPort } from '@ludus/game/port.ts';
import type { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';
import { type CylinderApi, connect, nextRound } from './api.ts';

/** A player that comes as a class with `play()`. */
export type PlayerClass = new () => CylinderApi & { play(): void };
/** A player that comes as a function, called every round. */
// biome-ignore lint/suspicious/noExplicitAny: MadMaxApi or StarWarApi, as the player's own file declares it
export type PlayerFunction = (game: any) => void;
export type CylinderPlayerCode = PlayerClass | PlayerFunction;

/**
 * A trusted TypeScript player in the referee's own process: no budget, no sandbox. `base` is the class whose words a player
 * that is a function sees (`MadMaxPlayer` or `StarWarPlayer`). An exception freezes the player.
 */
export function inProcessCylinder(
  name: string,
  code: CylinderPlayerCode,
  base: abstract new () => CylinderApi,
  output: PlayerOutput = SILENT,
): PlayerPort<unknown, CylinderView, Instructions> {
  let player: CylinderApi & { play(): void };
  const guarded = (what: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      if (error instanceof PlayerFault) throw error;
      throw new PlayerFault(
        'crash',
        `${name} threw ${what}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
  return {
    name,
    start(_board: unknown, state: CylinderView, briefing: Briefing) {
      guarded('before the first round', () => {
        player = isClass(code) ? new code() : fromFunction(code, base);
        player[connect](state, briefing.seat, output);
      });
    },
    play(state: CylinderView, move: Instructions, generator: PlayerGenerator) {
      player[nextRound](state, move, generator);
      try {
        player.play();
      } catch (error) {
        guarded(`in round ${state.round}`, () => {
          throw error;
        });
      }
    },
  };
}

function isClass(code: CylinderPlayerCode): code is PlayerClass {
  return typeof code.prototype?.play === 'function';
}

function fromFunction(code: PlayerFunction, base: abstract new () => CylinderApi): CylinderApi & { play(): void } {
  const Base = base as unknown as new () => CylinderApi;
  return new (class extends Base {
    play(): void {
      code(this);
    }
  })();
}

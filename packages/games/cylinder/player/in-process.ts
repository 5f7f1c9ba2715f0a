import { type PlayerOutput, SILENT_OUTPUT } from '@ludus/game/output.ts';
import {
  type AnyRunner,
  type Briefing,
  crashFault,
  type PlayerGenerator,
  type PlayerRunner,
} from '@ludus/game/player-runner.ts';
import type { Instructions } from '../rules/instructions.ts';
import type { CylinderView } from '../rules/position-view.ts';
import { type CylinderApi, connect, nextRound } from './api.ts';

/** A player as a class with `play()`. */
export type PlayerClass = new () => CylinderApi & { play(): void };
/** A player as a function, called every round. */
// biome-ignore lint/suspicious/noExplicitAny: MadMaxApi or StarWarApi, as the player's own file declares it
export type PlayerFunction = (game: any) => void;
export type CylinderPlayerCode = PlayerClass | PlayerFunction;

/**
 * A trusted TypeScript player in the referee's process: without a budget or a sandbox. `base` is the class whose
 * methods a function player can use (`MadMaxPlayer` or `StarWarPlayer`). An exception freezes the player.
 */
export function inProcessCylinder(
  name: string,
  code: CylinderPlayerCode,
  base: abstract new () => CylinderApi,
  output: PlayerOutput = SILENT_OUTPUT,
): PlayerRunner<unknown, CylinderView, Instructions> {
  let player: CylinderApi & { play(): void };
  return {
    name,
    start(_board: unknown, state: CylinderView, briefing: Briefing) {
      try {
        player = isClass(code) ? new code() : fromFunction(code, base);
        player[connect](state, briefing.seat, output);
      } catch (error) {
        throw crashFault(name, 'before the first round', error);
      }
    },
    play(state: CylinderView, move: Instructions, generator: PlayerGenerator) {
      player[nextRound](state, move, generator);
      try {
        player.play();
      } catch (error) {
        throw crashFault(name, `in round ${state.round}`, error);
      }
    },
  };
}

/**
 * Returns a function that opens a module's default export as a player. For other exports, it returns words that can
 * follow the player's name.
 */
export function openCylinder(base: abstract new () => CylinderApi) {
  return (name: string, code: unknown, output?: PlayerOutput): AnyRunner | string =>
    typeof code === 'function'
      ? inProcessCylinder(name, code as CylinderPlayerCode, base, output)
      : 'has no default export that is a class with play() or a function';
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

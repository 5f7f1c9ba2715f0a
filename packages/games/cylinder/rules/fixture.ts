import type { ConformanceFixture } from '@ludus/game/conformance.ts';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { Dialect } from './dialect.ts';
import { directionCode, SHOOT } from './directions.ts';
import type { CylinderGame } from './game.ts';
import { Instructions } from './instructions.ts';
import { brokenInvariant } from './invariants.ts';
import type { CylinderBoard } from './position.ts';
import { wildBoard } from './random-board.ts';
import type { CylinderState } from './state.ts';

export interface CylinderFixture
  extends Required<
    Pick<
      ConformanceFixture<CylinderBoard, CylinderState, Instructions>,
      'wildBoard' | 'wildMove' | 'answer' | 'brokenInvariant'
    >
  > {
  readonly game: CylinderGame;
}

/** Builds the fixture of one of the two games for the conformance suite. */
export function cylinderFixture(game: CylinderGame, dialect: Dialect): CylinderFixture {
  return { game, wildBoard: (random) => wildBoard(dialect, random), wildMove, brokenInvariant, answer };
}

/** Prints one line per instruction, and the line that ends the answer. An unknown direction can't be printed. */
function answer(move: Instructions): string | undefined {
  const lines: string[] = [];
  for (let index = 0; index < move.length; index++) {
    if (move.code(index) > SHOOT) return undefined;
    lines.push(move.print(index));
  }
  return [...lines, '-1'].join('\n');
}

/**
 * Up to ten instructions. Most are sensible, but some are duplicates, are for other players' units or unknown units, or
 * have invalid directions.
 */
function wildMove(state: CylinderState, seat: number, random: Lehmer): Instructions {
  const move = new Instructions();
  const { unitsPerPlayer, players } = state.settings;
  for (let left = random.range(0, 2 * unitsPerPlayer + 2); left > 0; left--) {
    const kind = random.range(0, 9);
    let unit = seat * unitsPerPlayer + random.range(0, unitsPerPlayer - 1);
    if (kind === 0) unit = random.range(-3, players * unitsPerPlayer + 3);
    else if (kind === 1) unit = random.range(-2147483, 2147483) * 1000;
    // This is how a player's API would encode an invalid direction.
    const code = kind === 3 ? directionCode(Number.NaN, random.range(0, 1)) : random.range(0, kind === 2 ? 255 : 10);
    move.push(unit, code);
  }
  return move;
}

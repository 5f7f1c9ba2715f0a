import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { expect, test } from 'vitest';
import { fixture as madmax } from '../../madmax/rules/fixture.ts';
import { fixture as starwar } from '../../starwar/rules/fixture.ts';
import { cylinderImage } from './image.ts';

const image = cylinderImage(0);

test.each([madmax, starwar])(
  'an image shows the current cells, whatever has changed since the last image ($game.id)',
  ({ game, wildBoard, wildMove }) => {
    const random = new Lehmer(5);
    for (let match = 0; match < 20; match++) {
      const state = game.start(wildBoard(random), match);
      const earlier = game.clone(state);
      const { rows, universeColumns, players } = state.settings;
      for (let round = 0; round < 20; round++) {
        const bytes = new Uint8Array(7 + image.roundBytes(state));
        image.writeRound(bytes, 7, state, 77, 0.5);
        const cells = Array.from({ length: rows * universeColumns }, (_, cell) =>
          state.contentAt(Math.floor(cell / universeColumns), cell % universeColumns),
        );
        expect([...bytes.subarray(-cells.length)]).toEqual(cells);
        const view = new DataView(bytes.buffer, 7);
        expect(view.getFloat64(0, true)).toBe(0.5);
        expect(view.getInt32(8 + 8 * players, true)).toBe(state.round);
        expect(view.getInt32(image.generatorAt(state), true)).toBe(77);
        // Sometimes many rounds pass between two images, or the match returns to an earlier round.
        for (let n = random.range(0, 9) === 0 ? 30 : 1; n > 0 && !game.isOver(state); n--)
          game.advance(
            state,
            Array.from({ length: players }, (_, seat) => wildMove(state, seat, random)),
          );
        if (random.range(0, 9) === 0) game.restore(state, earlier);
      }
    }
  },
);

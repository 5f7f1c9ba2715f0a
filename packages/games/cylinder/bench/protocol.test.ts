import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { madmax } from '../../madmax/rules/game.ts';
import { starwar } from '../../starwar/rules/game.ts';
import { BenchProtocol, CHECKSUMS } from './protocol.ts';

test.each([madmax, starwar])(
  'the bench protocol gives the expected checksums on the default board ($title)',
  (game) => {
    const file = new URL(`../../${game.id}/boards/default.cnf`, import.meta.url);
    const board = game.readBoard(readFileSync(file, 'utf8'));
    if (!board.ok) throw new Error(board.problem.message);
    const protocol = new BenchProtocol(game, board.value);
    for (const matches of [1, 1000]) {
      const { scores, ...checksums } = CHECKSUMS[game.id][matches];
      expect(protocol.playMatches(matches)).toEqual(scores);
      expect(protocol.checksums(matches)).toEqual(checksums);
      expect(protocol.playBatches(matches, 64)).toEqual(scores);
    }
  },
);

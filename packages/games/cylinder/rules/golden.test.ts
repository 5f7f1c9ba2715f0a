import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gameOfReplay, inRevision, playReplay } from '@ludus/game/replay.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../../tools/long-run.ts';
import { goldenBoards, goldenReplays, goldenText, HAS_FULL_SET } from '../../conformance/golden.ts';
import { madmax } from '../../madmax/rules/game.ts';
import { starwar } from '../../starwar/rules/game.ts';
import { brokenInvariant } from './invariants.ts';
import { readRecording } from './testing/recording.ts';

test.skipIf(!HAS_FULL_SET && process.env.CI !== 'true')(
  'all golden replays are in ../shared/golden (otherwise only those in the games’ folders are played)',
  () => expect(HAS_FULL_SET).toBe(true),
);

describe('golden files', () => {
  for (const game of [madmax, starwar, inRevision(starwar, '2')]) {
    const replays = goldenReplays(game.id, game.revision);
    /** If the full set is available, a quick run plays every fourth replay. */
    const chosen = IS_LONG_RUN || replays.length < 12 ? replays : replays.filter((_, n) => n % 4 === 0);
    test(`of ${game.title}, revision ${game.revision ?? '1'}, include at least three replays in every clone`, () =>
      expect(replays.length).toBeGreaterThanOrEqual(3));
    test.each(chosen)('include $name, which is the same byte for byte when it is played again', ({ file }) => {
      const text = goldenText(file);
      expect(gameOfReplay(text, [madmax, starwar])?.game).toBe(game);
      const opened = game.replay.open(text);
      if (!opened.ok) throw new Error(opened.problem.message);
      const reader = opened.value;
      const state = game.start(reader.board, reader.info.seed);
      let printed = game.replay.head(reader.board, reader.info, state);
      for (const step of playReplay(game, reader, state)) {
        if (step.phase === 'problem') throw new Error(JSON.stringify(step.problem));
        if (step.phase === 'asked') continue;
        const at = printed.length;
        printed += game.replay.round(step.asked, state, step.record);
        if (text.slice(at, printed.length) !== printed.slice(at))
          expect(printed.slice(at)).toBe(text.slice(at, printed.length));
        expect(brokenInvariant(state)).toBeUndefined();
      }
      expect(printed.length).toBe(text.length);
      expect(game.isOver(state)).toBe(true);
      const recording = readRecording(reader.board.dialect, text);
      expect(recording.ok && recording.value.positions.length).toBe(reader.board.settings.rounds + 1);
    });
    test.each(goldenBoards(game.id).map((file) => [basename(file), file]))(
      'include the board %s, which is the same after it is printed and read again',
      (_, file) => {
        const board = game.readBoard(readFileSync(file, 'latin1'));
        if (!board.ok) throw new Error(JSON.stringify(board.problem));
        const printed = game.printBoard(board.value);
        const again = game.readBoard(printed);
        expect(again.ok && game.printBoard(again.value)).toBe(printed);
      },
    );
  }
});

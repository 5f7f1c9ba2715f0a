import { existsSync, globSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { playReplay } from '@ludus/game/play-replay.ts';
import { describe, expect, test } from 'vitest';
import { madmax } from '../../madmax/rules/game.ts';
import { starwar } from '../../starwar/rules/game.ts';
import { readRecording } from './codec/recording.ts';
import { brokenInvariant } from './invariants.ts';

const GOLDEN = new URL('../../../../../shared/golden/', import.meta.url);

// The replays of the original programs are not part of the repository.
describe.skipIf(!existsSync(GOLDEN))('golden replays (skipped where ../shared/golden is missing)', () => {
  for (const game of [madmax, starwar]) {
    const names = globSync(`${game.id}/*.res.gz`, { cwd: GOLDEN.pathname });
    test.each(names)('%s is played again to the byte', (name) => {
      const text = gunzipSync(readFileSync(new URL(name, GOLDEN))).toString('latin1');
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
    test.each(globSync(`${game.id}/boards/*.cnf`, { cwd: GOLDEN.pathname }))('%s is read, printed, read', (name) => {
      const board = game.readBoard(readFileSync(new URL(name, GOLDEN), 'latin1'));
      if (!board.ok) throw new Error(JSON.stringify(board.problem));
      const printed = game.printBoard(board.value);
      const again = game.readBoard(printed);
      expect(again.ok && game.printBoard(again.value)).toBe(printed);
    });
  }
});

import { gunzipSync } from 'node:zlib';
import type { FinishedOutcome, MatchInput } from '@ludus/contest/client.ts';
import { checkAnswer, playInput } from '@ludus/contest/judge.ts';
import { boardText } from '@ludus/contest/rounds.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { catalog } from './game-catalog.ts';

const processes = openMatchProcesses({ idle: 1 });
afterAll(() => processes.close());

describe.each(catalog.kits.filter(({ game }) => catalog.boardsOf(game.id).size > 0))(
  'a worker’s result for $game.id',
  (kit) => {
    const { game, players } = kit;
    const [text] = [...catalog.boardsOf(game.id).values()];
    const board = boardText(game, text, 7);
    const read = game.readBoard(board);
    if (!read.ok) throw new Error(read.problem.message);
    const input: MatchInput = {
      game: game.id,
      board,
      seed: '7',
      key: 'a'.repeat(64),
      seats: Array.from({ length: game.seatsOf(read.value) }, (_, seat) => ({
        kind: 'builtin',
        name: players[seat % players.length].name,
      })),
      engine: 'any',
    };

    test('is accepted only if it follows from its replay', async () => {
      const play = playInput({ play: (job) => processes.play(job), module: async () => new Uint8Array() }, input);
      const answer = (await play) as FinishedOutcome;
      expect(answer.kind).toBe('finished');
      const replay = gunzipSync(Buffer.from(answer.replay, 'base64')).toString('utf8');
      const check = (more: Partial<FinishedOutcome>, asked: Partial<MatchInput> = {}, text = replay) =>
        checkAnswer(game, { ...input, ...asked }, { ...answer, ...more }, text);
      expect(check({})).toBeUndefined();
      expect(check({ scores: answer.scores.map((score) => score + 9) })).toMatch(/points/);
      expect(check({ rounds: 2 ** 31 - 1 })).toMatch(/rounds/);
      expect(check({ verdicts: [{ seat: 0, round: 1, fault: 'crash', sentence: 'it fell' }] })).toMatch(
        /disqualify different bots/,
      );
      expect(check({}, { seed: '8' })).toMatch(/seed|board|key/);
      expect(check({}, {}, 'x')).toBe('its replay belongs to another game');
      expect(check({}, {}, replay.slice(0, -replay.length / 3))).toMatch(/is not valid/);
    });

    const revision = game.revisions?.[1];
    if (revision)
      test('is accepted only if it uses the match’s revision', async () => {
        const { id } = revision;
        const second: MatchInput = { ...input, revision: id };
        const play = playInput({ play: (job) => processes.play(job), module: async () => new Uint8Array() }, second);
        const answer = (await play) as FinishedOutcome;
        const replay = gunzipSync(Buffer.from(answer.replay, 'base64')).toString('utf8');
        expect(checkAnswer(game, second, answer, replay)).toBeUndefined();
        expect(checkAnswer(game, input, answer, replay)).toBe(
          `its replay follows revision ${id} of the rules, not ${game.revision}`,
        );
      });
  },
);

import { gunzipSync } from 'node:zlib';
import type { MatchJob } from '@ludus/referee/match-process.ts';
import { expect, test } from 'vitest';
import { fakePlay } from '../testing/test-catalog.ts';
import type { MatchInput } from '../words.ts';
import { playInput } from './play.ts';

const INPUT: MatchInput = {
  game: 'some',
  board: 'a board',
  seed: '-7',
  key: 'a'.repeat(64),
  seats: [
    { kind: 'module', module: '1'.repeat(64), version: 3 },
    { kind: 'builtin', name: 'Weak' },
  ],
  seconds: 0.5,
  engine: 'test',
};
const module = async () => Buffer.from('strength 4');
const text = (packed: string) => gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');

test('playInput shows bots as P1 and P2, and puts their logs into the sidecar', async () => {
  const jobs: MatchJob[] = [];
  const play = async (job: MatchJob) => {
    jobs.push(job);
    return await fakePlay(job);
  };
  const outcome = await playInput({ play, module }, INPUT);
  expect(jobs).toMatchObject([
    {
      seed: -7,
      seconds: 0.5,
      budget: 'fuel',
      players: [
        { kind: 'module', shown: 'P1' },
        { player: 'Weak', shown: 'P2' },
      ],
    },
  ]);
  if (outcome.kind !== 'finished') throw new Error(outcome.why);
  expect(text(outcome.replay)).toBe(`replay of ${INPUT.key}\n`);
  expect(JSON.parse(text(outcome.sidecar)).log).toHaveLength(2);
  expect(await playInput({ play, module }, INPUT)).toEqual(outcome);
});

test('a bot gets its seat’s seconds of fuel, or the match’s seconds if the seat has none', async () => {
  const jobs: MatchJob[] = [];
  const play = async (job: MatchJob) => {
    jobs.push(job);
    return await fakePlay(job);
  };
  const [own, other] = INPUT.seats;
  await playInput({ play, module }, { ...INPUT, seats: [{ ...own, seconds: 2 } as typeof own, own, other] });
  expect(jobs[0].seconds).toBe(0.5);
  expect(jobs[0].players.map((player) => ('seconds' in player ? player.seconds : undefined))).toEqual([
    2,
    undefined,
    undefined,
  ]);
});

test('playInput returns a seat and a reason of up to 2,000 characters for a void match, and a reason for a refused match', async () => {
  const sentence = `it ended ${'x'.repeat(5000)}`;
  const lost = await playInput(
    { play: async () => ({ kind: 'void', cause: 'killed', seat: 1, sentence }), module },
    INPUT,
  );
  expect(lost).toEqual({ kind: 'void', seat: 1, why: sentence.slice(0, 2000) });
  const refused = await playInput({ play: async () => ({ kind: 'refused', sentence: 'no module' }), module }, INPUT);
  expect(refused).toEqual({ kind: 'refused', why: 'no module' });
});

import { readdirSync, readFileSync } from 'node:fs';
import { newRoundRecord } from '@ludus/game/game.ts';
import { playReplay } from '@ludus/game/replay.ts';
import { expect, test } from 'vitest';
import { trails } from './game.ts';

// Recorded matches that must stay the same in every release: one on each built-in board, and some in which players
// fail. A replay that is played and printed again must give the same text. The hash is that of the last state.

const folder = new URL('golden/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.trails'));
const hashes = new Map(
  readFileSync(new URL('hashes.txt', folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

test('every golden Trails match has a recorded hash', () => {
  expect([...hashes.keys()].sort()).toEqual(files.sort());
});

test.each(files)('%s is played as recorded', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const opened = trails.replay.open(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { board, info } = opened.value;
  const state = trails.start(board, info.seed);
  let printed = trails.replay.head(board, info, state);
  let record = newRoundRecord(info);
  for (const step of playReplay(trails, opened.value, state)) {
    if (step.phase === 'problem') throw new Error(step.problem.message);
    record = step.record;
    if (step.phase === 'played') printed += trails.replay.round(step.asked, state, record);
  }
  printed += trails.replay.tail(state);
  expect(printed).toBe(text);
  expect(trails.hash(state).toString(16)).toBe(hashes.get(file));
});

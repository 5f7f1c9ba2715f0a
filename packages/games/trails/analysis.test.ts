import { readFileSync } from 'node:fs';
import { explain } from '@ludus/lab/why.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { expect, test } from 'vitest';
import { kit } from './kit.ts';

test('if a player hits a wall, the explanation doesn’t blame the player’s later silence', () => {
  const { game, players } = kit;
  const read = game.readBoard(readFileSync(new URL('boards/crossing.board', import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.problem.message);
  const runners = ['Mole', 'Null', 'Gnat', 'Lynx'].map((name) => players.find((each) => each.name === name)!.open());
  const chunks: string[] = [];
  playMatchSync({ game, board: read.value, seed: 3, runners, record: (text) => chunks.push(text) });
  const why = explain(kit, chunks.join(''), 1, { isQuick: true });
  if (!why.ok) throw new Error(why.problem.message);
  expect(why.value.sentences.join(' ')).toContain('ran into');
  expect(why.value.findings.map(({ id }) => id)).not.toContain('idle');
});

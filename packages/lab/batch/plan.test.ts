import { expect, test } from 'vitest';
import { type MatchSpec, matchKey, type RunSetup, settingOf } from './plan.ts';

const setup: RunSetup = {
  game: 'dusk',
  boards: [{ name: 'b', text: '' }],
  players: [],
  budget: 'none',
  folder: '',
};
const spec: MatchSpec = { id: 'g0-m0', board: 0, seed: 1, players: [0, 1] };
const mate = { ...spec, id: 'g0-m1' };

test('a match without a budget has no key, unless information is hidden', () => {
  expect(matchKey(setup, 'salt', spec)).toBeUndefined();
  expect(matchKey({ ...setup, hidden: true }, 'salt', spec)).toMatch(/^[0-9a-f]{64}$/);
});

test('matches of a pair have the same key, unless information is hidden', () => {
  const counted = { ...setup, budget: 'cpu' } as const;
  expect(matchKey(counted, 'salt', mate)).toBe(matchKey(counted, 'salt', spec));
  const hidden = { ...counted, hidden: true };
  expect(matchKey(hidden, 'salt', mate)).not.toBe(matchKey(hidden, 'salt', spec));
});

test('settingOf uses the match’s recorded key, not the run’s salt', () => {
  const hidden = { ...setup, hidden: true };
  const key = matchKey(hidden, 'salt', spec)!;
  expect(settingOf(hidden, 'another start of the run', { ...spec, key })).toBe(settingOf(hidden, 'salt', spec));
});

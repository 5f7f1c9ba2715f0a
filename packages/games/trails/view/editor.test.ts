import { expect, test } from 'vitest';
import { editor } from './editor.ts';

test('where a player goes first is asked for the players that there are', () => {
  const asked = (players: string) =>
    editor.settings.filter(({ id, shown }) => /^[a-d]$/.test(id) && (shown?.({ players }) ?? true)).map(({ id }) => id);
  expect(['2', '3', '4'].map(asked)).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'd'],
  ]);
});

import { expect, test } from 'vitest';
import { editor } from './editor.ts';

test('the Trails editor asks for the first heading of each player on the board', () => {
  const asked = (players: string) =>
    editor.settings.filter(({ id, shown }) => /^[a-d]$/.test(id) && (shown?.({ players }) ?? true)).map(({ id }) => id);
  expect(['2', '3', '4'].map(asked)).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'd'],
  ]);
});

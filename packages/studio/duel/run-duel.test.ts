import { matchKey } from '@ludus/lab/results.ts';
import { expect, test } from 'vitest';
import { BUILTIN_BOARDS } from '../data/boards.ts';
import { GAMES } from '../games/kits.ts';
import type { DuelOrder } from './order.ts';
import { keyOf, playDuelMatch } from './play-duel-match.ts';
import { commandOf, runDuel, seatsOfDuel } from './run-duel.ts';

const boards = (game: string, ...names: string[]) =>
  BUILTIN_BOARDS.filter((board) => board.game === game && names.includes(board.name));
const order: DuelOrder = {
  game: 'trails',
  boards: boards('trails', 'default', 'pillars'),
  players: [
    { kind: 'builtin', name: 'Mole' },
    { kind: 'builtin', name: 'Moth' },
  ],
};
const run = (given: DuelOrder, limit: number, ahead = 3) =>
  runDuel(given, { firstSeed: 7, limit }, (spec) => playDuelMatch(given, spec), ahead);

const own = (source: string): DuelOrder => ({
  ...order,
  players: [{ kind: 'own', name: 'Mine', source }, order.players[1]],
});

test('a duel has the same result however many matches run in parallel, and a bot that fails loses', async () => {
  const failing = own("export default () => { throw new Error('no'); };");
  const one = await run(failing, 40, 1);
  expect(one.sentence).toMatch(/^Mine is weaker than Moth: it won 0 of (\d+) matches\.$/);
  expect(one.records.every(({ faults }) => faults.length === 1)).toBe(true);
  expect(await run(failing, 40, 9)).toEqual(one);
});

test('a duel of a player against itself is exactly even, and the second player’s name gets a number', async () => {
  const same: DuelOrder = { ...order, players: [order.players[1], order.players[1]] };
  expect((await run(same, 2)).sentence).toBe(
    'Undecided: all 2 pairs were exactly even, so Moth and Moth#2 may be the same.',
  );
});

test('a bot that can’t be loaded ends the duel with an error', async () => {
  await expect(run(own('export default 3 +;'), 2)).rejects.toThrow('Mine cannot be read: line 1');
});

test('seatsOfDuel checks a duel’s seats, and commandOf returns the equivalent command', () => {
  expect(seatsOfDuel(order)).toBe(2);
  expect(seatsOfDuel({ ...order, boards: boards('trails', 'default', 'plaza') })).toMatch(
    /different numbers of seats: 2, 4/,
  );
  const made = GAMES.find((game) => !BUILTIN_BOARDS.some((board) => board.game === game.id))!;
  expect(seatsOfDuel({ game: made.id, boards: [], players: order.players })).toBe(2);
  const three: DuelOrder = { ...order, players: [{ kind: 'own', name: 'Mine', source: '' }, ...order.players] };
  expect(seatsOfDuel(three)).toMatch(/no room for another bot/);
  expect(commandOf(three, { firstSeed: 3, limit: 20 }, false)).toBe(
    'ludus duel ./Mine.ts Mole --game trails --vs Moth --boards default pillars --limit 20 --seed 3 --budget none',
  );
  // Without named boards, the command plays Trails on new boards, and Star War on all its built-in boards.
  const wish = { firstSeed: 3, limit: 20 };
  expect(commandOf({ ...order, boards: [] }, wish, false)).not.toContain('--boards');
  expect(commandOf(order, wish, true)).toContain('--boards default pillars');
  expect(commandOf({ ...order, game: 'starwar', boards: boards('starwar', 'maze1') }, wish, true)).not.toContain(
    '--boards',
  );
});

test.each([false, true])(
  'a match with a fuel budget uses the same key as the command line (hidden information: %s)',
  (hidden) => {
    const spec = { id: 'g0-m0', board: 1, seed: -5, players: [0, 1] };
    const setup = { game: '', boards: [], players: [], budget: 'fuel', folder: '', hidden } as const;
    expect(keyOf('word é', spec, hidden)).toBe(matchKey(setup, 'word é', spec));
  },
);

test('a duel’s command names the chosen revision, and an unknown revision is rejected', () => {
  const second = { ...order, game: 'starwar', boards: boards('starwar', 'maze1'), revision: '2' };
  expect(commandOf(second, { firstSeed: 1, limit: 5 }, false)).toContain('--boards maze1 --revision 2 --limit 5');
  expect(seatsOfDuel(second)).toBe(4);
  expect(seatsOfDuel({ ...order, revision: '2' })).toBe('Trails has no revisions, so revision 2 cannot be chosen');
});

import { expect, test } from 'vitest';
import { joined, makeContest, organiserOf, SPRING, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { BOARD, GAME, testCatalog } from '../testing/test-catalog.ts';
import { tryBoard } from './try-board.ts';

test('a submitted board gets a report, and other entrants see the board once the organiser accepts it', async () => {
  const server = await serveTest(await fresh(), { tryBoard: (game, board) => tryBoard(game, board, 2) });
  const organiser = await organiserOf(server);
  const code = await makeContest(organiser);
  const ada = await joined(server.url, code, 'Ada');
  const bob = await joined(server.url, code, 'Bob');
  const text = testCatalog.boardsOf(GAME.id).get(BOARD)!;
  const odd = await ada.ask('sendBoard', { ...SPRING, body: { name: 'odd', text: 'no board' } });
  expect(odd.status).toBe(400);
  expect((await odd.json()).message).toMatch(/^line 1: /);
  const { id } = await ada.get('sendBoard', { ...SPRING, body: { name: 'mine', text } });
  const mine = async (browser: typeof ada) => (await browser.get('boards', SPRING)).find((board) => board.id === id);
  expect(await mine(bob)).toBeUndefined();
  const { report, state } = await until(async () => {
    const found = await mine(organiser);
    return found?.report ? found : undefined;
  });
  expect(state).toBe('sent');
  expect(report).toMatchObject({ seats: 4, game: GAME.id });
  expect(report!.bySeat).toHaveLength(4);
  await organiser.get('decideBoard', { params: { contest: 'spring', board: id }, body: { state: 'in' } });
  expect(await mine(bob)).toMatchObject({ name: 'mine', state: 'in', from: 'Ada' });
  await server.close();
});

test('a board that can’t be played gets a reason instead of a report', async () => {
  expect(await tryBoard(GAME.id, 'no board')).toMatchObject({ why: expect.stringMatching(/could not play/) });
});

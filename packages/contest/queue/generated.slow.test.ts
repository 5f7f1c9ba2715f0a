import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { KITS } from 'ludus/registry.ts';
import { expect, test } from 'vitest';
import { readExport, verifyExport } from '../judge/verify-export.ts';
import { ENGINE, ended, joined, makeContest, organiserOf, SPRING, sent, serveTest, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay, testCatalog } from '../testing/test-catalog.ts';

const KIT = KITS.find(({ game }) => game.generateBoard && testCatalog.boardsOf(game.id).size === 0)!;

test('each match in a contest with generated boards uses its seed’s board, and the contest’s export verifies', async () => {
  const played: { board: string; seed: number }[] = [];
  const server = await serveTest(await fresh(), {
    async play(job) {
      played.push(job);
      return await fakePlay(job);
    },
  });
  try {
    const organiser = await organiserOf(server);
    const offer = (await organiser.get('games')).find(({ id }) => id === KIT.game.id)!;
    expect(offer.boards).toHaveLength(1);
    const code = await makeContest(organiser, { game: KIT.game.id, boards: offer.boards.map(({ name }) => name) });
    const ada = await joined(server.url, code, 'Ada');
    expect((await ended(ada, await sent(ada, 'strength 9', 'Mine.ts'))).state).toBe('in');
    // The version is listed before its first match.
    expect((await ada.get('ladder', SPRING)).rows.map(({ name }) => name)).toEqual(['Ada']);
    await until(async () => (await ada.get('contest', SPRING)).batch > 1);
    for (const { board, seed } of played) expect(board).toBe(KIT.game.printBoard(KIT.game.generateBoard!(seed)));
    expect(new Set(played.map(({ board }) => board)).size).toBeGreaterThan(5);
    const [{ id }] = await ada.get('boards', SPRING);
    const shown = await (await ada.ask('board', { params: { contest: 'spring', board: id } })).text();
    expect(KIT.game.readBoard(shown).ok).toBe(true);
    const text = await (await organiser.ask('export', SPRING)).text();
    const contest = await readExport(createInterface(Readable.from([text])));
    const options = { share: 1, engine: ENGINE, play: fakePlay, rules: KIT.game };
    const verdict = await verifyExport(contest, { ...options, builtins: KIT.players.map(({ name }) => name) });
    expect(verdict).toMatchObject({ differs: undefined });
    expect(verdict.played).toBeGreaterThan(5);
  } finally {
    await server.close();
  }
});

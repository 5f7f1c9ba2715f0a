import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { MatchJob } from '@ludus/referee/match-process.ts';
import { KITS } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport, verifyExport } from '../judge/verify-export.ts';
import type { RunningServer } from '../server/start.ts';
import {
  type Browser,
  ENGINE,
  ended,
  joined,
  makeContest,
  organiserOf,
  SPRING,
  sent,
  serveTest,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay, testCatalog } from '../testing/test-catalog.ts';

const KIT = KITS.find(({ game }) => game.revisions)!;
const [FIRST, SECOND] = KIT.game.revisions!.map(({ id }) => id);
const [board] = testCatalog.boardsOf(KIT.game.id).keys();
const OF_GAME = { game: KIT.game.id, boards: [board] };

const played: MatchJob[] = [];
let server: RunningServer;
let organiser: Browser;
beforeAll(async () => {
  server = await serveTest(await fresh(), {
    async play(job) {
      played.push(job);
      return await fakePlay(job);
    },
  });
  organiser = await organiserOf(server);
});
afterAll(() => server.close());

test('a contest with the second revision of the rules uses it in matches, finals, and the export', async () => {
  const code = await makeContest(organiser, { ...OF_GAME, revision: SECOND });
  expect((await organiser.get('contest', SPRING)).revision).toBe(SECOND);
  const ada = await joined(server.url, code, 'Ada');
  expect((await ended(ada, await sent(ada, 'strength 9', 'Mine.ts'))).state).toBe('in');
  expect(new Set(played.map(({ revision }) => revision))).toEqual(new Set([SECOND]));

  const format = { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 };
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const round = await organiser.get('announceRound', {
    ...SPRING,
    body: { title: 'The end', format, marks: null, deadline },
  });
  expect(round.terms.revision).toBe(SECOND);

  // The revision stays the same when other settings change.
  await organiser.get('changeContest', { ...SPRING, body: { perHour: 7 } });
  expect((await organiser.get('contest', SPRING)).revision).toBe(SECOND);
  const text = await (await organiser.ask('export', SPRING)).text();
  const builtins = KIT.players.map(({ name }) => name);
  const options = { share: 1, engine: ENGINE, play: fakePlay, rules: KIT.game, builtins };
  const verified = async (lines: string) =>
    await verifyExport(await readExport(createInterface(Readable.from([lines]))), options);
  expect(await verified(text)).toMatchObject({ differs: undefined });
  const changed = text.replace(/"revision": ?"\w+"/, `"revision":"${FIRST}"`);
  expect((await verified(changed)).differs).toMatch(/differs from the input that was played$/);
});

test('a contest with the first revision is shown without a revision, and an unknown revision is rejected', async () => {
  await makeContest(organiser, { ...OF_GAME, slug: 'first', revision: FIRST });
  expect(await organiser.get('contest', { params: { contest: 'first' } })).not.toHaveProperty('revision');
  const wrong = makeContest(organiser, { ...OF_GAME, slug: 'third', revision: 'third' });
  await expect(wrong).rejects.toThrow('400 {"code":"game/revision"');
  const games = await organiser.get('games');
  expect(games.find(({ id }) => id === KIT.game.id)?.revisions).toEqual([FIRST, SECOND]);
  expect(games.find(({ id }) => id !== KIT.game.id)?.revisions).toEqual([]);
});

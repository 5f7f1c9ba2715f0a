import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../../tools/long-run.ts';
import { type Browser, ended, joined, makeContest, SPRING, sent, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { GAME, testCatalog } from '../testing/test-catalog.ts';
import type { RunningServer } from './start.ts';

const FIXTURES = new URL('../plagiarism/fixtures/', import.meta.url);
const HONEST = readdirSync(new URL('honest/', FIXTURES))
  .filter((file) => file.endsWith('.cc'))
  .slice(0, 6)
  .map((file) => readFileSync(new URL(`honest/${file}`, FIXTURES), 'utf8'));
/** Returns a submission that copies another submission. */
const renamed = (source: string) => `// all mine\n${source.replaceAll('best', 'finest').replaceAll('dist', 'howfar')}`;

describe('similar submissions', () => {
  let server: RunningServer;
  let organiser: Browser;
  let people: Browser[];
  beforeAll(async () => {
    ({ server, organiser, people } = await springOf(await fresh(), ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve']));
    // Ada's first version is Eve's second; no last versions are similar.
    for (const [i, person] of people.entries()) await ended(person, await sent(person, HONEST[i]));
    await ended(people[0], await sent(people[0], HONEST[5]));
    await ended(people[4], await sent(people[4], renamed(HONEST[0])));
    // No ladder matches are played during these tests.
    await organiser.get('changeContest', { ...SPRING, body: { until: 0 } });
  });
  afterAll(() => server.close());

  const over = () =>
    until(async () => {
      const reply = await organiser.get('similar', SPRING);
      return (reply.state === 'done' || reply.state === 'failed') && reply;
    });
  const compared = async () => {
    await organiser.get('compare', SPRING);
    return await over();
  };

  test('aren’t searched for before the first request', async () => {
    expect(await organiser.get('similar', SPRING)).toMatchObject({ state: 'none', summary: null, collections: [] });
    const refused = await organiser.ask('similarReport', SPRING);
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'similar/none' }]);
  });

  test('are found among all versions, including a copy of a version that no longer plays', async () => {
    const { state, summary } = await compared();
    expect(state).toBe('done');
    expect(summary).toMatchObject({ entrants: 5, sources: 7, pairs: 10, unusual: 1, left: [] });
    expect(summary!.top[0]).toMatchObject({
      unusual: true,
      left: { name: 'Ada', version: '1', year: null },
      right: { name: 'Eve', version: '7', year: null },
    });
    const { left, right } = summary!.top[0];
    expect(Date.parse(left.at!)).toBeLessThan(Date.parse(right.at!));
    expect(summary!.groups).toEqual([
      [
        { name: 'Ada', year: null },
        { name: 'Eve', year: null },
      ],
    ]);
  });

  test('are reported on a sandboxed page without scripts, and in a CSV file of pairs', async () => {
    const page = await organiser.ask('similarReport', SPRING);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/);
    const text = await page.text();
    expect(text).toContain('id="pair-1"');
    expect(text).toContain('<mark');
    expect(text).not.toContain('<script');
    const csv = await (await organiser.ask('similarPairs', SPRING)).text();
    expect(csv.split('\n')[1]).toMatch(/^1,[\d.]+,Ada,1,,Eve,7,,.*,20[\dT:.-]+Z,20[\dT:.-]+Z$/);
    expect(text).toMatch(/received 20[\d-]+ [\d:]+ UTC, first/);
  });

  if (IS_LONG_RUN)
    test('are also found in sources from an earlier year, while template files are ignored', async () => {
      const add = async (body: { kind: 'earlier' | 'template'; label: string }, text: string) => {
        const { id } = await organiser.get('addCollection', { ...SPRING, body });
        await organiser.get('addSources', {
          params: { contest: 'spring', collection: id },
          body: { sources: [{ name: 'Zoe', version: '', file: 'AIOld.cc', text }] },
        });
        return id;
      };
      const old = await add({ kind: 'earlier', label: '2024' }, renamed(HONEST[2]));
      const given = await add({ kind: 'template', label: 'the skeleton' }, HONEST[0]);
      const { summary, collections } = await compared();
      expect(collections.map(({ label, sources }) => [label, sources])).toEqual([
        ['2024', 1],
        ['the skeleton', 1],
      ]);
      expect(summary!.top[0]).toMatchObject({ left: { name: 'Cyd' }, right: { name: 'Zoe', year: '2024' } });
      // The common part of Ada's and Eve's sources was a file that entrants were given.
      expect(summary!.unusual).toBe(1);
      for (const collection of [old, given])
        await organiser.get('removeCollection', { params: { contest: 'spring', collection } });
      expect((await compared()).summary!.top[0]).toMatchObject({ left: { name: 'Ada' }, right: { name: 'Eve' } });
    });

  if (IS_LONG_RUN)
    test('are also found in an earlier contest on this server', async () => {
      const code = await makeContest(organiser, { slug: 'autumn', title: 'Autumn' });
      const fay = await joined(server.url, code, 'Fay');
      await fay.get('submit', { params: { contest: 'autumn' }, query: { file: 'AIMine.cc' }, bytes: HONEST[3] });
      const params = { contest: 'autumn' };
      await organiser.get('addCollection', {
        params,
        body: { kind: 'earlier', label: 'last spring', contest: 'spring' },
      });
      await organiser.get('compare', { params });
      const { summary, collections } = await until(async () => {
        const reply = await organiser.get('similar', { params });
        return reply.state === 'done' && reply;
      });
      expect(collections).toMatchObject([{ contest: 'spring', sources: 7 }]);
      expect(summary!.top[0]).toMatchObject({ left: { name: 'Fay' }, right: { name: 'Dan', year: 'last spring' } });
      expect(summary!.top[0].similarity).toBe(1);
      const self = await organiser.ask('addCollection', {
        params,
        body: { kind: 'earlier', label: 'x', contest: 'autumn' },
      });
      expect(self.status).toBe(400);
    });

  test('don’t include starter code, or the program compiled from starter code', async () => {
    const params = { contest: 'starters' };
    const code = await makeContest(organiser, { slug: 'starters', title: 'Starters' });
    const starter = testCatalog.startersOf(GAME.id).find(({ file }) => /\.cc/.test(file))!;
    // Only the text before the first blank line is compiled, so all three are the same program.
    const sources = [
      starter.text,
      starter.text.replaceAll(starter.name!, 'Mine'),
      `${starter.text}\nint mine() { return 1; }\n`,
    ];
    for (const [at, text] of sources.entries()) {
      const person = await joined(server.url, code, `Beginner ${at}`);
      await person.get('submit', { params, query: { file: 'AIMine.cc' }, bytes: text });
    }
    await organiser.get('compare', { params });
    const { summary, same } = await until(async () => {
      const reply = await organiser.get('similar', { params });
      return reply.state === 'done' && reply;
    });
    expect(summary).toMatchObject({ entrants: 3, sources: 3, unusual: 0, top: [], left: [] });
    expect(same).toEqual([]);
  });

  test('can’t be searched for in added files whose language can’t be compared', async () => {
    const { id } = await organiser.get('addCollection', { ...SPRING, body: { kind: 'earlier', label: '2023' } });
    const body = { sources: [{ name: 'a', version: '', file: 'a.exe', text: 'x' }] };
    const refused = await organiser.ask('addSources', { params: { contest: 'spring', collection: id }, body });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('a.exe');
  });

  if (IS_LONG_RUN)
    test('disappear when a compared person is deleted, even from other contests’ comparisons', async () => {
      const all = await organiser.get('people');
      await organiser.get('deletePerson', { params: { id: all.find(({ name }) => name === 'Eve')!.id } });
      for (const contest of ['spring', 'autumn']) {
        expect((await organiser.get('similar', { params: { contest } })).state).toBe('none');
        expect((await organiser.ask('similarReport', { params: { contest } })).status).toBe(404);
      }
      expect((await compared()).summary).toMatchObject({ sources: 5 });
    });

  if (IS_LONG_RUN)
    test('are searched for again if the server stopped during the comparison', async () => {
      const { db } = server.context.store;
      await db.updateTable('comparisons').set({ state: 'running', owner: 'a server that is gone' }).execute();
      expect((await over()).state).toBe('done');
    });
});

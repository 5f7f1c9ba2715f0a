import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commitmentOf } from '../rounds/chance.ts';
import { checkExport } from '../rounds/export/check.ts';
import { readExport, writeExport } from '../rounds/export/read.ts';
import type { RunningServer } from '../server/start.ts';
import type { StorePlace } from '../store/open.ts';
import { now } from '../store/times.ts';
import { type Browser, ended, SPRING, sent, serveTest, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay } from '../testing/test-catalog.ts';

const ROUND = { params: { contest: 'spring', round: 1 } };
const FORM = {
  title: 'The end',
  format: { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 },
  marks: {
    source: { kind: 'evenly' as const, first: 10, last: 5 },
    late: { aDay: 1, most: 3 },
    step: 0.5 as const,
    rounding: 'nearest' as const,
    least: 0,
    most: 10,
  },
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a final', () => {
  let server: RunningServer;
  let place: StorePlace;
  let organiser: Browser;
  let people: Browser[];
  /** Players whose source contains this text can't be played. */
  let blocked: string | undefined;

  beforeAll(async () => {
    place = await fresh();
    // Fails a match as if this machine couldn't play it, while `blocked` is set.
    const play: typeof fakePlay = async (job) =>
      blocked !== undefined &&
      job.players.some((player) => player.kind === 'module' && Buffer.from(player.bytes).includes(blocked!))
        ? ({ kind: 'refused', sentence: 'it cannot be played' } as Awaited<ReturnType<typeof fakePlay>>)
        : await fakePlay(job);
    ({ server, organiser, people } = await springOf(place, ['Ada', 'Bob', 'Cyd', 'Dan'], { play }));
    for (const [i, person] of people.entries()) await ended(person, await sent(person, `strength ${40 - 10 * i}`));
    await organiser.get('roster', { ...SPRING, body: { csv: 'id,name\nu1,Ada Lovelace\nu2,Bob\nu9,Zoe\n' } });
    const { guests } = await organiser.get('rosterRows', SPRING);
    const ties = guests.slice(0, 2).map(({ person }, i) => ({ row: `u${i + 1}`, person }));
    await organiser.get('tieRows', { ...SPRING, body: { ties } });
  });
  afterAll(() => server.close());

  const view = (browser: Browser) => browser.get('round', ROUND);
  /** Sets the deadline of a round to now. */
  const timeIsOver = (number: number) =>
    server.context.store.db.updateTable('rounds').set({ deadline: now }).where('number', '=', number).execute();
  const reachedState = (state: string) => until(async () => (await view(organiser)).state === state);

  test('can be announced only by staff, with a future deadline, and shows its commitment but not its secret', async () => {
    const early = await organiser.ask('announceRound', {
      ...SPRING,
      body: { ...FORM, deadline: '2020-01-01T00:00:00Z' },
    });
    expect(early.status).toBe(400);
    await organiser.get('announceRound', { ...SPRING, body: { ...FORM, deadline: inAnHour() } });
    const seen = await view(people[0]);
    expect(seen).toMatchObject({
      number: 1,
      state: 'announced',
      secret: null,
      entrants: null,
      standing: [],
      field: [],
    });
    expect(seen.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect((await people[0].ask('announceRound', { ...SPRING, body: { ...FORM, deadline: inAnHour() } })).status).toBe(
      403,
    );
  });

  test('shows an extension’s end to everyone, but the entrant’s name only to staff', async () => {
    const params = { contest: 'spring', entrant: 2 };
    const closes = new Date(Date.now() + 7_200_000).toISOString();
    expect(await view(organiser)).toMatchObject({ waitsUntil: null, extended: [] });
    await organiser.get('extend', { params, body: { closes } });
    expect(await view(organiser)).toMatchObject({
      waitsUntil: closes,
      extended: [{ entrant: 2, name: 'Bob', until: closes }],
    });
    expect(await view(people[0])).toMatchObject({ waitsUntil: closes, extended: [] });
    await organiser.get('extend', { params, body: { closes: null } });
    expect(await view(organiser)).toMatchObject({ waitsUntil: null, extended: [] });
  });

  test('uses the last submissions before the deadline, and waits for the organiser if a match can’t be played', async () => {
    await ended(people[3], await sent(people[3], 'strength 5'));
    blocked = 'strength 5';
    await timeIsOver(1);
    await reachedState('playing');
    await ended(people[3], await sent(people[3], 'strength 30 too late'));
    const { field } = await view(people[0]);
    expect(field.map(({ name }) => name).sort()).toEqual(['Ada', 'Bob', 'Cyd', 'Dan']);
    expect(field.find(({ name }) => name === 'Dan')!.submission).toBe(5);
    // All of Dan's matches are void.
    await until(async () => (await view(organiser)).void.length === 4);
    blocked = undefined;
    const [first, ...others] = (await view(organiser)).void;
    expect((await view(people[0])).void).toEqual([]);
    await organiser.get('changeRound', { ...ROUND, body: { what: 'annul', inRound: first.inRound } });
    for (const { match } of others) await organiser.get('rerunMatch', { params: { contest: 'spring', match } });
    await reachedState('played');
  });

  test('shows entrants no results before publication', async () => {
    const seen = await view(people[0]);
    expect({ standing: seen.standing, secret: seen.secret }).toEqual({ standing: [], secret: null });
    expect((await people[0].ask('reveal', ROUND)).status).toBe(404);
    expect((await people[0].ask('exportRound', ROUND)).status).toBe(404);
    const matches = await people[0].get('matches', { ...SPRING, query: { kind: 'round' } });
    expect(matches).toEqual([]);
    const [some] = await organiser.get('matches', { ...SPRING, query: { kind: 'round' } });
    expect((await people[0].ask('match', { params: { contest: 'spring', match: some.number } })).status).toBe(404);
  });

  test('is revealed step by step, and its export verifies', async () => {
    await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
    const seen = await view(people[0]);
    expect(seen.standing.map(({ name, place }) => [name, place])).toEqual([
      ['Ada', 1],
      ['Bob', 2],
      ['Cyd', 3],
      ['Dan', 4],
    ]);
    expect(commitmentOf(seen.secret!)).toBe(seen.commitment);
    const steps = await people[1].get('reveal', ROUND);
    expect(
      steps.map((step) => step.rows.filter((row) => !('stays' in row && row.stays)).map(({ name }) => name)),
    ).toEqual([['Dan'], ['Cyd'], ['Bob'], ['Ada']]);
    for (const { decisive } of steps.slice(0, 3)) {
      const played = await people[1].get('match', { params: { contest: 'spring', match: decisive! } });
      expect(played.kind).toBe('round');
    }
    const text = await (await people[0].ask('exportRound', { ...ROUND, query: { modules: '1', names: '1' } })).text();
    const read = readExport(text);
    if (!read.ok) throw new Error(read.problem.message);
    expect(read.value).toMatchObject({ modules: [], names: undefined });
    expect(read.value.matches.filter(({ result }) => result === null)).toHaveLength(1);
    expect(checkExport(read.value, seen.commitment)).toMatchObject({ kind: 'ok' });
    expect(writeExport(read.value)).toBe(text);
    const named = readExport(await (await organiser.ask('exportRound', { ...ROUND, query: { names: '1' } })).text());
    expect(named.ok && named.value.names).toMatchObject({
      slug: 'spring',
      names: [{ entrant: 1, name: 'Ada' }, {}, {}, {}],
    });
    expect(named).toEqual({ ok: true, value: { ...read.value, names: expect.anything() } });
  });

  test('exports marks with the roster’s ids', async () => {
    const sheet = await (await organiser.ask('marks', { ...SPRING, query: { rounds: '1' } })).text();
    // Zoe never joined.
    const withAbsent = await organiser.ask('marks', { ...SPRING, query: { rounds: '1', absent: 2 } });
    expect(await withAbsent.text()).toMatch(/^u9,Zoe,,,,2\r$/m);
    expect((await organiser.ask('marks', { ...SPRING, query: { rounds: '1,01' } })).status).toBe(400);
    const lines = sheet
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines.map((line) => [line[0], line[1], line[3], line[5]])).toEqual([
      ['id', 'name', 'place', 'mark'],
      // Ada's name on the roster.
      ['u1', 'Ada Lovelace', '1', '10'],
      ['u2', 'Bob', '2', '8.5'],
      ['', 'Cyd', '3', '6.5'],
      ['', 'Dan', '4', '5'],
      ['u9', 'Zoe', '', ''],
    ]);
  });

  test('continues without a withdrawn entrant, and its export verifies', async () => {
    blocked = 'strength';
    await organiser.get('announceRound', { ...SPRING, body: { ...FORM, deadline: inAnHour() } });
    await timeIsOver(2);
    const second = { params: { contest: 'spring', round: 2 } };
    await until(async () => (await organiser.get('round', second)).state === 'playing');
    const entrant = (await organiser.get('round', second)).field.find(({ name }) => name === 'Ada')!.entrant;
    await organiser.get('changeRound', { ...second, body: { what: 'withdraw', entrant } });
    expect((await organiser.ask('changeRound', { ...second, body: { what: 'withdraw', entrant } })).status).toBe(409);
    // Until now, no match could be played.
    blocked = undefined;
    await until(async () => {
      for (const { match } of (await organiser.get('round', second)).void)
        await organiser.ask('rerunMatch', { params: { contest: 'spring', match } });
      return (await organiser.get('round', second)).state === 'played';
    });
    const read = readExport(await (await organiser.ask('exportRound', second)).text());
    if (!read.ok) throw new Error(read.problem.message);
    expect(checkExport(read.value)).toMatchObject({ kind: 'ok' });
  });

  test('can be cancelled before its deadline, and can’t be published afterwards', async () => {
    await organiser.get('announceRound', { ...SPRING, body: { ...FORM, deadline: inAnHour() } });
    const third = { params: { contest: 'spring', round: 3 } };
    await organiser.get('changeRound', { ...third, body: { what: 'cancel' } });
    expect((await organiser.get('round', third)).state).toBe('cancelled');
    expect((await organiser.ask('changeRound', { ...third, body: { what: 'publish' } })).status).toBe(409);
  });

  test('prevents a server from starting if the server’s engine isn’t the final’s engine, and the error explains how to end the final', async () => {
    blocked = 'strength';
    await organiser.get('announceRound', { ...SPRING, body: { ...FORM, deadline: inAnHour() } });
    const fourth = { params: { contest: 'spring', round: 4 } };
    await timeIsOver(4);
    await until(async () => (await organiser.get('round', fourth)).state === 'playing');
    await server.close();
    await expect(serveTest(place, { engine: 'newer' })).rejects.toThrow(
      /^final 4 of spring is being played by engine test, but this release has engine newer\. .* let the final end there or cancel it/,
    );
    // The failed start doesn't lock out the previous release.
    server = await serveTest(place, { play: undefined });
    organiser = Object.assign(organiser, { url: server.url });
    await organiser.get('changeRound', { ...fourth, body: { what: 'cancel' } });
  });
});

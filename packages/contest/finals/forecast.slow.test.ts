import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../server/start.ts';
import { now } from '../store/times.ts';
import { Browser, ended, SPRING, sent, springOf, until } from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { fakePlay } from '../testing/test-catalog.ts';

const ROUND = { params: { contest: 'spring', round: 1 } };
const format = { kind: 'last-out' as const, matches: 4, out: 1, outPercent: 0 };

let server: RunningServer;
let organiser: Browser;
let people: Browser[];

beforeAll(async () => {
  // Matches between entrants always tie.
  const play: typeof fakePlay = async (job) => {
    const played = await fakePlay(job);
    if (played.kind !== 'finished' || job.players.filter(({ kind }) => kind === 'module').length < 2) return played;
    return { ...played, outcome: { ...played.outcome, scores: job.players.map(() => 1) } };
  };
  ({ server, organiser, people } = await springOf(await fresh(), ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'], { play }));
  for (const person of people.slice(0, 3)) await ended(person, await sent(person, 'strength 9'));
  await ended(people[3], await sent(people[3], 'does not compile'));
});
afterAll(() => server.close());

const forecast = () =>
  organiser.get('forecastRound', { ...SPRING, query: { format: JSON.stringify(format), playOn: 8 } });

test('a forecast lists entrants without an accepted submission, and predicts the number of matches', async () => {
  const told = await forecast();
  expect(told).toMatchObject({
    entrants: 3,
    isExample: false,
    without: [
      { entrant: 4, name: 'Dan' },
      { entrant: 5, name: 'Eve' },
    ],
  });
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const marks = {
    source: { kind: 'evenly' as const, first: 10, last: 5 },
    late: { aDay: 1, most: 3 },
    step: 0.5 as const,
    rounding: 'nearest' as const,
    least: 0,
    most: 10,
  };
  await organiser.get('announceRound', { ...SPRING, body: { title: 'The end', format, playOn: 8, deadline, marks } });
  expect(await organiser.get('round', ROUND)).toMatchObject({ without: told.without, marks: [] });
  expect(await people[0].get('round', ROUND)).toMatchObject({ without: [] });
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  await until(async () => (await organiser.get('round', ROUND)).state === 'played');
  const played = await organiser.get('round', ROUND);
  expect(played.entrants).toBe(told.entrants);
  // Everyone tied at every cut.
  expect(played.planned).toBe(told.matches + told.playedOn);
});

test('entrants whose tie is broken only by lot get the same mark on the final’s page and in the mark sheet', async () => {
  const { standing, marks } = await organiser.get('round', ROUND);
  expect(standing.map(({ place, drawn }) => [place, drawn])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ]);
  expect(marks.map(({ name, mark }) => [name, mark])).toEqual([
    ['Ada', 10],
    ['Bob', 10],
    ['Cyd', 10],
    ['Dan', null],
    ['Eve', null],
  ]);
  const sheet = await (await organiser.ask('marks', { ...SPRING, query: { rounds: '1' } })).text();
  const lines = sheet.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')).map((fields) => [fields[1], fields[5]])).toEqual(
    marks.map(({ name, mark }) => [name, mark === null ? '' : String(mark)]),
  );
  expect(await people[0].get('round', ROUND)).toMatchObject({ standing: [], marks: [] });
});

test('an entrant sees only their own mark in a published final, and a spectator sees none', async () => {
  const [end] = await organiser.get('contestAudit', SPRING);
  expect(end).toMatchObject({ who: null, what: 'played a round', about: 'round 1 of spring' });
  await organiser.get('changeRound', { ...ROUND, body: { what: 'publish' } });
  expect((await people[0].get('round', ROUND)).marks).toMatchObject([{ name: 'Ada', mark: 10 }]);
  expect((await people[4].get('round', ROUND)).marks).toMatchObject([{ name: 'Eve', place: null, mark: null }]);
  expect((await organiser.get('round', ROUND)).marks).toHaveLength(5);
  expect((await new Browser(server.url).get('round', ROUND)).marks).toEqual([]);
});

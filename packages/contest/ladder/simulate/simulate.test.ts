import { expect, test } from 'vitest';
import { History, previousOf } from '../history.ts';
import { Random } from '../random.ts';
import { table } from '../table.ts';
import { LiveField, scriptField } from './field.ts';
import { measure } from './measure.ts';
import { SimulatedContest } from './play.ts';

const HOUR = 3600;
const SECRET = '7'.repeat(64);

function hour(workers: number, matchSeconds: number, entrants = 60, pace = 0.05, secret = SECRET): SimulatedContest {
  const script = scriptField(
    { entrants, seconds: 365 * 24 * HOUR, arrival: 60, pace, leaving: 0.2 },
    new Random(secret, 1),
  );
  const builtins = [1, 2, 3, 4].map((i) => ({ version: -i, entrant: -i, since: 0, builtin: `player ${i}` }));
  const field = new LiveField(builtins, (version) => 200 * version);
  const play = new SimulatedContest(
    { secret, seats: 4, boards: ['one'], workers, matchSeconds },
    field,
    script,
    () => 0,
  );
  play.until(HOUR);
  return play;
}

test('scriptField adds all entrants, and replaces those who leave', () => {
  const plan = { entrants: 60, seconds: 30 * 24 * HOUR, arrival: 60, pace: 0.1, leaving: 0.3 };
  const script = scriptField(plan, new Random(SECRET, 1));
  expect(scriptField(plan, new Random(SECRET, 1))).toEqual(script);
  const left = script.filter(({ kind }) => kind === 'leave').length;
  expect(left).toBeGreaterThan(5);
  const field = new LiveField([], () => 0);
  for (const event of script) field.apply(event, 1);
  expect(field.own).toHaveLength(60);
  expect(new Set(script.map(({ entrant }) => entrant)).size).toBe(60 + left);
});

test('entrants with slow matches play about equally often within an hour, in total and in each seat', () => {
  const play = hour(2, 4);
  const figures = measure(play.finished, play.field, HOUR, 600);
  expect(figures.most / figures.fewest).toBeLessThan(1.3);
  expect(measure(play.settled, play.field, HOUR, 600).seatGap).toBeLessThanOrEqual(1);
  expect(figures.firstFiveApart).toBe(0);
  expect(play.unfair).toBe(0);
});

test('all entrants with fast matches play at least 200 games within an hour, and workers have time left over', () => {
  const play = hour(8, 0.2);
  const figures = measure(play.finished, play.field, HOUR, 600);
  expect(figures.fewestOfAll).toBeGreaterThanOrEqual(200);
  expect(play.idle).toBeGreaterThan(HOUR);
  expect(play.unfair).toBeLessThan(60);
});

// In small fields, the first entrants have already played each other before others arrive, so near opponents can't be
// measured.
for (const [entrants, pace, seed] of [
  [20, 0.3, 1],
  [60, 0.3, 2],
  [150, 0.05, 3],
] as const)
  test(`${entrants} entrants who submit ${pace} times per hour (seed ${seed}) play about equally often, and the top five meet`, () => {
    const play = hour(2, 0.1, entrants, pace, seed.toString(16).padStart(64, '0'));
    const figures = measure(play.finished, play.field, HOUR, 600);
    expect(figures.most / figures.fewest).toBeLessThanOrEqual(1.3);
    expect(figures.seatGap).toBeLessThanOrEqual(1);
    expect(figures.firstFiveApart).toBe(0);
    expect(play.unfair).toBe(0);
    if (entrants >= 60) expect(figures.near).toBeGreaterThanOrEqual(0.8);
    if (entrants >= 150) expect(roughError(play)).toBeLessThan(40);
  });

/** Returns the root mean square difference between the draw's ratings and the table's, in Elo. */
function roughError({ finished, field }: SimulatedContest): number {
  const history = new History(
    finished.toSorted((one, other) => one.match - other.match),
    previousOf(field.live),
  );
  const gaps = table(finished, field.live).map(({ version, rating }) => history.rating(version) - rating);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return Math.hypot(...gaps.map((gap) => gap - mean)) / Math.sqrt(gaps.length);
}

test('results have distinct numbers in a wave of more than a thousand matches', () => {
  const script = Array.from({ length: 2100 }, (_, i) => ({
    at: 0,
    kind: 'submit' as const,
    entrant: i + 1,
    version: i + 1,
    strength: 0,
  }));
  const course = { secret: SECRET, seats: 8, boards: ['one'], workers: 100, matchSeconds: 0.1 };
  const play = new SimulatedContest(course, new LiveField([], () => 0), script, () => 0);
  play.until(2);
  const numbers = play.finished.map(({ match }) => match);
  expect(numbers.length).toBeGreaterThan(1500);
  expect(new Set(numbers).size).toBe(numbers.length);
});

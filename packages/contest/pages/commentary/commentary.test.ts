import { describe, expect, test } from 'vitest';
import { commentary } from './commentary.ts';
import type { Line, MatchFacts } from './line.ts';

const GAP = 10;
const [ANN, BOB, CID] = [0, 1, 2];
/** Returns a match of 100 rounds without events. `values`: by side, a function of the round. */
const facts = (more: Partial<MatchFacts> = {}, ...values: ((round: number) => number)[]): MatchFacts => ({
  names: ['Ann', 'Bob'],
  rounds: 100,
  marks: [],
  curve: (values.length > 0 ? values : [() => 0, () => 0]).map((value) =>
    Array.from({ length: 101 }, (_, n) => value(n)),
  ),
  winners: [],
  ...more,
});
const history = (more: Partial<NonNullable<MatchFacts['history']>>) => ({
  places: [null, null],
  streaks: [0, 0],
  meetings: [],
  ...more,
});
const hit = (round: number, side: number, by: number) => ({ round, kind: 'death' as const, side, by });
const said = (match: MatchFacts): string[] => commentary(match, GAP).map(({ template }) => template);
const line = (match: MatchFacts, template: Line['template']): Line | undefined =>
  commentary(match, GAP).find((each) => each.template === template);

describe('the opening', () => {
  test('names the players if nothing is known about them', () => {
    expect(commentary(facts(), GAP)[0]).toEqual({ round: 0, template: 'open', values: { names: ['Ann', 'Bob'] } });
  });

  test('mentions that the two players have met, and then that one of them is on a streak', () => {
    const met = history({ streaks: [4, -1], meetings: [{ one: ANN, other: BOB, ahead: [3, 2], last: BOB }] });
    expect(commentary(facts({ history: met }), GAP).slice(0, 2)).toEqual([
      { round: 0, template: 'open-again', values: { one: 'Ann', other: 'Bob', a: 3, b: 2 } },
      { round: GAP, template: 'open-streak', values: { name: 'Ann', n: 4 } },
    ]);
  });

  test('mentions a slump, and the ladder’s leader', () => {
    const slump = history({ places: [7, 1], streaks: [-5, 2] });
    expect(line(facts({ history: slump }), 'open-slump')?.values).toEqual({ name: 'Ann', n: 5 });
    expect(line(facts({ history: slump }), 'open-top')?.values).toEqual({ name: 'Bob', others: ['Ann'] });
  });
});

describe('losses', () => {
  test('get lines about the first hit, a repeated hit, and revenge', () => {
    const marks = [hit(20, BOB, ANN), hit(40, BOB, ANN), hit(60, ANN, BOB), hit(80, BOB, ANN)];
    expect(said(facts({ marks }))).toEqual(['open', 'first-hit', 'hit-again', 'revenge', 'revenge']);
    expect(line(facts({ marks }), 'revenge')).toMatchObject({ round: 60, values: { by: 'Bob', name: 'Ann' } });
  });

  test('get a line with the number of losses once the same opponent has caused three', () => {
    const marks = [20, 40, 60, 80].map((round) => hit(round, BOB, ANN));
    expect(commentary(facts({ marks }), GAP).slice(-2)).toMatchObject([
      { template: 'hit-many', values: { by: 'Ann', n: 3 } },
      { template: 'hit-many', values: { by: 'Ann', n: 4 } },
    ]);
  });

  test('get a line even if no opponent caused them', () => {
    const marks = [hit(20, BOB, -1), hit(40, BOB, BOB)];
    expect(said(facts({ marks }))).toEqual(['open', 'first-loss', 'loss-again']);
  });

  test('get different lines for a clash, a disqualification, and a prize', () => {
    const marks = [
      { round: 20, kind: 'kill' as const, side: -1, by: -1 },
      { round: 40, kind: 'freeze' as const, side: BOB, by: -1 },
      { round: 60, kind: 'base' as const, side: ANN, by: -1 },
    ];
    expect(said(facts({ marks }))).toEqual(['open', 'clash', 'disqualified', 'prize']);
  });
});

describe('the lead', () => {
  test('gets a line when it changes, but not if the change is brief', () => {
    const match = facts(
      {},
      (round) => (round === 15 ? 2 : 10),
      (round) => (round < 30 ? 10 : round < 60 ? 12 : 9),
    );
    expect(commentary(match, GAP).filter(({ template }) => template.startsWith('lead'))).toMatchObject([
      { template: 'lead-first', values: { name: 'Bob' } },
      { template: 'lead', values: { name: 'Ann', other: 'Bob' } },
    ]);
  });

  test('gets a line when an earlier leader regains the lead, and a different line after many changes', () => {
    const match = facts(
      {},
      () => 10,
      (round) => (Math.floor(round / 20) % 2 === 0 ? 9 : 11),
    );
    expect(said(match).filter((template) => template.startsWith('lead'))).toEqual([
      'lead',
      'lead-back',
      'lead-many',
      'lead-many',
    ]);
  });

  test('gets a line about a comeback if the new leader was last and far behind', () => {
    const match = facts(
      { winners: [ANN] },
      (round) => round,
      (round) => (round < 50 ? 60 : 61),
    );
    expect(line(match, 'comeback')?.values).toEqual({ name: 'Ann', round: 42 });
    expect(line(match, 'end-comeback')?.values).toEqual({ name: 'Ann', round: 42 });
  });

  test('gets a line when a player is far ahead, or when two players are level late in the match', () => {
    expect(
      line(
        facts(
          {},
          (round) => 3 * round,
          (round) => round,
        ),
        'far-ahead',
      )?.round,
    ).toBe(60);
    expect(
      line(
        facts(
          {},
          () => 100,
          () => 99,
        ),
        'level',
      ),
    ).toMatchObject({ round: 85, values: { one: 'Ann', other: 'Bob' } });
  });
});

describe('the end', () => {
  const ended = (more: Partial<MatchFacts['history'] & object>, winners = [ANN]) =>
    commentary(facts({ winners, history: history(more) }), GAP).at(-1);

  test.each([
    ['without a history', {}, 'end', { name: 'Ann' }],
    ['on a winning streak', { streaks: [2, 0] }, 'end-streak', { name: 'Ann', n: 3 }],
    ['on a losing streak', { streaks: [-6, 0] }, 'end-slump', { name: 'Ann', n: 6 }],
    ['ranked far below the loser', { places: [9, 2] }, 'end-upset', { name: 'Ann', other: 'Bob', place: 9, best: 2 }],
    [
      'that lost the previous meeting',
      { meetings: [{ one: ANN, other: BOB, ahead: [0, 1] as const, last: BOB }] },
      'end-revenge',
      { name: 'Ann', other: 'Bob' },
    ],
  ] as const)('gets a suitable line for a winner %s', (_, more, template, values) => {
    expect(ended(more)).toEqual({ round: 100, template, values });
  });

  test('gets a line when several or all players share the win', () => {
    const nothing = () => 0;
    const three = facts({ winners: [ANN, CID], names: ['Ann', 'Bob', 'Cid'] }, nothing, nothing, nothing);
    expect(commentary(three, GAP).at(-1)).toMatchObject({ template: 'end-shared', values: { names: ['Ann', 'Cid'] } });
    expect(commentary(facts({ winners: [ANN, BOB] }), GAP).at(-1)?.template).toBe('end-draw');
  });

  test('reveals the turning point, which no earlier line mentions', () => {
    const lines = commentary(facts({ winners: [ANN], turn: 42 }), GAP);
    expect(lines.at(-1)).toEqual({ round: 100, template: 'turned', values: { round: 42 } });
    expect(lines.filter(({ round }) => round < 100).map(({ template }) => template)).toEqual(['open']);
  });
});

test('commentary describes only the most important of several events in quick succession, and keeps a gap between lines', () => {
  const marks = [hit(30, BOB, ANN), hit(33, ANN, -1), { round: 36, kind: 'freeze' as const, side: BOB, by: -1 }];
  const lines = commentary(facts({ marks, winners: [ANN] }), GAP);
  expect(lines.map(({ template }) => template)).toEqual(['open', 'disqualified', 'end']);
  const rounds = lines.map(({ round }) => round);
  for (const [at, round] of rounds.entries()) if (at > 0) expect(round - rounds[at - 1]).toBeGreaterThanOrEqual(GAP);
});

test('commentary delays the line about a very early first hit, and describes common losses at most twice', () => {
  const soon = commentary(facts({ marks: [hit(4, BOB, ANN)] }), GAP);
  expect(soon[1]).toMatchObject({ round: GAP, template: 'first-hit' });
  const marks = [hit(15, BOB, ANN), ...[30, 45, 60, 75].map((round) => hit(round, ANN, -1))];
  expect(said(facts({ marks })).filter((template) => template === 'loss')).toHaveLength(2);
});

test('lines before the end don’t depend on the winner', () => {
  const marks = [hit(20, BOB, ANN), hit(40, ANN, BOB)];
  const before = (winners: number[]) =>
    commentary(
      facts(
        { marks, winners, turn: 50 },
        (round) => round,
        () => 50,
      ),
      GAP,
    ).filter(({ round }) => round < 100);
  expect(before([ANN])).toEqual(before([BOB]));
});

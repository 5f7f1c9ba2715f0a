import { expect, test } from 'vitest';
import type { MatchRecord } from '../batch/plan.ts';
import { benchmarkSpecs, keyCommitment } from './benchmark-specs.ts';
import { benchmarkCard } from './card.ts';
import { ladderPlace } from './place.ts';
import type { BenchmarkFile } from './result.ts';

const OPPONENTS = [
  { name: 'Low', rating: 0 },
  { name: 'High', rating: 400 },
];

/** The matches of a benchmark on some boards; `scoresOf` returns the score of the bot and that of its opponent. */
function played(
  boards: number,
  scoresOf: (opponent: number, board: number) => readonly [number, number],
  extra: (record: MatchRecord) => Partial<MatchRecord> = () => ({}),
): MatchRecord[] {
  return benchmarkSpecs('word', { opponents: 2, boards, sides: 2, teams: undefined }).map((spec) => {
    const opponent = spec.players.find((player) => player < 2)!;
    const [own, other] = scoresOf(opponent, spec.board);
    const record: MatchRecord = {
      ...spec,
      scores: spec.players.map((player) => (player === 2 ? own : other)),
      ...{ reason: '', rounds: 1, faults: [], used: [0, 0], decided: 1 },
    };
    return { ...record, ...extra(record) };
  });
}

test('a benchmark plays every opponent in both seats on every board, with one seed per board', () => {
  const specs = benchmarkSpecs('word', { opponents: 2, boards: 3, sides: 2, teams: undefined });
  expect(specs).toHaveLength(3 * 2 * 2);
  for (let board = 0; board < 3; board++) {
    const here = specs.filter((spec) => spec.board === board);
    expect(here.map(({ players }) => players)).toEqual([
      [2, 0],
      [0, 2],
      [2, 1],
      [1, 2],
    ]);
    expect(new Set(here.map(({ seed }) => seed)).size).toBe(1);
  }
  expect(new Set(specs.map(({ seed }) => seed)).size).toBe(3);
});

test('a different benchmark key gives different seeds and a different commitment', () => {
  const size = { opponents: 1, boards: 1, sides: 2, teams: undefined };
  expect(benchmarkSpecs('one', size)[0].seed).not.toBe(benchmarkSpecs('two', size)[0].seed);
  expect(keyCommitment('one')).toMatch(/^[0-9a-f]{64}$/);
  expect(keyCommitment('one')).not.toBe(keyCommitment('two'));
});

test('the interval of a bot’s place contains the place, which is the sum of the bot’s shares against all opponents', () => {
  const result = ladderPlace(
    OPPONENTS,
    played(10, (opponent, board) => (opponent === 0 ? [1, 0] : board < 4 ? [1, 0] : [0, 1])),
  )!;
  expect(result.place.value).toBe(1.4);
  expect(result.place.low).toBeLessThan(1.4);
  expect(result.place.high).toBeGreaterThan(1.4);
  expect(result.shares).toEqual([1, 0.4]);
  expect(result.boards).toBe(10);
});

test('a bot that wins every match has the highest place, with a wider interval if there are fewer boards', () => {
  const wide = ladderPlace(
    OPPONENTS,
    played(3, () => [1, 0]),
  )!;
  const narrow = ladderPlace(
    OPPONENTS,
    played(30, () => [1, 0]),
  )!;
  expect(wide.place).toMatchObject({ value: 2, high: 2 });
  expect(wide.place.low).toBeLessThan(narrow.place.low);
  expect(narrow.place.low).toBeLessThan(2);
});

test('a bot that is as strong as an opponent gets the opponent’s rating', () => {
  const one = [OPPONENTS[1], { name: 'Twin', rating: 400 }];
  const { elo } = ladderPlace(
    one,
    played(50, (_, board) => (board % 2 === 0 ? [1, 0] : [0, 1])),
  )!;
  expect(elo.value).toBe(400);
  expect(elo.low).toBeLessThan(400);
  expect(elo.high).toBeGreaterThan(400);
});

test('a disqualified bot is placed below its opponent, whatever its score', () => {
  const fault = { round: 1, fault: 'crash' as const, sentence: '' };
  const faulty = played(
    4,
    () => [1, 0],
    ({ players }) => ({ faults: [{ ...fault, seat: players.indexOf(2) }] }),
  );
  expect(ladderPlace(OPPONENTS, faulty)!.place.value).toBe(0);
});

test('a place ignores boards with failed matches, and needs at least one board', () => {
  const gap =
    (boards: number) =>
    ({ board }: MatchRecord) =>
      board < boards ? { failure: 'died' } : {};
  expect(
    ladderPlace(
      OPPONENTS,
      played(4, () => [1, 0], gap(1)),
    )!.boards,
  ).toBe(3);
  expect(
    ladderPlace(
      OPPONENTS,
      played(4, () => [1, 0], gap(4)),
    ),
  ).toBeUndefined();
});

test('the benchmark card shows a bot’s place, or the bot’s state if the bot has no place, and escapes HTML', () => {
  const place = { value: 1.4, low: 1, high: 1.8 };
  const base = { game: 'x', language: 'Go', budget: 'cpu', sources: 'ab', problems: [], boards: 2, matches: 8 };
  const file: BenchmarkFile = {
    ...{ ludus: 'benchmark', version: 1, release: '1', commitment: 'c0', key: 'k<b>', pairs: 2 },
    results: [
      {
        ...base,
        ...{ bot: 'A', state: 'played', place, elo: place, disqualified: 0, void: 0 },
        opponents: OPPONENTS.map((each) => ({ ...each, share: 0.7 })),
      },
      {
        ...base,
        ...{ bot: 'B', state: 'not built', place: null, elo: null, disqualified: 0, void: 0 },
        problems: ['<script>'],
        opponents: [],
      },
    ],
  };
  const card = benchmarkCard(file, new Map([['x', 'Title']]));
  expect(card).toContain('Title: A');
  expect(card.replaceAll(/\s+/g, ' ')).toMatch(/Place <b>1\.40<\/b> of 2 \(1\.00 to 1\.80\)/);
  expect(card).toContain('not built');
  expect(card).toContain('&lt;script');
  expect(card).not.toContain('<script>');
  expect(card).toContain('k&lt;b');
});

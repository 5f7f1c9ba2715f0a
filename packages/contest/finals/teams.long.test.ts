import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { KITS } from 'ludus/registry.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExport as readContest, verifyExport } from '../judge/verify-export.ts';
import { readExport, writeExport } from '../rounds/export/read.ts';
import type { RunningServer } from '../server/start.ts';
import { sidesOfBoard } from '../sides.ts';
import { now } from '../store/times.ts';
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
  until,
} from '../testing/contest.ts';
import { fresh } from '../testing/databases.ts';
import { testCatalog } from '../testing/test-catalog.ts';
import { verifyRound } from '../verify/round.ts';

// A contest of a game with teams: one board for two players, and boards for two teams of two.
const { game, players } = KITS.find((kit) => kit.game.teamsOf)!;
const boards = [...testCatalog.boardsOf(game.id)].map(([name, text]) => {
  const read = game.readBoard(text);
  if (!read.ok) throw new Error(read.problem.message);
  const seats = game.seatsOf(read.value);
  return { name, text, seats, ...sidesOfBoard(game, { text, seats }) };
});
const [TEAMS] = boards.filter(({ teams }) => teams !== undefined);
const ALONE = boards.find(({ teams, seats }) => teams === undefined && seats === 2)!;
const MATES = [0, 1, 0, 1];

/** By source: the keys of its matches, in the order of their first play. */
const played = new Map<string, Set<string>>();

/**
 * Plays a match to its end. `rank N` is the game's Nth built-in bot; `breaks at P3` fails at the question for P3,
 * and `breaks in match 5` in the fifth match of its source.
 */
async function play(job: MatchJob): Promise<MatchOutcome> {
  for (const source of new Set(job.players.map(sourceOf)))
    played.set(source, (played.get(source) ?? new Set()).add(job.key!));
  const runners = job.players.map((player, seat): AnyRunner => {
    const name = `P${seat + 1}`;
    const source = sourceOf(player);
    const isBuiltin = (each: { name: string }) => player.kind === 'builtin' && each.name === player.player;
    const runner = (players.find(isBuiltin) ?? players[Number(/rank (\d)/.exec(source)?.[1] ?? 0)]).open();
    const number = [...played.get(source)!].indexOf(job.key!) + 1;
    const breaks = source.includes(`breaks at ${name}`) || source.includes(`breaks in match ${number}`);
    return {
      name,
      start: (board, state, about) => runner.start?.(board, state, about),
      play(state, move, generator) {
        if (breaks) throw new PlayerFault('crash', 'it broke.');
        return runner.play(state, move, generator);
      },
      budgetUsed: () => 0.25,
    };
  });
  const board = game.readBoard(job.board);
  if (!board.ok) throw new Error(board.problem.message);
  const pieces: string[] = [];
  const { outcome, rounds, verdicts } = playMatchSync({
    game,
    board: board.value,
    seed: job.seed,
    key: job.key!,
    limited: true,
    runners,
    record: (text) => pieces.push(text),
  });
  const told = verdicts.map(({ seat, round, fault, sentence }) => ({ seat, round, fault, sentence }));
  return {
    kind: 'finished',
    outcome,
    rounds,
    decided: rounds,
    names: runners.map(({ name }) => name),
    replay: pieces.join(''),
    sidecar: { ludus: 'sidecar', version: 1, unit: 'fuel', budget: [], verdicts: told },
    verdicts: told,
    logs: runners.map((_, seat) => ({ round: 0, seat, text: `log of seat ${seat}` })),
    overlays: [],
    used: runners.map(() => 0.25),
    fuel: runners.map(() => 1),
    engine: ENGINE,
  };
}

const sourceOf = (player: MatchJob['players'][number]): string =>
  player.kind === 'module' ? Buffer.from(player.bytes).toString('utf8') : '';

let server: RunningServer;
let organiser: Browser;
let people: Browser[];
beforeAll(async () => {
  server = await serveTest(await fresh(), { play });
  organiser = await organiserOf(server);
  const offer = (await organiser.get('games')).find(({ id }) => id === game.id)!;
  expect(offer.boards.map(({ name }) => name)).toContain(TEAMS.name);
  const code = await makeContest(organiser, { game: game.id, boards: [TEAMS.name, ALONE.name] });
  // The game has luck: with another secret, the weakest bot might lose both qualifying matches.
  await server.context.store.db
    .updateTable('contests')
    .set({ secret: 'ab'.repeat(32) })
    .execute();
  people = [];
  for (const name of ['Ada', 'Bob', 'Cyd']) people.push(await joined(server.url, code, name));
});
afterAll(() => server.close());

const matchesOf = (kind: 'check' | 'qualify' | 'ladder' | 'round') =>
  organiser.get('matches', { ...SPRING, query: { kind, state: 'done' } });

test('a bot qualifies on a board with two-seat sides only if it fails in no seat', async () => {
  const [ada] = people;
  expect((await organiser.get('boards', SPRING)).map(({ name, seats, teams }) => ({ name, seats, teams }))).toEqual([
    { name: TEAMS.name, seats: 4, teams: MATES },
    { name: ALONE.name, seats: 2, teams: null },
  ]);
  for (const seat of ['P2', 'P3', 'P4']) {
    const broken = await ended(ada, await sent(ada, `rank 2 breaks at ${seat}`, 'mine.ts'));
    expect(broken).toMatchObject({ state: 'rejected', why: expect.stringContaining('failed the check in round ') });
  }
  // The check has one match per side of each board; after it, one win of two would be enough.
  const late = await ended(ada, await sent(ada, 'rank 3 breaks in match 5', 'mine.ts'));
  expect(late).toMatchObject({
    state: 'rejected',
    why: expect.stringMatching(/^failed in round \d+ on board .* it broke\.$/),
  });
  for (const [at, person] of people.entries())
    expect((await ended(person, await sent(person, `rank ${[2, 4, 1][at]}`, 'mine.ts'))).state).toBe('in');
  const [match] = (await matchesOf('qualify')).filter(({ board }) => board === TEAMS.name);
  expect(match.seats.map(({ team }) => team)).toEqual(MATES);
  const [own, rival] = [0, 1].map((team) => match.seats.filter((seat) => seat.team === team));
  for (const side of [own, rival]) expect(new Set(side.map(({ version, name }) => `${version} ${name}`)).size).toBe(1);
  expect([own, rival].filter(([seat]) => seat.entrant !== null)).toHaveLength(1);
});

test('the ladder counts a side’s two seats as one entrant in draws, places, and ratings', async () => {
  const { rows } = await until(async () => {
    const ladder = await people[0].get('ladder', SPRING);
    return ladder.rows.length === 3 && ladder.rows.every(({ games }) => games >= 24) && ladder;
  });
  expect(rows.map(({ name }) => name)).toEqual(['Bob', 'Ada', 'Cyd']);
  const { entrants, ahead } = await people[0].get('wins', SPRING);
  expect(entrants.map(({ name }) => name)).toEqual(['Bob', 'Ada', 'Cyd']);
  expect(ahead[0][1]).toBeGreaterThan(ahead[1][0]);
  const played = await matchesOf('ladder');
  expect(new Set(played.map(({ board }) => board))).toEqual(new Set([TEAMS.name, ALONE.name]));
  for (const { board, seats } of played) {
    expect(seats.map(({ team }) => team)).toEqual(board === TEAMS.name ? MATES : [null, null]);
    // There are two entrants for any number of seats; each seat has its team's place.
    expect(new Set(seats.map(({ entrant, name }) => `${entrant} ${name}`)).size).toBe(2);
    for (const [seat, { name, place, score }] of seats.entries())
      expect({ name, place, score }).toEqual({
        name: seats[seat % 2].name,
        place: seats[seat % 2].place,
        score: seats[seat % 2].score,
      });
    expect(seats[0].place! + seats[1].place!).toBe(3);
  }
});

test('an entrant can read the logs of both seats on their side, but of no other seat', async () => {
  // The newest matches may all be of other boards and entrants.
  const query = { kind: 'ladder', state: 'done', board: TEAMS.name, entrant: 1, limit: 200 } as const;
  const match = (await organiser.get('matches', { ...SPRING, query })).find(({ seats }) =>
    seats.some(({ entrant }) => entrant === 2),
  )!;
  const sidecar = (await people[0].get('sidecar', { params: { contest: 'spring', match: match.number } })) as {
    log: { seat: number }[];
  };
  const own = match.seats.filter(({ entrant }) => entrant === 1).map(({ seat }) => seat);
  expect(own).toHaveLength(2);
  expect(sidecar.log.map(({ seat }) => seat)).toEqual(own);
});

test('a challenge accepts exactly one opponent on a board with two sides', async () => {
  const [{ id }] = await organiser.get('boards', SPRING);
  const { match } = await people[0].get('challenge', { ...SPRING, body: { against: [2], board: id } });
  const { seats } = await until(async () => {
    const found = await people[0].get('match', { params: { contest: 'spring', match } });
    return found.state === 'done' && found;
  });
  expect(seats.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Ada', 'Bob']);
  const many = await people[0].ask('challenge', { ...SPRING, body: { against: [2, 3], board: id } });
  expect(many.status).toBe(400);
});

test('a final on a board with two-seat sides is played and published, and its export verifies', async () => {
  const round = { params: { contest: 'spring', round: 1 } };
  const form = {
    title: 'The end',
    format: { kind: 'last-out' as const, matches: 2, out: 1, outPercent: 0 },
    deadline: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const mixed = await organiser.ask('announceRound', { ...SPRING, body: form });
  expect(mixed.status).toBe(400);
  await organiser.get('announceRound', { ...SPRING, body: { ...form, boards: [TEAMS.name] } });
  await server.context.store.db.updateTable('rounds').set({ deadline: now }).execute();
  await until(async () => (await organiser.get('round', round)).state === 'played');
  await organiser.get('changeRound', { ...round, body: { what: 'publish' } });
  const { standing } = await people[0].get('round', round);
  expect(standing.map(({ name }) => name).sort()).toEqual(['Ada', 'Bob', 'Cyd']);
  const text = await (await people[0].ask('exportRound', round)).text();
  const read = readExport(text);
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.head.terms).toMatchObject({ seats: 2, teams: MATES });
  for (const { seats, result } of read.value.matches) {
    expect(seats).toHaveLength(4);
    expect(seats.slice(2)).toEqual(seats.slice(0, 2));
    expect(result!.scores).toHaveLength(4);
  }
  const options = { games: [game], share: 1, random: () => 0, jobs: 1, engine: ENGINE };
  const verdict = await verifyRound(text, options);
  expect(verdict).toMatchObject({ kind: 'ok', entrants: 3, played: { moves: read.value.matches.length } });
  // Changes the terms, and adds another entrant to a team in a match.
  const { head, matches } = read.value;
  const { teams: _, ...alone } = head.terms;
  const changed = (more: object) => verifyRound(writeExport({ ...read.value, ...more }), options);
  expect(await changed({ head: { ...head, terms: alone } })).toMatchObject({
    kind: 'differs',
    sentence: `the sides of board ${TEAMS.name} differ from the sides in the terms`,
  });
  const [first, ...others] = matches;
  const [a, b, c] = first.seats;
  expect(await changed({ matches: [{ ...first, seats: [a, b, c, a] }, ...others] })).toMatchObject({
    kind: 'differs',
    sentence: `match 1 should have submission ${b} in seat 3, not submission ${a}`,
  });
});

test('a contest’s export verifies, but not after the sides in a match are changed', async () => {
  const text = await (await organiser.ask('export', { ...SPRING, query: { sources: '1' } })).text();
  const contest = await readContest(createInterface(Readable.from([text])));
  const options = {
    share: 0.1,
    engine: ENGINE,
    play,
    rules: game,
    builtins: players.map(({ name }) => name),
  };
  const verdict = await verifyExport(contest, options);
  expect(verdict.differs).toBeUndefined();
  expect(verdict.played).toBeGreaterThan(0);
  const at = contest.matches.findIndex(({ board, state }) => board === TEAMS.name && state === 'done');
  const { seats, number } = contest.matches[at];
  const matches = contest.matches.with(at, {
    ...contest.matches[at],
    seats: seats.map((seat, index) => ({ ...seat, team: index < 2 ? 0 : 1 })),
  });
  expect((await verifyExport({ ...contest, matches }, options)).differs).toBe(
    `match ${number} has different sides from its board`,
  );
});

import { verifyReplay } from '@ludus/referee/verify.ts';
import { GAMES, KITS } from 'ludus/registry.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { beginMatch } from './match.ts';
import type { RoomNews, RoomOrder } from './messages.ts';
import { ROOM_LIMITS } from './room.ts';
import { Rooms } from './rooms.ts';

const kitOf = (id: string) => KITS.find(({ game }) => game.id === id)!;

function orderOf(id: string, seed = 1): RoomOrder {
  const { game, partners } = kitOf(id);
  const board = game.generateBoard!(seed);
  const bots = Array.from({ length: game.seatsOf(board) }, () => partners.sparring);
  // A match of thousands of rounds takes too long for these tests.
  const text = game.printBoard(board).replace(/nb_rnds(\s+)\d+/, 'nb_rnds$1 60');
  return { game: id, board: text, boardName: 'generated', bots };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page of a room that records its events. */
class FakePage {
  readonly news: RoomNews[] = [];
  hasEnded = false;
  readonly rooms: Rooms;
  readonly token: string | undefined;
  #stop: (() => void) | undefined;

  constructor(rooms: Rooms, token?: string) {
    this.rooms = rooms;
    this.token = token;
    this.open();
  }

  open(): void {
    const followed = this.rooms.follow(CODE, this.token, {
      network: 'here',
      send: (news) => this.news.push(structuredClone(news)),
      end: () => {
        this.hasEnded = true;
      },
    });
    if (!followed.ok) throw new Error(followed.why);
    this.#stop = followed.stop;
  }

  close(): void {
    this.#stop!();
  }

  last<T extends RoomNews['type']>(type: T): Extract<RoomNews, { type: T }> | undefined {
    return this.news.findLast((each) => each.type === type) as Extract<RoomNews, { type: T }> | undefined;
  }

  /** The text of the match since its start or its last full transmission. */
  get text(): string {
    const from = this.news.findLastIndex(({ type }) => type === 'begin');
    return this.news
      .slice(from)
      .flatMap((each) => (each.type === 'progress' ? [each.text] : []))
      .join('');
  }
}

const CODE = 'KRTB';

/** A room with Ann and Bob, with one page each, and a third page as a spectator. */
function openRoom(id: string) {
  const rooms = new Rooms({ kits: KITS });
  const ann = rooms.open(CODE, orderOf(id), 'Ann', 'here');
  const bob = rooms.join(CODE, 'Bob', 'here');
  if (!ann.ok || !bob.ok) throw new Error('no seat');
  const pages = [new FakePage(rooms, ann.token), new FakePage(rooms, bob.token), new FakePage(rooms)];
  return { rooms, ann: ann.token, bob: bob.token, pages };
}

/** Starts the match and waits for its first question. */
async function start(rooms: Rooms, token: string): Promise<void> {
  expect(rooms.start(CODE, token, 'here')).toEqual({ ok: true });
  await vi.advanceTimersByTimeAsync(ROOM_LIMITS.countMs);
}

test('friends play in lockstep and get the same replay, which passes verification', async () => {
  const { rooms, ann, bob, pages } = openRoom('trails');
  await start(rooms, ann);
  const [{ question }] = [pages[0].last('question')!];
  expect(question).toMatchObject({ seat: 0, round: 0, isPaused: false });
  const id = question.choices[0].id;
  expect(rooms.choose(CODE, ann, 0, id, 'here')).toEqual({ ok: true });
  // Bob hasn't chosen: the round continues after the time limit.
  await vi.advanceTimersByTimeAsync(159);
  expect(pages[1].last('question')!.question.round).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(pages[1].last('question')!.question.round).toBe(1);
  expect(rooms.choose(CODE, bob, 0, id, 'here')).toMatchObject({ code: 'late', why: 'round 0 is over' });
  expect(rooms.choose(CODE, bob, 1, 'nonsense', 'here')).toMatchObject({ code: 'refused' });
  expect(rooms.choose(CODE, 'forged', 1, id, 'here')).toMatchObject({ code: 'token' });
  await vi.advanceTimersByTimeAsync(120_000);
  const ends = pages.map((page) => page.last('done')!);
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).toEqual(ends[0]);
  expect(verifyReplay(ends[0].replay, GAMES).kind).toBe('ok');
  expect(ends[0].replay).toContain('names Ann Bob');
  expect(ends[0].verdicts).toEqual([]);
  for (const { text } of pages) expect(ends[0].replay.startsWith(text)).toBe(true);
  expect(pages[2].last('room')!.room.phase).toBe('over');
  rooms.close();
});

test('a rematch in the same room has a different replay', async () => {
  const { rooms, ann, pages } = openRoom('trails');
  await start(rooms, ann);
  await vi.advanceTimersByTimeAsync(120_000);
  const first = pages[0].last('done')!.replay;
  await start(rooms, ann);
  expect(pages[1].last('begin')).toMatchObject({ match: 2, seat: 1 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(pages[0].last('done')!.replay).not.toBe(first);
  rooms.close();
});

test('the match waits for a person who loses the connection, and sends their page the whole match again', async () => {
  const { rooms, ann, pages } = openRoom('trails');
  await start(rooms, ann);
  await vi.advanceTimersByTimeAsync(320);
  pages[1].close();
  const round = pages[0].last('progress')!.round;
  await vi.advanceTimersByTimeAsync(9000);
  expect(pages[0].last('progress')!.round).toBe(round);
  expect(pages[0].last('room')!.room.hold).toMatchObject({ seats: [1] });
  pages[1].open();
  expect(pages[1].text).toBe(pages[0].text);
  expect(pages[1].last('question')!.question.round).toBe(round);
  await vi.advanceTimersByTimeAsync(ROOM_LIMITS.countMs + 160);
  expect(pages[0].last('progress')!.round).toBeGreaterThan(round);
  expect(pages[0].last('room')!.room.seats[1].standIn).toBeUndefined();
  rooms.close();
});

test('a built-in bot replaces a person who stays away, and the replay still verifies', async () => {
  const { rooms, ann, pages } = openRoom('starwar');
  await start(rooms, ann);
  await vi.advanceTimersByTimeAsync(1300);
  pages[1].close();
  await vi.advanceTimersByTimeAsync(ROOM_LIMITS.breakMs + ROOM_LIMITS.countMs);
  expect(pages[0].last('room')!.room.seats[1]).toMatchObject({ standIn: expect.any(String) });
  await vi.advanceTimersByTimeAsync(300_000);
  const { replay, verdicts } = pages[0].last('done')!;
  expect([verifyReplay(replay, GAMES).kind, verdicts]).toEqual(['ok', []]);
  rooms.close();
});

test('bots continue at a human pace after all people have left', async () => {
  for (const [id, paceMs] of [
    ['trails', 160],
    ['angrymob', 600],
  ] as const) {
    const { rooms, ann, bob, pages } = openRoom(id);
    await start(rooms, ann);
    for (const token of [ann, bob]) rooms.leave(CODE, token, 'here');
    await vi.advanceTimersByTimeAsync(paceMs);
    const { round } = pages[2].last('progress')!;
    await vi.advanceTimersByTimeAsync(5 * paceMs);
    expect(pages[2].last('progress')!.round - round, id).toBe(5);
    rooms.close();
  }
});

test.each([
  [1, 160],
  [5, 260],
])('with a load of %i rooms, a round whose bots think for 40 ms takes %i ms', async (playing, roundMs) => {
  const { game, players, ...kit } = kitOf('trails');
  const clock = performance.now.bind(performance);
  let thought = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + thought);
  onTestFinished(() => void vi.restoreAllMocks());
  const play = () => {
    thought += 20;
  };
  const slow = { ...players[0], name: 'Slow', open: () => ({ name: 'Slow', play }) };
  const rounds: number[] = [];
  const match = beginMatch({
    kit: { ...kit, game, players: [slow] },
    board: game.generateBoard!(1),
    ...{ seed: 1, names: ['Ann', 'Bob'], bots: ['Slow', 'Slow'], people: [true, true] },
    playing: () => playing,
    tell: (seat, news) => {
      if (seat === 0 && news.type === 'progress') rounds.push(Date.now());
    },
    onEnd() {},
  });
  match.resume();
  await vi.advanceTimersByTimeAsync(2000);
  match.stop();
  const [before, after] = rounds.slice(3, 5);
  expect(after - before).toBe(roundMs);
});

test('a round without a clock ends as soon as everyone is ready', async () => {
  const { rooms, ann, bob, pages } = openRoom('angrymob');
  await start(rooms, ann);
  const { round } = pages[0].last('question')!.question;
  rooms.choose(CODE, ann, round, 'end turn', 'here');
  await vi.advanceTimersByTimeAsync(0);
  expect(pages[0].last('question')!.question).toMatchObject({ round, choices: [] });
  expect(pages[1].last('question')!.question.choices).not.toEqual([]);
  rooms.choose(CODE, bob, round, 'end turn', 'here');
  await vi.advanceTimersByTimeAsync(0);
  expect(pages[1].last('question')!.question.round).toBeGreaterThan(round);
  rooms.close();
});

test('each page gets its seat’s view if information is hidden, and spectators see nothing during the match', async () => {
  const { rooms, ann, pages } = openRoom('periscope');
  await start(rooms, ann);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(pages[2].text).toBe('');
  expect(pages[0].text).toContain('\nseen ');
  // A move in the replay would reveal a submarine's position, and the seed would reveal everything.
  for (const page of pages.slice(0, 2)) expect(page.text).not.toMatch(/^\d+: |^seed [^0]/m);
  const cellsOf = (page: FakePage): number[] =>
    JSON.parse(page.text.trim().split('\n').at(-1)!.slice('seen '.length)).state.cells;
  const [own, other] = [cellsOf(pages[0]), cellsOf(pages[1])];
  expect(own).not.toEqual(other);
  rooms.close();
});

test('the numbers of rooms, rooms per network, and streams are limited', () => {
  const rooms = new Rooms({ kits: KITS, limits: { rooms: 3, ofNetwork: 2, streams: 2, ofSeat: 1, refused: 2 } });
  const open = (code: string, network: string) => rooms.open(code, orderOf('trails'), 'Ann', network);
  const ann = open('BBBB', 'a');
  expect([ann.ok, open('CCCC', 'a').ok]).toEqual([true, true]);
  expect(open('DDDD', 'a')).toMatchObject({ code: 'many' });
  // The answer doesn’t reveal whether the code belongs to a room.
  expect(open('CCCC', 'a')).toMatchObject({ code: 'many', why: expect.stringContaining('rooms are open') });
  expect(open('BBBB', 'b')).toMatchObject({ code: 'taken' });
  expect(open('DDDD', 'b').ok).toBe(true);
  expect(open('FFFF', 'c')).toMatchObject({ code: 'many' });
  // Rooms of this machine don't count towards the limit.
  expect([open('FFFF', '127.0.0.1').ok, open('GGGG', '127.0.0.1').ok]).toEqual([true, true]);
  expect(open('HHHH', '127.0.0.1')).toMatchObject({ code: 'many' });
  const follow = (token?: string) => rooms.follow('BBBB', token, { network: 'a', send() {}, end() {} });
  expect([follow().ok, follow().ok]).toEqual([true, true]);
  expect(follow()).toMatchObject({ code: 'many' });
  if (!ann.ok) throw new Error('no seat');
  expect([follow(ann.token).ok, follow(ann.token)]).toMatchObject([true, { code: 'many' }]);
  rooms.close();
});

test('unknown games, boards, and bots are rejected', () => {
  const rooms = new Rooms({ kits: KITS, botsOf: ({ players }) => [players[0].name] });
  const order = orderOf('trails');
  const open = (change: Partial<RoomOrder>) => rooms.open(CODE, { ...order, ...change }, 'Ann', 'a');
  const weak = kitOf('trails').players[0].name;
  expect(open({ bots: order.bots.map(() => weak) }).ok).toBe(true);
  for (const change of [
    { game: 'nothing' },
    { revision: '99' },
    { board: 'nonsense' },
    { bots: [] },
    { bots: order.bots.map(() => kitOf('trails').players.at(-1)!.name) },
  ])
    expect(open(change), JSON.stringify(change).slice(0, 60)).toMatchObject({ ok: false, code: 'invalid' });
  rooms.close();
});

test('a network that tries many invalid codes has to wait', () => {
  let now = 0;
  const rooms = new Rooms({ kits: KITS, limits: { refused: 3 }, now: () => now });
  rooms.open(CODE, orderOf('trails'), 'Ann', 'good');
  for (let n = 0; n < 3; n++) expect(rooms.join('ZZZZ', 'Eve', 'bad')).toMatchObject({ code: 'none' });
  expect(rooms.join(CODE, 'Eve', 'bad')).toMatchObject({ code: 'many' });
  expect(rooms.join(CODE, 'Bob', 'good').ok).toBe(true);
  for (let n = 0; n < 3; n++) expect(rooms.open(CODE, orderOf('trails'), 'Eve', 'worse').ok).toBe(false);
  expect(rooms.open('FFFF', orderOf('trails'), 'Eve', 'worse')).toMatchObject({ code: 'many' });
  now = 60_000;
  expect(rooms.join('ZZZZ', 'Eve', 'bad')).toMatchObject({ code: 'none' });
  rooms.close();
});

test('seated people can play on when others at their address are rejected', () => {
  const rooms = new Rooms({ kits: KITS, limits: { refused: 3 }, now: () => 0 });
  const ann = rooms.open(CODE, orderOf('trails'), 'Ann', 'school');
  const bob = rooms.join(CODE, 'Bob', 'school');
  if (!ann.ok || !bob.ok) throw new Error('no seat');
  for (let n = 0; n < 3; n++) expect(rooms.start(CODE, bob.token, 'school')).toMatchObject({ code: 'refused' });
  expect(rooms.isThrottled('school')).toBe(false);
  for (let n = 0; n < 3; n++) rooms.join('ZZZZ', 'Eve', 'school');
  expect(rooms.isThrottled('school')).toBe(true);
  const follow = (token: string | undefined) => rooms.follow(CODE, token, { network: 'school', send() {}, end() {} });
  for (const token of [undefined, 'forged']) expect(follow(token)).toMatchObject({ code: 'many' });
  expect(follow(bob.token).ok).toBe(true);
  expect(rooms.start(CODE, ann.token, 'school')).toEqual({ ok: true });
  expect(rooms.leave(CODE, bob.token, 'school')).toEqual({ ok: true });
  rooms.close();
});

test('an unvisited room closes, and closing the server’s rooms ends their streams', async () => {
  const { rooms, pages } = openRoom('trails');
  for (const page of pages) page.close();
  await vi.advanceTimersByTimeAsync(ROOM_LIMITS.emptyMs);
  expect(rooms.size).toBe(0);
  const other = openRoom('trails');
  other.rooms.close();
  expect(other.pages.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true]);
});

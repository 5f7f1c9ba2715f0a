import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { isCode, newCode, typedCode } from './code.ts';
import type { RoomOrder } from './messages.ts';
import { type BeginMatch, ROOM_LIMITS, Room } from './room.ts';

const ORDER: RoomOrder = { game: 'some', board: '', boardName: 'default', bots: ['Moth', 'Mole', 'Lynx'] };

/** The room's calls to its match. */
let calls: string[];
let names: readonly string[];
let people: readonly boolean[];
beforeEach(() => {
  calls = [];
});

const begin: BeginMatch = (called, persons) => {
  names = called;
  people = persons;
  return {
    choose(seat, round, id) {
      calls.push(`choose ${seat} ${round} ${id}`);
      return { ok: true };
    },
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    standIn: (seat) => calls.push(`stand in ${seat}`),
    stop: () => calls.push('stop'),
  };
};

/** A room with Ann and Bob in the first two seats, both connected, at time 0. */
function roomOfTwo(): Room {
  const room = new Room('KRTB', ORDER, begin, 0);
  room.join('Ann', 'a', 0);
  room.join('Bob', 'b', 0);
  room.open('a', 0);
  room.open('b', 0);
  return room;
}

/** The same room with its match under way at `countMs`. */
function playing(): Room {
  const room = roomOfTwo();
  expect(room.start('a', 0)).toEqual({ ok: true });
  room.tick(ROOM_LIMITS.countMs);
  calls = [];
  return room;
}

const T = ROOM_LIMITS.countMs;

test('room codes are valid, and are accepted in lower case and with spaces', () => {
  for (let n = 0; n < 100; n++) expect(isCode(newCode())).toBe(true);
  expect(typedCode(' kr tb ')).toBe('KRTB');
  for (const wrong of ['KRT', 'KRTBB', 'KRTO', 'KR1B', '']) expect(typedCode(wrong)).toBeUndefined();
});

test('people are seated in order, and bots play the free seats', () => {
  const room = roomOfTwo();
  room.start('a', 0);
  expect([names, people]).toEqual([
    ['Ann', 'Bob', 'Lynx'],
    [true, true, false],
  ]);
  expect(room.join('Eve', 'e', 1)).toMatchObject({ ok: false, code: 'phase' });
});

test('a person is rejected when all seats are taken', () => {
  const room = roomOfTwo();
  room.join('Cy', 'c', 0);
  expect(room.join('Eve', 'e', 0)).toMatchObject({ ok: false, code: 'phase', why: expect.stringContaining('watch') });
});

test('people with the same name get different names in the match', () => {
  const room = roomOfTwo();
  room.join('Ann', 'c', 0);
  room.start('a', 0);
  expect(names).toEqual(['Ann', 'Bob', 'Ann#2']);
});

test('only the host can start the match, and the next person becomes host if the host leaves', () => {
  const room = roomOfTwo();
  expect(room.start('b', 0)).toMatchObject({ code: 'refused', why: 'only Ann can start the match' });
  expect(room.start('forged', 0)).toMatchObject({ code: 'token' });
  room.leave('a', 0);
  expect(room.view(0).host).toBe(1);
  expect(room.start('b', 0)).toEqual({ ok: true });
  expect(room.start('b', 0)).toMatchObject({ code: 'phase' });
});

test('the match begins after the countdown', () => {
  const room = roomOfTwo();
  room.start('a', 0);
  expect(room.view(500).hold).toEqual({ ms: T - 500, seats: [] });
  expect(room.due).toBe(T);
  room.tick(T - 1);
  expect(calls).toEqual([]);
  room.tick(T);
  expect(calls).toEqual(['resume']);
  expect(room.view(T).hold).toBeUndefined();
});

test('a choice is accepted only for the seat of its token', () => {
  const room = playing();
  expect(room.choose('b', 4, 'left', T)).toEqual({ ok: true });
  expect(room.choose('forged', 4, 'left', T)).toMatchObject({ ok: false, code: 'token' });
  expect(calls).toEqual(['choose 1 4 left']);
  room.ended(T);
  expect(room.choose('b', 5, 'left', T)).toMatchObject({ code: 'late' });
});

test('too many choices in a row are rejected, and later choices are accepted again', () => {
  const room = playing();
  const { burst } = ROOM_LIMITS.choices;
  for (let n = 0; n < burst; n++) expect(room.choose('a', n, 'left', T).ok).toBe(true);
  expect(room.choose('a', burst, 'left', T)).toMatchObject({ code: 'many' });
  expect(room.choose('b', burst, 'left', T).ok).toBe(true);
  expect(room.choose('a', burst, 'left', T + 1000).ok).toBe(true);
});

test('a room waits ten seconds for a disconnected person, and continues after their return', () => {
  const room = playing();
  room.close('b', T);
  expect(calls).toEqual(['pause']);
  expect(room.view(T + 4000).hold).toEqual({ ms: 6000, seats: [1] });
  room.tick(T + ROOM_LIMITS.breakMs - 1);
  room.open('b', T + ROOM_LIMITS.breakMs - 1);
  expect(room.due).toBe(T + ROOM_LIMITS.breakMs - 1 + ROOM_LIMITS.countMs);
  room.tick(room.due);
  expect(calls).toEqual(['pause', 'resume']);
  expect(room.view(room.due).seats[1]).toEqual({ name: 'Bob', kind: 'person', isHere: true });
});

test('a built-in bot plays for a person who stays away until the match is over, even if the person returns', () => {
  const room = playing();
  room.close('b', T);
  expect(room.due).toBe(T + ROOM_LIMITS.breakMs);
  room.tick(room.due);
  expect(calls).toEqual(['pause', 'stand in 1']);
  room.tick(room.due);
  expect(calls).toEqual(['pause', 'stand in 1', 'resume']);
  room.open('b', 60_000);
  expect(room.view(60_000).seats[1]).toMatchObject({ isHere: true, standIn: 'Mole' });
  expect(room.choose('b', 9, 'left', 60_000)).toMatchObject({ code: 'late' });
  room.ended(60_000);
  expect(room.start('a', 60_000)).toEqual({ ok: true });
  expect(people).toEqual([true, true, false]);
  expect(room.choose('b', 0, 'left', 60_000)).toEqual({ ok: true });
});

test('a room waits only three times for a person who keeps disconnecting', () => {
  const room = playing();
  let now = T;
  for (let n = 0; n < ROOM_LIMITS.breaks; n++) {
    room.close('b', now);
    room.open('b', now);
    now += ROOM_LIMITS.countMs;
    room.tick(now);
  }
  calls = [];
  room.close('b', now);
  expect(calls).toEqual(['stand in 1']);
});

test('a second page keeps a person’s seat when the first page is closed', () => {
  const room = playing();
  room.open('b', T);
  room.close('b', T);
  expect(calls).toEqual([]);
  expect(room.view(T).seats[1].isHere).toBe(true);
});

test('a person who leaves the match is replaced, and a person who leaves the lobby frees the seat', () => {
  const room = playing();
  room.leave('b', T);
  expect(calls).toEqual(['stand in 1']);
  const other = roomOfTwo();
  other.leave('b', 0);
  expect(other.view(0)).toMatchObject({ watching: 1, seats: [{ name: 'Ann' }, { kind: 'bot' }, { kind: 'bot' }] });
  other.close('b', 0);
  expect(other.view(0).watching).toBe(0);
});

test('a person who is disconnected for ten seconds outside a match loses the seat', () => {
  const room = roomOfTwo();
  room.close('b', 0);
  room.tick(ROOM_LIMITS.breakMs - 1);
  expect(room.view(0).seats[1]).toMatchObject({ name: 'Bob', isHere: false });
  room.tick(ROOM_LIMITS.breakMs);
  expect(room.view(0).seats[1].kind).toBe('bot');
});

test('spectators are counted, and their number is limited', () => {
  const room = roomOfTwo();
  for (let n = 0; n < ROOM_LIMITS.watching; n++) expect(room.open(undefined, 0).ok).toBe(true);
  expect(room.open(undefined, 0)).toMatchObject({ code: 'many' });
  room.close(undefined, 0);
  expect(room.open('forged', 0).ok).toBe(true);
});

test('a room closes when it is empty or idle', () => {
  const room = roomOfTwo();
  expect(room.isExpired(ROOM_LIMITS.idleMs - 1)).toBe(false);
  expect(room.isExpired(ROOM_LIMITS.idleMs)).toBe(true);
  room.close('a', 1000);
  room.close('b', 1000);
  expect(room.isExpired(1000 + ROOM_LIMITS.emptyMs)).toBe(true);
  room.open(undefined, 2000);
  expect(room.isExpired(2000 + ROOM_LIMITS.emptyMs)).toBe(false);
});

test('a match ends if all people have left, even with open pages, or if no one chooses anything', () => {
  const room = playing();
  room.leave('a', T);
  expect(room.isExpired(T + ROOM_LIMITS.emptyMs)).toBe(false);
  room.leave('b', T + 1000);
  expect(room.due).toBe(T + 1000 + ROOM_LIMITS.emptyMs);
  expect(room.isExpired(room.due)).toBe(true);
  room.ended(T + 2000);
  room.start('a', T + 2000);
  expect(room.isExpired(T + 1000 + ROOM_LIMITS.emptyMs)).toBe(false);
  const idle = playing();
  idle.choose('a', 0, 'left', T);
  expect(idle.isExpired(T + ROOM_LIMITS.idleMs - 1)).toBe(false);
  expect(idle.isExpired(T + ROOM_LIMITS.idleMs)).toBe(true);
});

/** Any event of a room, in any order and with any secret. */
const event = fc.record({
  what: fc.constantFrom('join', 'open', 'close', 'start', 'choose', 'leave', 'ended', 'tick'),
  person: fc.constantFrom('Ann', 'Bob', 'Cy', 'Dee', 'Eve'),
  after: fc.integer({ min: 0, max: 6000 }),
});

test('the match is paused exactly while the room shows a pause, and accepts moves only for people’s seats', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      let now = 0;
      let isPaused = true;
      const replaced = new Set<number>();
      let seated: readonly boolean[] = [];
      const room = new Room(
        'KRTB',
        ORDER,
        (_, persons) => {
          isPaused = true;
          replaced.clear();
          seated = persons;
          return {
            choose(seat) {
              expect(seated[seat]).toBe(true);
              expect(replaced.has(seat)).toBe(false);
              return { ok: true };
            },
            pause() {
              expect(isPaused).toBe(false);
              isPaused = true;
            },
            resume() {
              expect(isPaused).toBe(true);
              isPaused = false;
            },
            standIn(seat) {
              expect(seated[seat]).toBe(true);
              replaced.add(seat);
            },
            stop() {},
          };
        },
        0,
      );
      /** The newest secret of each person, and the secrets with which the person's pages follow the room. */
      const secrets = new Map<string, string>();
      const pages = new Map<string, (string | undefined)[]>();
      for (const [at, { what, person, after }] of events.entries()) {
        now += after;
        // The server calls `tick` on time.
        while (room.due <= now) {
          const { due } = room;
          room.tick(due);
          if (room.isExpired(due)) return;
          expect(room.due).toBeGreaterThan(due);
        }
        const token = secrets.get(person) ?? 'forged';
        const own = pages.get(person) ?? [];
        if (what === 'join') {
          const secret = `${person}${at}`;
          if (room.seatOf(token) < 0 && room.join(person, secret, now).ok) secrets.set(person, secret);
        } else if (what === 'open') {
          const known = room.seatOf(token) < 0 ? undefined : token;
          if (room.open(known, now).ok) pages.set(person, [...own, known]);
        } else if (what === 'close' && own.length > 0) {
          pages.set(person, own.slice(1));
          room.close(own[0], now);
        } else if (what === 'start') room.start(token, now);
        else if (what === 'choose') room.choose(token, 0, 'x', now);
        else if (what === 'leave') room.leave(token, now);
        else if (what === 'ended') room.ended(now);
        else room.tick(now);
        const { phase, hold, seats, host } = room.view(now);
        expect(hold !== undefined).toBe(phase === 'playing' && isPaused);
        if (phase !== 'playing')
          expect(seats.some(({ standIn }) => standIn !== undefined && phase === 'waiting')).toBe(false);
        expect(host < 0).toBe(seats.every(({ kind }) => kind === 'bot'));
        expect(room.view(now).watching).toBe([...pages.values()].flat().filter((each) => room.seatOf(each) < 0).length);
      }
    }),
    { numRuns: 300 },
  );
});

import { numberedNames } from '@ludus/game/names.ts';
import type { HandReply } from '@ludus/referee/hand.ts';
import {
  type ChoiceAnswer,
  type RoomOrder,
  type RoomPhase,
  type RoomRefusal,
  type RoomView,
  refusal,
  type SeatGrant,
  type SeatToken,
  type SeatView,
} from './messages.ts';

/** The functions of a match that its room calls. */
export interface RoomMatch {
  choose(seat: number, round: number, id: string): HandReply;
  /** Stops the clock until `resume`. A match begins paused. */
  pause(): void;
  resume(): void;
  /** Replaces the person with the seat's built-in bot. */
  standIn(seat: number): void;
  /** Ends the match without a result. */
  stop(): void;
}

/** Begins a match. `people`: whether a person has the seat. */
export type BeginMatch = (names: readonly string[], people: readonly boolean[]) => RoomMatch;

/** Limits of a room. Times are in milliseconds. */
export const ROOM_LIMITS = {
  /** Time in which an absent person can return. */
  breakMs: 10_000,
  /** Number of interruptions in a match after which the seat's bot takes over immediately. */
  breaks: 3,
  /** Delay before the first round, and before the next round after the return of an absent person. */
  countMs: 2000,
  /** Time after which a room without an open page ends, and after which a match that everyone has left ends. */
  emptyMs: 300_000,
  /** Time after which a room ends if no one starts or joins a match, or makes a choice. */
  idleMs: 3_600_000,
  /** Limits on the choices of one seat: burst size, and rate per second. */
  choices: { burst: 40, perSecond: 20 },
  watching: 100,
};

interface Person {
  readonly name: string;
  readonly token: SeatToken;
  readonly seat: number;
  streams: number;
  /** The time at which the person left; undefined while the person is present. */
  goneAt: number | undefined;
  breaks: number;
  isReplaced: boolean;
  choices: { left: number; at: number };
}

/**
 * The rules of a room: seats, permissions, and the handling of absent people. This class doesn't read a clock. Each
 * call receives the time, and `tick` handles everything that is due. The match itself and the streams to the pages are
 * elsewhere.
 *
 * @example
 * const room = new Room('KRTB', order, begin, now);
 * room.join('Ann', token, now);
 * room.start(token, now);
 */
export class Room {
  readonly code: string;
  readonly order: RoomOrder;
  readonly #begin: BeginMatch;
  #people: Person[] = [];
  #watching = 0;
  #phase: RoomPhase = 'waiting';
  #matches = 0;
  #match: RoomMatch | undefined;
  #isHeld = false;
  #heldUntil = 0;
  /** The time at which the last page was closed; undefined while a page is open. */
  #emptyAt: number | undefined;
  /** The time since which built-in bots play for all people of the match; undefined while a person plays. */
  #leftAt: number | undefined;
  /** The time of the last action of a person. */
  #activeAt: number;

  constructor(code: string, order: RoomOrder, begin: BeginMatch, now: number) {
    this.code = code;
    this.order = order;
    this.#begin = begin;
    this.#emptyAt = now;
    this.#activeAt = now;
  }

  get phase(): RoomPhase {
    return this.#phase;
  }

  /** The seat of a token; −1 if the token has no seat. */
  seatOf(token: SeatToken | undefined): number {
    return this.#find(token)?.seat ?? -1;
  }

  /** Gives a person the first free seat. `token`: a new secret. */
  join(name: string, token: SeatToken, now: number): SeatGrant | RoomRefusal {
    if (this.#phase === 'playing') return refusal('phase', 'the match is being played. Take a seat when it is over');
    const { bots } = this.order;
    const seat = bots.findIndex((_, at) => !this.#people.some((person) => person.seat === at));
    if (seat < 0) return refusal('phase', `all ${bots.length} seats are taken, but you can watch`);
    this.#activeAt = now;
    this.#people.push({
      name,
      token,
      seat,
      streams: 0,
      goneAt: now,
      breaks: 0,
      isReplaced: false,
      choices: { left: ROOM_LIMITS.choices.burst, at: now },
    });
    return { ok: true, seat, token };
  }

  /** Handles the start of a page's stream. */
  open(token: SeatToken | undefined, now: number): { readonly ok: true } | RoomRefusal {
    const person = this.#find(token);
    if (!person) {
      if (this.#watching >= ROOM_LIMITS.watching)
        return refusal('many', `${ROOM_LIMITS.watching} people are already watching this room. Come back later`);
      this.#watching++;
    } else {
      person.streams++;
      person.goneAt = undefined;
    }
    this.#emptyAt = undefined;
    this.#settle(now);
    return { ok: true };
  }

  /** Handles the end of a page's stream. */
  close(token: SeatToken | undefined, now: number): void {
    const person = this.#find(token);
    if (!person) this.#watching = Math.max(0, this.#watching - 1);
    else if (--person.streams === 0) {
      person.goneAt = now;
      person.breaks++;
    }
    if (this.#watching === 0 && this.#people.every(({ streams }) => streams === 0)) this.#emptyAt = now;
    this.#settle(now);
  }

  /** Starts the first or next match. Only the host may do this. */
  start(token: SeatToken, now: number): { readonly ok: true } | RoomRefusal {
    const person = this.#find(token);
    if (!person) return NO_SEAT;
    if (person !== this.#host) return refusal('refused', `only ${this.#host?.name} can start the match`);
    if (this.#phase === 'playing') return refusal('phase', 'the match has already begun');
    this.#dropGone(now);
    for (const each of this.#people) {
      each.breaks = 0;
      each.isReplaced = false;
    }
    const names = this.order.bots.map((bot, seat) => this.#personAt(seat)?.name ?? bot);
    const people = names.map((_, seat) => this.#personAt(seat) !== undefined);
    this.#activeAt = now;
    this.#phase = 'playing';
    this.#leftAt = undefined;
    this.#matches++;
    this.#isHeld = true;
    this.#heldUntil = now + ROOM_LIMITS.countMs;
    this.#match = this.#begin(numberedNames(names), people);
    this.#settle(now);
    return { ok: true };
  }

  /** Makes a choice for the token's seat, in the round that the person saw. */
  choose(token: SeatToken, round: number, id: string, now: number): ChoiceAnswer {
    const person = this.#find(token);
    if (!person) return NO_SEAT;
    if (!isAllowed(person, now)) return refusal('many', 'too many choices at once. Wait a moment');
    if (person.isReplaced) return refusal('late', `a built-in bot plays on for ${person.name}`);
    if (this.#phase !== 'playing' || !this.#match) return refusal('late', 'no match is being played');
    const answer = this.#match.choose(person.seat, round, id);
    if (answer.ok) this.#activeAt = now;
    return answer;
  }

  /** Removes a person. During a match, the seat's bot takes over immediately. */
  leave(token: SeatToken, now: number): { readonly ok: true } | RoomRefusal {
    const person = this.#find(token);
    if (!person) return NO_SEAT;
    if (this.#phase === 'playing') this.#replace(person, now);
    else this.#remove(person);
    this.#settle(now);
    return { ok: true };
  }

  /** Handles the end of the match. */
  ended(now: number): void {
    if (this.#phase !== 'playing') return;
    this.#activeAt = now;
    this.#phase = 'over';
    this.#leftAt = undefined;
    this.#match = undefined;
    this.#isHeld = false;
    this.#dropGone(now);
  }

  /** Handles everything that is due. */
  tick(now: number): void {
    for (const person of this.#people) {
      if (!isOverdue(person, now)) continue;
      if (this.#phase !== 'playing') this.#remove(person);
      else if (!person.isReplaced) this.#replace(person, now);
    }
    this.#settle(now);
  }

  /** The next time at which `tick` is due. */
  get due(): number {
    const times = this.#people.flatMap((person) => {
      const isWaitedFor = person.goneAt !== undefined && !(this.#phase === 'playing' && person.isReplaced);
      return isWaitedFor ? [person.goneAt! + this.#patience(person)] : [];
    });
    if (this.#isHeld && this.#absent.length === 0) times.push(this.#heldUntil);
    return Math.min(...times, this.#endsAt);
  }

  /** Whether the room has been inactive long enough to end. */
  isExpired(now: number): boolean {
    return now >= this.#endsAt;
  }

  get #endsAt(): number {
    const { emptyMs, idleMs } = ROOM_LIMITS;
    const empty = [this.#emptyAt, this.#leftAt].flatMap((since) => (since === undefined ? [] : [since + emptyMs]));
    return Math.min(...empty, this.#activeAt + idleMs);
  }

  /** Ends the room. */
  end(): void {
    this.#match?.stop();
    this.#match = undefined;
  }

  view(now: number): RoomView {
    const { game, revision, boardName, bots } = this.order;
    const absent = this.#absent;
    const seats = bots.map((bot, seat): SeatView => {
      const person = this.#personAt(seat);
      if (!person) return { name: bot, kind: 'bot', isHere: true };
      const { name, goneAt, isReplaced } = person;
      return { name, kind: 'person', isHere: goneAt === undefined, ...(isReplaced && { standIn: bot }) };
    });
    const until =
      absent.length > 0 ? Math.max(...absent.map((each) => each.goneAt! + this.#patience(each))) : this.#heldUntil;
    return {
      code: this.code,
      game,
      revision,
      boardName,
      phase: this.#phase,
      matches: this.#matches,
      seats,
      host: this.#host?.seat ?? -1,
      watching: this.#watching,
      ...(this.#isHeld && { hold: { ms: Math.max(0, until - now), seats: absent.map(({ seat }) => seat) } }),
    };
  }

  #find(token: SeatToken | undefined): Person | undefined {
    return token === undefined ? undefined : this.#people.find((person) => person.token === token);
  }

  #personAt(seat: number): Person | undefined {
    return this.#people.find((person) => person.seat === seat);
  }

  /** The person who took a seat first. */
  get #host(): Person | undefined {
    return this.#people[0];
  }

  /** The people that the match waits for. */
  get #absent(): Person[] {
    if (this.#phase !== 'playing') return [];
    return this.#people.filter(({ goneAt, isReplaced }) => goneAt !== undefined && !isReplaced);
  }

  #patience({ breaks }: Person): number {
    return this.#phase === 'playing' && breaks > ROOM_LIMITS.breaks ? 0 : ROOM_LIMITS.breakMs;
  }

  #replace(person: Person, now: number): void {
    person.isReplaced = true;
    if (this.#people.every(({ isReplaced }) => isReplaced)) this.#leftAt ??= now;
    this.#match?.standIn(person.seat);
  }

  #remove(person: Person): void {
    this.#people = this.#people.filter((each) => each !== person);
    // The person's pages become spectators.
    this.#watching += person.streams;
  }

  #dropGone(now: number): void {
    for (const person of this.#people) if (isOverdue(person, now)) this.#remove(person);
  }

  /** Resumes or pauses the match. */
  #settle(now: number): void {
    if (this.#phase !== 'playing') return;
    for (const person of this.#absent) if (this.#patience(person) === 0) this.#replace(person, now);
    const isAbsent = this.#absent.length > 0;
    if (isAbsent && !this.#isHeld) {
      this.#isHeld = true;
      this.#match?.pause();
    }
    if (isAbsent) this.#heldUntil = 0;
    else if (this.#isHeld && this.#heldUntil === 0) this.#heldUntil = now + ROOM_LIMITS.countMs;
    if (!this.#isHeld || isAbsent || now < this.#heldUntil) return;
    this.#isHeld = false;
    this.#match?.resume();
  }
}

const NO_SEAT = refusal('token', 'you have no seat in this room. Join the room first');

const isOverdue = ({ goneAt }: Person, now: number): boolean =>
  goneAt !== undefined && now >= goneAt + ROOM_LIMITS.breakMs;

/** Counts a choice. Returns false if the person has made too many choices. */
function isAllowed(person: Person, now: number): boolean {
  const { burst, perSecond } = ROOM_LIMITS.choices;
  const left = Math.min(burst, person.choices.left + ((now - person.choices.at) * perSecond) / 1000);
  person.choices = { left: Math.max(0, left - 1), at: now };
  return left >= 1;
}

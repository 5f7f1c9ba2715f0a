import { nameFrom } from '@ludus/game/names.ts';
import { handFromLegal } from '@ludus/game/protocol.ts';
import { inRevision, revisionProblem } from '@ludus/game/replay.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { isLoopback } from '@ludus/shell/network.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { MatchNews } from '../match/order.ts';
import { isCode } from './code.ts';
import { beginMatch, type PlayedMatch } from './match.ts';
import {
  type ChoiceAnswer,
  type RoomNews,
  type RoomOrder,
  type RoomRefusal,
  refusal,
  type SeatGrant,
  type SeatToken,
} from './messages.ts';
import { Room } from './room.ts';

/** The limits of one server. */
export const ROOMS_LIMITS = {
  /** Maximum number of rooms opened from other machines. */
  rooms: 100,
  /** Maximum number of rooms opened from one network. */
  ofNetwork: 25,
  /** Maximum number of open streams to the spectators in one network, and maximum number to one person with a seat. */
  streams: 300,
  ofSeat: 10,
  /** Maximum number of unknown codes and invalid tokens per network and minute. */
  refused: 60,
};

export interface RoomsSetup {
  readonly kits: readonly AnyKit[];
  /** The bots of a game that may play in rooms; by default, all built-in bots. */
  readonly botsOf?: (kit: AnyKit) => readonly string[];
  /** The address at which friends reach the room's page; undefined for the page's address. */
  readonly address?: () => string | undefined;
  /** A message to add if a room isn't found, because the room may be on another server. */
  readonly elsewhere?: () => string | undefined;
  readonly limits?: Partial<typeof ROOMS_LIMITS>;
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

interface HostedRoom {
  readonly room: Room;
  readonly kit: AnyKit;
  readonly board: unknown;
  readonly network: string;
  readonly pages: Set<Page>;
  match: PlayedMatch | undefined;
  /** The message about the last match's end. */
  end: MatchNews | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Page {
  readonly token: SeatToken | undefined;
  /** The page's seat in the match that it shows; −1 for a spectator. */
  seat: number;
  readonly network: string;
  send(news: RoomNews): void;
  end(): void;
}

interface RoomRequest {
  readonly code: string;
  readonly token?: SeatToken | undefined;
  readonly network: string;
}

const OK = { ok: true } as const;
/** The refusal of a throttled network. */
export const THROTTLED = refusal('many', 'too many rejected requests from your address. Try again in a minute');

/** The rooms of a server, in memory. This class finds rooms by code, notifies their pages, and closes them. */
export class Rooms {
  readonly #setup: RoomsSetup;
  readonly #limits: typeof ROOMS_LIMITS;
  readonly #rooms = new Map<string, HostedRoom>();
  readonly #refused = new Map<string, { count: number; until: number }>();

  constructor(setup: RoomsSetup) {
    this.#setup = setup;
    this.#limits = { ...ROOMS_LIMITS, ...setup.limits };
  }

  get size(): number {
    return this.#rooms.size;
  }

  /** Opens a room, and gives its creator a seat. */
  open(code: string, order: RoomOrder, name: string, network: string): SeatGrant | RoomRefusal {
    if (this.isThrottled(network)) return THROTTLED;
    if (!isCode(code)) return refusal('invalid', 'a room code has four letters, none of them a vowel');
    const kit = this.#kitFor(order);
    if (typeof kit === 'string') return refusal('invalid', kit);
    const { game, players } = kit;
    if (!(kit.hand ?? handFromLegal(game))) return refusal('invalid', `${game.title} can’t be played by a person`);
    const board = game.readBoard(order.board);
    if (!board.ok) return refusal('invalid', `the board is not valid: ${describeProblem(board.problem)}`);
    const seats = game.seatsOf(board.value);
    if (order.bots.length !== seats)
      return refusal('invalid', `the board has ${seats} seats, not ${order.bots.length}`);
    const allowed = this.#setup.botsOf?.(kit) ?? players.map((player) => player.name);
    const other = order.bots.find((bot) => !allowed.includes(bot));
    if (other !== undefined)
      return refusal('invalid', `${nameFrom(other)} can’t play in a room here; choose ${allowed.join(', ')}`);
    if (this.#isFull(network))
      return refusal('many', 'too many rooms are open. Close a room, or come back in a few minutes');
    if (this.#rooms.has(code)) {
      this.#countRefused(network);
      return refusal('taken', `there is already a room ${code}`);
    }
    const hosted: HostedRoom = {
      room: new Room(code, order, (names, people) => this.#begin(hosted, names, people), this.#now()),
      kit,
      board: board.value,
      network,
      pages: new Set(),
      match: undefined,
      end: undefined,
      timer: undefined,
    };
    this.#rooms.set(code, hosted);
    return this.#join(hosted, name);
  }

  join(code: string, name: string, network: string): SeatGrant | RoomRefusal {
    return this.#in({ code, network }, (hosted) => this.#join(hosted, name));
  }

  /**
   * Lets a page follow a room until the returned function is called. If the room ends before that, `page.end` is
   * called.
   */
  follow(
    code: string,
    token: SeatToken | undefined,
    page: Pick<Page, 'network' | 'send' | 'end'>,
  ): { readonly ok: true; readonly stop: () => void } | RoomRefusal {
    return this.#in({ code, token, network: page.network }, (hosted) => {
      const { room } = hosted;
      const seat = room.seatOf(token);
      const known: Page = { ...page, token: seat < 0 ? undefined : token, seat };
      if (this.#isCrowded(known)) return refusal('many', 'too many room pages are open. Close some of them');
      const opened = room.open(known.token, this.#now());
      if (!opened.ok) return opened;
      hosted.pages.add(known);
      this.#changed(hosted);
      this.#show(hosted, known);
      const stop = () => {
        if (!hosted.pages.delete(known)) return;
        room.close(known.token, this.#now());
        this.#changed(hosted);
      };
      return { ok: true, stop };
    });
  }

  start(code: string, token: SeatToken, network: string): typeof OK | RoomRefusal {
    return this.#in({ code, token, network }, (hosted) => {
      const answer = hosted.room.start(token, this.#now());
      if (!answer.ok) return answer;
      for (const page of hosted.pages) this.#show(hosted, page);
      this.#changed(hosted);
      return OK;
    });
  }

  choose(code: string, token: SeatToken, round: number, id: string, network: string): ChoiceAnswer {
    return this.#in<ChoiceAnswer>({ code, token, network }, ({ room }) => room.choose(token, round, id, this.#now()));
  }

  leave(code: string, token: SeatToken, network: string): typeof OK | RoomRefusal {
    return this.#in({ code, token, network }, (hosted) => {
      const answer = hosted.room.leave(token, this.#now());
      if (answer.ok) this.#changed(hosted);
      return answer;
    });
  }

  /**
   * Whether a network has too many refused requests and must wait. People with a seat in the room are exempt, because
   * many people may share a network.
   */
  isThrottled(network: string, code = '', token?: SeatToken): boolean {
    const refused = this.#refused.get(network);
    if (refused === undefined || refused.until <= this.#now() || refused.count < this.#limits.refused) return false;
    const room = this.#rooms.get(code)?.room;
    return room === undefined || room.seatOf(token) < 0;
  }

  close(): void {
    for (const hosted of this.#rooms.values()) this.#end(hosted);
  }

  #kitFor({ game: id, revision }: RoomOrder): AnyKit | string {
    const kit = this.#setup.kits.find(({ game }) => game.id === id);
    if (!kit) return `there is no game ${nameFrom(id)}`;
    if (revision === undefined) return kit;
    return revisionProblem(kit.game, revision) ?? { ...kit, game: inRevision(kit.game, revision) };
  }

  #now(): number {
    return this.#setup.now?.() ?? Date.now();
  }

  /** Performs an action in a room. Refused tokens and codes are counted, to prevent guessing. */
  #in<T extends { readonly ok: boolean }>(
    { code, token, network }: RoomRequest,
    work: (hosted: HostedRoom) => T,
  ): T | RoomRefusal {
    if (this.isThrottled(network, code, token)) return THROTTLED;
    const hosted = this.#rooms.get(code);
    const answer = hosted ? work(hosted) : this.#none(code);
    if (!answer.ok && ['none', 'token'].includes((answer as RoomRefusal).code)) this.#countRefused(network);
    return answer;
  }

  #none(code: string): RoomRefusal {
    const elsewhere = this.#setup.elsewhere?.();
    const more = elsewhere === undefined ? '' : `. ${elsewhere}`;
    return refusal('none', `there is no room ${isCode(code) ? code : 'with this code'}, or it has ended${more}`);
  }

  /** Whether there are too many open pages for this page to follow a room. */
  #isCrowded({ token, network }: Page): boolean {
    const pages = [...this.#rooms.values()].flatMap((hosted) => [...hosted.pages]);
    const { streams, ofSeat } = this.#limits;
    if (token !== undefined) return pages.filter((page) => page.token === token).length >= ofSeat;
    return pages.filter((page) => page.token === undefined && page.network === network).length >= streams;
  }

  /**
   * Whether a network may not open any more rooms. The limit on rooms from other machines doesn't apply to the person
   * at this machine.
   */
  #isFull(network: string): boolean {
    const others = [...this.#rooms.values()].filter((hosted) => !isLoopback(hosted.network));
    const own = [...this.#rooms.values()].filter((hosted) => hosted.network === network);
    const { rooms, ofNetwork } = this.#limits;
    return own.length >= ofNetwork || (!isLoopback(network) && others.length >= rooms);
  }

  #countRefused(network: string): void {
    const now = this.#now();
    for (const [each, { until }] of this.#refused) if (until <= now) this.#refused.delete(each);
    const refused = this.#refused.get(network) ?? { count: 0, until: now + 60_000 };
    refused.count++;
    this.#refused.set(network, refused);
  }

  #join(hosted: HostedRoom, name: string): SeatGrant | RoomRefusal {
    const shown = nameFrom(name.trim()).slice(0, MAX_NAME);
    const answer = hosted.room.join(shown, newToken(), this.#now());
    this.#changed(hosted);
    return answer;
  }

  #begin(hosted: HostedRoom, names: readonly string[], people: readonly boolean[]): PlayedMatch {
    const { room, kit, board, pages } = hosted;
    hosted.end = undefined;
    for (const page of pages) page.seat = room.seatOf(page.token);
    const match = beginMatch({
      kit,
      board,
      seed: crypto.getRandomValues(new Uint32Array(1))[0] | 0,
      names,
      bots: room.order.bots,
      people,
      playing: () => [...this.#rooms.values()].filter(({ match }) => match !== undefined).length,
      tell(seat, news) {
        for (const page of pages) if (page.seat === seat) page.send(news);
      },
      onEnd: (news) => {
        if (hosted.match !== match) return;
        hosted.match = undefined;
        hosted.end = news;
        room.ended(this.#now());
        for (const page of pages) page.send(news);
        this.#changed(hosted);
      },
    });
    hosted.match = match;
    return match;
  }

  /** Sends a page the match from its beginning. */
  #show({ room, kit, match, end }: HostedRoom, page: Page): void {
    page.seat = room.seatOf(page.token);
    const { matches } = room.view(this.#now());
    if (!match && !end) return;
    page.send({ type: 'begin', match: matches, seat: page.seat, hides: kit.game.observe !== undefined });
    for (const news of match?.shown(page.seat) ?? [end!]) page.send(news);
  }

  /** Sends the room's state to all pages, and schedules the next event. */
  #changed(hosted: HostedRoom): void {
    const { room, pages } = hosted;
    if (this.#rooms.get(room.code) !== hosted) return;
    const now = this.#now();
    const view = room.view(now);
    const address = this.#setup.address?.();
    for (const page of pages) page.send({ type: 'room', room: view, seat: room.seatOf(page.token), address });
    clearTimeout(hosted.timer);
    const { due } = room;
    hosted.timer = setTimeout(() => this.#tick(hosted), Math.max(0, due - now));
    (hosted.timer as { unref?(): void }).unref?.();
  }

  #tick(hosted: HostedRoom): void {
    const now = this.#now();
    hosted.room.tick(now);
    if (hosted.room.isExpired(now)) this.#end(hosted);
    else this.#changed(hosted);
  }

  #end(hosted: HostedRoom): void {
    clearTimeout(hosted.timer);
    this.#rooms.delete(hosted.room.code);
    hosted.match = undefined;
    hosted.room.end();
    for (const page of [...hosted.pages]) page.end();
    hosted.pages.clear();
  }
}

/** Maximum number of characters in a person's name. */
const MAX_NAME = 16;

/** Draws a secret with 122 random bits. */
const newToken = (): SeatToken => crypto.randomUUID();

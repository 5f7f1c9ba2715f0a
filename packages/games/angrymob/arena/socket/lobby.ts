import { createServer, type Server, type Socket } from 'node:net';
import { nameFrom } from '@ludus/game/names.ts';
import { fail, ok, problemOf, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { listenProblem } from '@ludus/shell/network.ts';
import { LineConnection } from './connection.ts';

/** Maximum length of a name, in printable ASCII characters. Characters that names.ts doesn't allow are shown as `_`. */
export const MAX_NAME_LENGTH = 32;
const RULE = `a name has 1 to ${MAX_NAME_LENGTH} printable ASCII characters`;

/** Reasons why a port cannot be opened, or a name is rejected. */
const LOBBY_PROBLEMS = {
  'socket/listen': (why: string) => why,
  'name/endless': () => `${RULE}, and ends its line`,
  'name/missing': () => 'no name was sent',
  'name/empty': () => `the name is empty; ${RULE}`,
  'name/characters': () => RULE,
  'name/long': () => RULE,
  'name/http': () => 'this is an arena for bots, which first send their name, not a web server',
} satisfies Sentences;

/** Time after which a connection without a name is closed, in milliseconds. */
const NAME_PATIENCE_MS = 60_000;
/**
 * Maximum number of callers that haven't sent a name. A further caller takes the place of the caller that has waited
 * longest.
 */
const MAX_CALLERS = 50;

/** A player that has connected and sent its name. */
export interface Guest {
  readonly name: string;
  readonly connection: LineConnection;
}

export interface LobbyEvents {
  /** Called when a player enters or leaves, before the lobby stops admitting players. */
  readonly onChange?: () => void;
  /** Called with a message for the person who runs the arena. */
  readonly onNotice?: (sentence: string) => void;
}

/**
 * Admits players: a TCP server with a fixed number of places. A client takes a place by sending a name, so a silent
 * client, or a client that speaks HTTP, occupies no place. The first player with a name has place 0. A player that
 * leaves before `depart` frees its place. A player that arrives when all places are taken receives a line `error …` and
 * is disconnected.
 */
export class Lobby {
  private readonly server: Server;
  private readonly events: LobbyEvents;
  private readonly places: (Guest | undefined)[];
  /** Callers without a name, the longest waiting first. */
  private readonly callers = new Set<LineConnection>();
  private readonly goodbyes = new Set<Promise<void>>();
  private departed = false;
  private waiters: (() => void)[] = [];

  private constructor(server: Server, size: number, events: LobbyEvents) {
    this.server = server;
    this.events = events;
    this.places = Array.from({ length: size }, () => undefined);
    server.on('connection', (socket) => this.welcome(socket));
  }

  /** Opens the port (0 means any free port). An unavailable port is a problem with code `socket/listen`. */
  static open(host: string, port: number, size: number, events: LobbyEvents = {}): Promise<Result<Lobby>> {
    return new Promise((resolve) => {
      const server = createServer({ allowHalfOpen: true, noDelay: true });
      server.once('error', (error) => {
        const message = listenProblem(error, host, port) ?? `cannot listen on ${host}: ${error.message}`;
        resolve(fail(problemOf(LOBBY_PROBLEMS, 'socket/listen', message)));
      });
      server.listen({ port, host }, () => {
        server.removeAllListeners('error');
        // The server continues after failing to accept a connection, for example because too many files are open.
        server.on('error', (error) => events.onNotice?.(`a connection failed: ${error.message}`));
        resolve(ok(new Lobby(server, size, events)));
      });
    });
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** The players by place; undefined if the place is free. */
  get guests(): readonly (Guest | undefined)[] {
    return [...this.places];
  }

  get isFull(): boolean {
    return this.guests.every((guest) => guest !== undefined);
  }

  /** Resolves as soon as every place has a player with a name. */
  async full(): Promise<void> {
    while (!this.isFull) await new Promise<void>((resolve) => this.waiters.push(resolve));
  }

  /**
   * Returns the players, by place, for their game; undefined if a player is missing. From then on, the caller owns the
   * players' connections, and clients that connect are rejected with an error.
   */
  depart(): Guest[] | undefined {
    const guests = this.guests.filter((guest) => guest !== undefined);
    if (guests.length < this.places.length) return undefined;
    this.departed = true;
    for (const guest of guests) guest.connection.onArrival = undefined;
    for (const caller of this.callers) this.dismiss(caller, 'the game has already begun');
    return guests;
  }

  /** Stops listening, and disconnects all clients in the lobby. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const caller of this.callers) this.dismiss(caller, 'the arena is closing');
    for (const place of this.places) {
      if (place !== undefined && !this.departed) this.sayGoodbye(place.connection, 'error the arena is closing\n');
    }
    await Promise.all(this.goodbyes);
    // The server's callback waits for every connection, including those passed on to the game.
    if (!this.departed) await closed;
  }

  private welcome(socket: Socket): void {
    const connection = new LineConnection(socket);
    if (this.departed || this.isFull) {
      this.turnAway(connection, this.departed ? 'the game has already begun' : this.noPlace);
      return;
    }
    const [longest] = this.callers;
    if (this.callers.size === MAX_CALLERS) this.dismiss(longest, 'no name was sent, and other players are waiting');
    this.callers.add(connection);
    const patience = setTimeout(() => this.dismiss(connection, 'no name was sent'), NAME_PATIENCE_MS);
    socket.once('close', () => {
      clearTimeout(patience);
      this.callers.delete(connection);
    });
    connection.onArrival = () => {
      const named = readName(connection);
      if (named === undefined) return;
      clearTimeout(patience);
      if (named.ok && !this.isFull) this.seat(connection, named.value);
      else if (connection.isEnded && !named.ok) {
        this.callers.delete(connection);
        connection.destroy();
      } else this.dismiss(connection, named.ok ? this.noPlace : named.problem.message);
    };
  }

  private get noPlace(): string {
    return `all ${this.places.length} places are taken`;
  }

  /** Gives the first free place to a caller that has sent its name. */
  private seat(connection: LineConnection, name: string): void {
    const place = this.places.indexOf(undefined);
    const guest: Guest = { name, connection };
    this.callers.delete(connection);
    this.places[place] = guest;
    // The player leaves if it has closed its side of the connection, and has no unread lines left for the game.
    const watch = () => {
      if (this.places[place] !== guest || !connection.isEnded || connection.hasLine) return;
      this.leave(place);
      connection.destroy();
    };
    connection.onArrival = watch;
    this.changed();
    watch();
  }

  /** Disconnects a caller without a name. */
  private dismiss(caller: LineConnection, sentence: string): void {
    if (this.callers.delete(caller)) this.turnAway(caller, sentence);
  }

  private leave(place: number): void {
    const name = this.places[place]?.name;
    this.places[place] = undefined;
    if (name === undefined) return;
    this.events.onNotice?.(`${name} left before the game began`);
    this.changed();
  }

  private turnAway(connection: LineConnection, sentence: string): void {
    this.events.onNotice?.(`refused a connection from ${connection.socket.remoteAddress ?? 'nowhere'}: ${sentence}`);
    this.sayGoodbye(connection, `error ${sentence}\n`);
  }

  private sayGoodbye(connection: LineConnection, lastWords: string): void {
    const goodbye = connection.close(lastWords).finally(() => this.goodbyes.delete(goodbye));
    this.goodbyes.add(goodbye);
  }

  private changed(): void {
    this.events.onChange?.();
    if (!this.isFull) return;
    const { waiters } = this;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }
}

/** The received name, the reason to reject it, or undefined while a name may still arrive. */
function readName(connection: LineConnection): Result<string> | undefined {
  if (!connection.hasLine && connection.partialLineBytes > MAX_NAME_LENGTH + 64)
    return fail(problemOf(LOBBY_PROBLEMS, 'name/endless'));
  const arrival = connection.take();
  if (arrival === undefined) return undefined;
  if (arrival.kind !== 'line') return fail(problemOf(LOBBY_PROBLEMS, 'name/missing'));
  const name = arrival.line.text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (name === '') return fail(problemOf(LOBBY_PROBLEMS, 'name/empty'));
  if (!/^[\x20-\x7e]+$/.test(name)) return fail(problemOf(LOBBY_PROBLEMS, 'name/characters'));
  if (name.length > MAX_NAME_LENGTH) return fail(problemOf(LOBBY_PROBLEMS, 'name/long'));
  if (/ HTTP\/\d/.test(name)) return fail(problemOf(LOBBY_PROBLEMS, 'name/http'));
  return ok(nameFrom(name));
}

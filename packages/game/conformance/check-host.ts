import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { type AnyGame, newRoundRecord, type RoundRecord } from '../game.ts';
import type { AnyRunner } from '../player-runner.ts';
import { whyRefused } from '../refusal.ts';
import { actorsOf } from '../round-lines.ts';
import { observed } from '../secret-randomness.ts';
import { eachBoard } from './check-boards.ts';
import { differentLine, Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { HostedPlayer, type HostFollow } from './hosted-player.ts';
import { follow, lacksOf, nameOf, pathTo, shown } from './player-facts.ts';

/** The parts of a game that run modules as players. */
export interface HostedApi {
  /** `api.open` of the kit. */
  open(name: string, code: unknown): AnyRunner | string;
  /** From `player/host.ts`. */
  readonly follow: HostFollow;
  /** The bots of the game, as exported by their modules. */
  readonly bots?: readonly unknown[];
}

export interface HostReport {
  readonly game: string;
  /** Number of questions that both players of a seat were asked. */
  readonly questions: number;
  /** Number of moves that were returned unchanged; 0 if the player object doesn't contain a move to fill in. */
  readonly moves: number;
}

/** In one out of this number of rounds, a seat fails. */
const FAILS = 40;
/** In one out of this number of questions, the player chooses nothing. */
const PASSES = 4;
/** In one out of this number of questions, the player's move was just rejected, if the game's rules reject moves. */
const REFUSES = 4;

/**
 * Checks that a player in a process, or with a fuel budget, plays as in the referee's process. In each match, every
 * seat is played twice: once in the referee's process, and once by `player/host.ts` through the lines of the dialogue.
 *
 * - Both players see the same facts whenever they are asked.
 * - The dialogue asks the same question for the host's state as for the referee's.
 * - A move that the host prints is read as the same move.
 * - The game's bots make the same moves in both ways, if they use no random numbers.
 *
 * @throws ConformanceError at the first difference
 */
export async function runHostConformance(
  fixture: AnyFixture,
  api: HostedApi,
  seed: number,
  size: { readonly boards: number; readonly rounds: number },
): Promise<HostReport> {
  const { game } = fixture;
  const place = new Place(game.title, seed);
  const random = new Lehmer(seed);
  const report = { game: game.id, questions: 0, moves: 0 };
  if (game.dialogue === undefined) place.fail('player/host.ts exists, but the game has no dialogue');
  for (const { board, number } of eachBoard(fixture, size.boards, random, place)) {
    place.match = { number, seed: random.range(1, 1_000_000) };
    const first = game.start(board, place.match.seed);
    for (const name of fixture.untold ?? [])
      place.expect(
        follow(first, name.split(/[.[\]]+/)) !== undefined,
        () => `the fixture’s \`untold\` names ${name}, but the state has no such field`,
      );
    for (const bot of [undefined, ...(api.bots ?? [])]) {
      const match = new HostedMatch(fixture, api, board, bot, random, place);
      await match.play(size.rounds);
      report.questions += match.questions;
      report.moves += match.moves;
    }
  }
  return report;
}

/** The objects passed to a seat's player in the referee's process and by the host. */
interface PlayerPair {
  here?: unknown;
  there?: unknown;
  /** Examines the host's player, and sets its move. */
  meet?: (player: unknown) => void;
}

/**
 * A match in which two players play each seat: one in this process, and one behind `player/host.ts`. Without a bot, the
 * match compares the facts that both players see.
 */
class HostedMatch {
  questions = 0;
  moves = 0;
  private readonly fixture: AnyFixture;
  private readonly game: AnyGame;
  private readonly board: unknown;
  private readonly bot: unknown;
  private readonly random: Lehmer;
  private readonly place: Place;
  private readonly asked: PlayerPair[];
  private readonly here: AnyRunner[];
  private readonly there: HostedPlayer[];
  private readonly untold: string[];
  private readonly generators: { state: number }[];

  constructor(fixture: AnyFixture, api: HostedApi, board: unknown, bot: unknown, random: Lehmer, place: Place) {
    const { game } = fixture;
    this.fixture = fixture;
    this.game = game;
    this.board = board;
    this.bot = bot;
    this.random = random;
    this.place = place;
    const seats = Array.from({ length: game.seatsOf(board) }, (_, seat) => seat);
    this.asked = seats.map(() => ({}));
    this.untold = seats.map(() => '');
    this.generators = seats.map((seat) => ({ state: 1 + seat }));
    this.here = seats.map((seat) => {
      const opened = api.open(`player${seat}`, bot ?? this.probe(seat, 'here'));
      return typeof opened === 'string'
        ? place.fail(`the kit’s \`api.open\` rejects a function: a player ${opened}`)
        : opened;
    });
    this.there = seats.map(
      (seat) => new HostedPlayer(game, seat, (next, say) => api.follow(bot ?? this.probe(seat, 'there'), next, say)),
    );
  }

  /** A player that records the object passed to it. It is an arrow function, so it can't be mistaken for a class. */
  private probe(seat: number, where: 'here' | 'there'): (player: unknown) => readonly never[] {
    return (player) => {
      const asked = this.asked[seat];
      asked[where] = player;
      if (where === 'there') asked.meet?.(player);
      // Games whose players return their moves have no moves to fill in.
      return [];
    };
  }

  async play(rounds: number): Promise<void> {
    const { game, board, place, here, there } = this;
    const names = here.map((_, seat) => `player${seat}`);
    const state = game.start(board, place.match!.seed);
    const record = newRoundRecord({ seed: place.match!.seed, names, limited: false });
    place.round = 0;
    for (const [seat, runner] of here.entries()) {
      const seen = observed(game, state, seat);
      await there[seat].settle(place);
      if (game.dialogue!.playerSpeaksFirst) there[seat].takeName(place);
      await runner.start?.(board, seen, { seat, names });
      this.untold[seat] = game.dialogue!.introduction(board, seen, seat, names);
    }
    while (game.round(state) < rounds && !game.isOver(state)) {
      place.round = game.round(state) + 1;
      if (this.bot === undefined) this.failSome(state, record);
      const acting = game.actors ? actorsOf(game, state, record.faults) : [...names.keys()];
      const asked = names.map(() => game.newMove());
      for (const seat of acting) if (record.faults[seat] === undefined) await this.ask(state, seat, asked[seat]);
      game.advance(state, asked);
      for (const seat of names.keys()) {
        if (!game.observe) here[seat].observeMoves?.(asked);
        this.untold[seat] += game.dialogue!.roundReport?.(asked, seat) ?? '';
      }
    }
    for (const [seat, player] of there.entries()) {
      if (record.faults[seat] === undefined) await player.end(place);
      await here[seat].close?.();
    }
  }

  private failSome(state: unknown, record: RoundRecord): void {
    for (const seat of this.here.keys()) {
      if (record.faults[seat] !== undefined || this.random.range(1, FAILS) > 1) continue;
      record.faults[seat] = 'crash';
      this.game.freeze(state, seat, 'crash');
      for (const runner of this.here) runner.observeFault?.(seat, 'crash');
    }
  }

  /** After a rejected move, the reason precedes the next question. */
  private refuseSome(seat: number): void {
    if (!this.game.refuse && !this.game.legal) return;
    if (this.random.range(1, REFUSES) > 1) return;
    this.here[seat].observeRefusal?.('the suite refuses it');
    this.untold[seat] += 'refused the suite refuses it\n';
  }

  /** Asks both players of a seat, and writes the move into `move`. */
  private async ask(state: unknown, seat: number, move: unknown): Promise<void> {
    const { game, place, bot } = this;
    const asked = this.asked[seat];
    const seen = observed(game, state, seat);
    const question = game.dialogue!.question(seen, seat);
    const generator = this.generators[seat];
    const before = generator.state;
    const isPassing = this.random.range(1, PASSES) === 1;
    const wild = bot === undefined ? this.drawMove(seen, seat, isPassing) : undefined;
    this.refuseSome(seat);
    let isGiven = false;
    asked.here = asked.there = undefined;
    asked.meet = (player) => {
      if (!this.fixture.seesItselfFirst || seat === 0) this.compare(seat, player, [move, generator], seen, question);
      // A player that chooses nothing leaves the host's move unchanged, so this must be the empty move.
      isGiven = wild !== undefined && (isPassing || this.give(seat, player, move, wild));
    };
    await this.here[seat].play(seen, move, generator);
    const { move: read, answer } = await this.there[seat].ask(this.untold[seat] + question, seen, place);
    this.untold[seat] = '';
    this.questions++;
    if (bot !== undefined) {
      // If the bot drew random numbers, its moves may differ, because the host's player draws different numbers.
      if (generator.state === before)
        this.mustBe(read, move, `a bot in seat ${seat} moves differently with player/host.ts`);
      return;
    }
    if ((asked.here === undefined) !== (asked.there === undefined))
      place.fail(
        `player/host.ts ${asked.here === undefined ? 'asks' : "doesn't ask"} the player of seat ${seat}, unlike a match in process`,
      );
    if (!isGiven) return;
    this.mustBe(read, wild, `player/host.ts answers ${quoted(answer.trimEnd())} for seat ${seat}`);
    this.moves++;
    game.move.read(game.move.print(wild), move);
  }

  private mustBe(read: unknown, wanted: unknown, what: string): void {
    const { game, place } = this;
    const [found, expected] = [read, wanted].map((each) => game.move.print(each));
    place.expect(found === expected, () => `${what}: the move is ${quoted(found)}, not ${quoted(expected)}`);
  }

  private compare(seat: number, player: unknown, apart: unknown[], seen: unknown, question: string): void {
    const { place, game } = this;
    const { here } = this.asked[seat];
    const path = pathTo(here, seen);
    const there = path && follow(player, path);
    if (typeof there === 'object' && there !== null) {
      const again = questionOf(game, there, seat);
      place.expect(again === undefined || again === question, () => {
        const line = differentLine(question, again!);
        return `player/host.ts reads the question of seat ${seat} as a different state, which the dialogue would print differently: ${line}`;
      });
    }
    for (const { path: where, here: fact, there: other } of lacksOf(here, player, apart)) {
      const field = path?.every((key, at) => where[at] === key) ? where.slice(path.length) : undefined;
      if (field && (this.isUntold(field) || this.isIdle(seen, field, other))) continue;
      const hint = field ? `. If the dialogue doesn’t reveal the field, list it in the fixture’s \`untold\`` : '';
      place.fail(
        `player/host.ts gives the player of seat ${seat} a different \`${nameOf(where)}\` than in process: ${shown(other)}, not ${shown(fact)}${hint}`,
      );
    }
  }

  private isUntold(path: readonly string[]): boolean {
    const names = path.map((_, at) => nameOf(path.slice(0, at + 1)));
    return this.fixture.untold?.some((each) => names.includes(each)) ?? false;
  }

  /** Whether a field of the state has no effect on the rules, or is the state's generator. */
  private isIdle(seen: unknown, path: readonly string[], value: unknown): boolean {
    const { game } = this;
    const name = path[path.length - 1];
    const copies = [game.clone(seen), game.clone(seen)];
    const [owner, other] = copies.map((copy) => follow(copy, path.slice(0, -1)) as Record<string, unknown>);
    // The copies share this object, so it is a part of the board, which never changes.
    if (owner === other) return false;
    game.setGenerator?.(copies[0], 1);
    game.setGenerator?.(copies[1], 2 ** 31 - 2);
    if (!Object.is(owner[name], other[name])) return true;
    try {
      other[name] = value;
      game.setGenerator?.(copies[1], 1);
      return game.hash(copies[0]) === game.hash(copies[1]);
    } catch {
      // The field can't be set, because it is a getter or a length, which is computed from other fields.
      return true;
    }
  }

  /** Draws a legal move that can be written. With `isEmpty`, the move is empty. */
  private drawMove(seen: unknown, seat: number, isEmpty: boolean): unknown {
    const { game, fixture, random } = this;
    const wild = isEmpty ? game.newMove() : fixture.wildMove(seen, seat, random);
    if (whyRefused(game, seen, seat, wild) !== undefined) return undefined;
    const text = game.move.print(wild);
    const [read, answered] = [game.newMove(), game.newMove()];
    try {
      game.move.read(text, read);
    } catch {
      return undefined;
    }
    for (const line of (fixture.answer ? fixture.answer(wild) : text)?.split('\n') ?? [])
      if (game.dialogue!.answerLine(line, seen, seat, answered).kind === 'wrong') return undefined;
    return game.move.print(read) === text && game.move.print(answered) === text ? read : undefined;
  }

  /**
   * Writes the move into the move of the host's player; returns false if the in-process player doesn't have this move.
   */
  private give(seat: number, player: unknown, move: unknown, wild: unknown): boolean {
    const { game } = this;
    const path = pathTo(this.asked[seat].here, move);
    const held = path && follow(player, path);
    if (typeof held !== 'object' || held === null) return false;
    game.clearMove(held);
    game.move.read(game.move.print(wild), held);
    return true;
  }
}

/** Returns the question, or undefined if the state isn't complete enough to be printed. */
function questionOf(game: AnyGame, state: unknown, seat: number): string | undefined {
  try {
    return game.dialogue!.question(state, seat);
  } catch {
    return undefined;
  }
}

import { HASH_START, hashText, mix } from '@ludus/kernel/hash.ts';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { checkArrays } from './check-arrays.ts';
import { makeBoard, type ReadBoard } from './check-boards.ts';
import { CopiedParts } from './check-copied.ts';
import { checkCopies } from './check-copies.ts';
import { checkDamaged } from './check-damaged.ts';
import { checkDialogue } from './check-dialogue.ts';
import { checkGenerated } from './check-generated.ts';
import { checkHidden, checkRedealt, type RedealCounts, type VisibleParts } from './check-hidden.ts';
import { PurityCheck } from './check-later.ts';
import { checkDraws, checkLuck, type Draws } from './check-luck.ts';
import { checkMove, checkNonsense } from './check-moves.ts';
import { checkNumbers } from './check-numbers.ts';
import { checkOrder } from './check-order.ts';
import { checkReplay } from './check-replay.ts';
import { checkRotated } from './check-rotated.ts';
import { type AllowedMoves, checkAllowed, checkTurns } from './check-turns.ts';
import { checkVariants, type IdleSeat } from './check-variants.ts';
import { checkedGame } from './checked-game.ts';
import { drawMatch } from './draw-match.ts';
import { ConformanceError, differentLine, Place, TWO_ANSWERS } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { KnownMoves } from './known-moves.ts';
import type { MatchScript } from './match-script.ts';
import { withoutChance } from './without-chance.ts';

export { ConformanceError } from './failure.ts';

export interface ConformanceSize {
  readonly boards: number;
  readonly matches: number;
  /** Maximum number of rounds per match. A match may end earlier, and a few matches are always played to their end. */
  readonly rounds: number;
}

export interface ConformanceReport {
  readonly game: string;
  readonly matches: number;
  readonly rounds: number;
  /**
   * A hash of each match's final state, and of the replays of closely examined matches. It is the same wherever
   * JavaScript runs.
   */
  readonly fingerprint: string;
  /** The parts of the state that every seat sees completely; undefined in a game without hidden information. */
  readonly shown: readonly string[] | undefined;
  /** Warnings, each with its location: findings that may be intentional. */
  readonly remarks: readonly string[];
}

/** Expensive checks run in one out of this number of matches. */
const THOROUGH = 4;
/**
 * Number of matches, starting with the second, that are played to their end, so that an endless match is found early.
 */
const WHOLE = 2;
/** If a seat was idle for a round in at least this number of matches, one of these matches must have changed. */
const MIN_MATCHES = 40;
/**
 * Total number of boards relative to the number of thoroughly checked boards. Each additional board gets one match, in
 * which only the arrays are checked.
 */
const FURTHER = 5;
/** More rounds than a match of any built-in game has. */
const MAX_ROUNDS = 20_000;

/**
 * Checks the contract of every game in many short matches with random moves. Throws a ConformanceError at the first
 * violation. The suite needs nothing but JavaScript, so it runs in a browser as well as in any version of Node.
 *
 * - A board that is printed and read again is the same board. Any other text is rejected with a message.
 * - A damaged board file is rejected with a line number, or else read. If it is read, a match is played on its board,
 *   and the replay contains the same board.
 * - Two matches with the same moves are identical. No match changes its board, a move, or another match.
 * - A clone, and a state restored from another state, continue like the original, and don't change it.
 * - Moves may contain nonsense, and players may be frozen at any time. The invariants remain true: rounds count up one
 *   by one, each seat has one score, and scores that add up never fall. Moves of frozen players have no effect.
 * - A move that is printed, and read into a new buffer or a used buffer, is the same move.
 * - Two states with the same hash have the same future.
 * - A replay that is printed, read, and played again is the same replay, and ends in the same state; this includes
 *   matches with secret randomness.
 * - Randomness can be secret: a game whose states contain the seed has `setGenerator`, and messages to programs do not
 *   contain its value.
 * - A seat's observation is a copy without hidden parts. It stays the same when these are redealt, and so do all
 *   messages to the player.
 * - Only the acting players are asked. A rejected move does nothing, and a finished match does not change.
 * - If seats play together, the board always defines the same teams, and all seats of a team have one score.
 * - Programs receive whole lines without the seed. Each line of their answer is accepted or rejected with a message.
 *   Every move that counts can be answered.
 * - The empty move is never rejected.
 * - The arrays of a state store the exact numbers that the rules write.
 * - No round depends on the order of a set or a map.
 * - If the fixture can move each player to the next seat, a match continues in the same way from the resulting state.
 */
export function runConformance(fixture: AnyFixture, seed: number, size: ConformanceSize): ConformanceReport {
  return withoutChance(() => new Suite(fixture, seed).run(size));
}

class Suite {
  private readonly fixture: AnyFixture;
  private readonly game: AnyGame;
  private readonly place: Place;
  private readonly random: Lehmer;
  private fingerprint = HASH_START;
  private rounds = 0;
  private readonly allowed: AllowedMoves = { tried: 0, told: 0, known: new KnownMoves() };
  private readonly draws: Draws = { tried: 0, changed: 0, starts: 0, others: 0 };
  private readonly later = new PurityCheck();
  private readonly redealt: RedealCounts = [];
  private readonly shown: VisibleParts = new Map();
  private readonly copied = new CopiedParts();
  /**
   * By seat: `matches` counts the matches in which the seat was idle for a round; `told` counts how many of these
   * matches changed as a result.
   */
  private readonly idle: { matches: number; told: number }[] = [];

  constructor(fixture: AnyFixture, seed: number) {
    this.fixture = fixture;
    this.place = new Place(fixture.game.title, seed);
    this.game = checkedGame(fixture.game, this.place);
    this.random = new Lehmer(seed);
  }

  run(size: ConformanceSize): ConformanceReport {
    try {
      return this.check(size);
    } catch (error) {
      // If a function of the game returns a value of the wrong type, the suite's own code may fail.
      if (!(error instanceof TypeError)) throw error;
      return this.place.fail(
        `the suite failed with “${error.message}”, perhaps because of a value of the wrong type from the game`,
        { cause: error },
      );
    }
  }

  private check(size: ConformanceSize): ConformanceReport {
    const { fixture, game, place, random } = this;
    checkFacts(game, place);
    const boards = Array.from({ length: size.boards }, (_, number) => this.makeBoard(number));
    this.sure(() => checkGenerated(game, place));
    for (let number = 0; number < size.matches; number++) {
      const board = boards[number % boards.length];
      place.board = board.number;
      place.boardText = board.text;
      place.match = { number, seed: drawSeed(random) };
      place.round = 0;
      // Match 0 is excluded, because it is examined thoroughly.
      const isWhole = number > 0 && number <= WHOLE;
      this.playMatch(board, isWhole ? MAX_ROUNDS : size.rounds, isClose(number, boards.length));
    }
    this.checkIdle();
    checkAllowed(this.allowed, place);
    checkRedealt(this.redealt, place);
    this.copied.check(place);
    checkDraws(this.draws, place);
    for (let number = size.boards; number < FURTHER * size.boards; number++) this.playFurther(number, size.rounds);
    // These checks are last, because their matches can also reveal errors that have nothing to do with the board.
    place.match = undefined;
    for (const board of boards) {
      place.board = board.number;
      this.sure(() => checkNumbers(fixture, game, board.text, random, place));
      this.sure(() => checkDamaged(fixture, game, board, random, place));
    }
    if (this.rounds === 0) place.fail('no match had a single round');
    const fingerprint = this.fingerprint.toString(16).padStart(8, '0');
    const shown = game.observe && [...this.shown].flatMap(([name, isShown]) => (isShown ? [name] : []));
    const remarks = this.allowed.stuck === undefined ? [] : [this.allowed.stuck];
    return { game: game.id, matches: size.matches, rounds: this.rounds, fingerprint, shown, remarks };
  }

  private makeBoard(number: number): ReadBoard {
    const { fixture, game, random, place } = this;
    return this.sure(() => makeBoard(fixture, game, number, random, place));
  }

  /** Plays on more boards, because numbers that are too large for an array occur on few boards. */
  private playFurther(number: number, rounds: number): void {
    const { fixture, game, random, place } = this;
    place.match = undefined;
    const board = this.makeBoard(number);
    place.match = { number, seed: drawSeed(random) };
    const script = this.sure((again) =>
      drawMatch(fixture, game, again ? readAnew(game, board) : board, rounds, random, place),
    );
    this.sure(() => checkArrays(game, script, place));
  }

  private playMatch(board: ReadBoard, rounds: number, close: boolean): void {
    const { fixture, game, place, random } = this;
    const boardNow = game.printBoard(board.board);
    place.expect(
      boardNow === board.text,
      () =>
        `this board has changed since it was read, although no match on it caused the change: ${differentLine(board.text, boardNow)}`,
    );
    const script = this.sure((again) =>
      drawMatch(fixture, game, again ? readAnew(game, board) : board, rounds, random, place),
    );
    if (rounds === MAX_ROUNDS && script.rounds.length === rounds)
      place.fail(`the match is not over after ${rounds} rounds`);
    this.rounds += script.rounds.length;
    this.fingerprint = mix(this.fingerprint, script.hashes[script.hashes.length - 1]);
    if (close && rounds < MAX_ROUNDS) this.lookClosely(script);
  }

  private lookClosely(script: MatchScript): void {
    const { fixture, game, place, random } = this;
    this.sure(() => {
      script.rounds.forEach(({ asked }, round) => {
        place.round = round + 1;
        asked.forEach((move, seat) => {
          checkMove(game, move, seat, place);
        });
      });
    });
    const idle = this.sure(() => checkVariants(fixture, game, script, random, place));
    if (idle) this.countIdle(idle);
    this.sure(() => checkLuck(fixture, game, script, random, this.draws, place));
    this.sure(() => this.later.check(game, script, place));
    this.sure(() => checkCopies(game, script, place));
    const { known } = this.allowed;
    this.sure(() => {
      known.begin();
      checkTurns(fixture, game, script, random, this.allowed, place);
    });
    known.end();
    this.sure(() => checkHidden(fixture, game, script, random, this.redealt, this.shown, this.copied, place));
    this.sure(() => checkDialogue(fixture, game, script, random, place));
    // This check comes after the checks above, because the messages of those checks are more specific about the rules.
    this.sure(() => checkOrder(game, script, place));
    this.sure(() => checkArrays(game, script, place));
    this.sure(() => checkRotated(fixture, game, script, place));
    const replay = this.sure(() => checkReplay(game, script, random, place));
    this.fingerprint = hashText(replay, this.fingerprint);
  }

  private countIdle({ seat, told }: IdleSeat): void {
    this.idle[seat] ??= { matches: 0, told: 0 };
    this.idle[seat].matches++;
    if (told) this.idle[seat].told++;
  }

  /** Checks that a seat's moves have an effect in at least one of many matches. */
  private checkIdle(): void {
    this.idle.forEach(({ matches, told }, seat) => {
      if (matches >= MIN_MATCHES && told === 0)
        this.place.fail(
          `in ${matches} matches, empty moves of seat ${seat} made no difference: do the seat’s moves count?`,
        );
    });
  }

  /**
   * Runs a check, and repeats it with the same draws if it fails. A failure that doesn't occur again depends on chance.
   */
  private sure<T>(check: (again: boolean) => T): T {
    const { place, random } = this;
    const [draws, round] = [random.state, place.round];
    try {
      return check(false);
    } catch (error) {
      if (!(error instanceof ConformanceError)) throw error;
      random.state = draws;
      const failedIn = place.round;
      place.round = round;
      try {
        check(true);
      } catch (again) {
        if (!(again instanceof ConformanceError) || kindOf(again) === kindOf(error)) throw error;
      }
      place.round = failedIn;
      if (error.sentence.includes(TWO_ANSWERS)) throw error;
      return place.fail(`${TWO_ANSWERS}: ${error.sentence}; this didn’t happen again with the same calls`);
    }
  }
}

/**
 * Whether a match is examined closely. On each board, one match in four is examined closely. The selection differs
 * between neighbouring boards.
 */
export function isClose(number: number, boards: number): boolean {
  return ((number % boards) + Math.floor(number / boards)) % THOROUGH === 0;
}

/** Usually a small seed, and sometimes a seed at the limit of 32 bits. */
function drawSeed(random: Lehmer): number {
  const ends = [0, -1, 2147483647, -2147483648];
  return random.range(0, 9) === 0 ? ends[random.range(0, 3)] : random.range(-1000, 1_000_000);
}

/** Reads the board again, so that the copy hasn't been used in a match. */
function readAnew(game: AnyGame, board: ReadBoard): ReadBoard {
  const read = game.readBoard(board.text);
  return read.ok ? { ...board, board: read.value } : board;
}

/** A failure's message, without its numbers and quotations. */
const kindOf = ({ sentence }: ConformanceError): string => /^[^:;"\d]*/.exec(sentence)![0];

/** Checks a game's description. */
function checkFacts(game: AnyGame, place: Place): void {
  const { id, title, seats, budget, boardExtension, replayExtension } = game;
  place.expect(
    /^[a-z][a-z0-9]*$/.test(id),
    `the id ${JSON.stringify(id)} must be lower-case letters and digits, with a letter first`,
  );
  place.expect(title !== '', 'the game has no title');
  const ascending = seats.length > 0 && seats.every((each, i) => Number.isInteger(each) && each > (seats[i - 1] ?? 0));
  place.expect(ascending, `\`seats\` is ${JSON.stringify(seats)}, not a list of whole numbers in ascending order`);
  place.expect(
    budget.cpuMs > 0 && ['match', 'move'].includes(budget.per),
    `the budget is ${JSON.stringify(budget)}, but needs a positive \`cpuMs\`, and \`per\`: "match" or "move"`,
  );
  for (const ending of [boardExtension, replayExtension])
    place.expect(
      /^\.[a-z0-9]+$/.test(ending),
      `the file extension ${JSON.stringify(ending)} must be a dot and lower-case letters or digits`,
    );
  const { observe, redeal, dialogue, illegalMove, refuse, legal } = game;
  place.expect(!observe || redeal !== undefined, '`observe` requires `redeal`, which determines the hidden parts');
  place.expect(
    !observe || dialogue?.roundReport === undefined,
    'a game with `observe` can’t have `dialogue.roundReport`, which reveals all moves: put the moves that a seat may know into the state',
  );
  place.expect(!illegalMove || (refuse ?? legal) !== undefined, '`illegalMove` requires `refuse` or `legal`');
  place.expect(
    illegalMove?.kind !== 'ask' || (Number.isInteger(illegalMove.times) && illegalMove.times > 0),
    `\`illegalMove\` is ${JSON.stringify(illegalMove)}, but its \`times\` must be a whole number from 1`,
  );
  checkNonsense(game, place);
}

/** One line that summarises these games in `matches` matches each; it must be the same wherever JavaScript runs. */
export function fingerprintOf(fixtures: readonly AnyFixture[], matches: number): string {
  const reports = fixtures.map((each) => runConformance(each, 20, { boards: 12, matches, rounds: 8 }));
  return reports.map(({ game, rounds, fingerprint }) => `${game} ${rounds} ${fingerprint}`).join(', ');
}

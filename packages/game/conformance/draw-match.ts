import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { type AnyGame, FAULTS, type Fault, newRoundRecord, type Outcome } from '../game.ts';
import { teamsOn } from '../teams.ts';
import { misfitIn } from './check-arrays.ts';
import type { ReadBoard } from './check-boards.ts';
import { copyOf, describeChange, describePair, firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { applyShares, type MatchScript, type ScriptRound } from './match-script.ts';

/** Typical names of bots, taken from files and programs. */
const NAMES = ['player0', '#1', '2', 'Zoë-3'];

/**
 * Draws a match move by move, and plays it twice on one board. A difference means that the result depends on more than
 * the moves. After every round it checks the invariants of all matches.
 */
export function drawMatch(
  fixture: AnyFixture,
  game: AnyGame,
  board: ReadBoard,
  rounds: number,
  random: Lehmer,
  place: Place,
): MatchScript {
  const seed = place.match!.seed;
  const seats = game.seatsOf(board.board);
  const names = Array.from({ length: seats }, (_, seat) => NAMES[seat] ?? `player${seat}`);
  const info = { seed, names, limited: random.range(0, 1) === 1 };
  const boardBefore = copyOf(board.board);
  const states = [game.start(board.board, seed), game.start(board.board, seed)] as const;
  const script: MatchScript = { board, info, rounds: [], hashes: [game.hash(states[0])], outcomes: [] };
  const laws = new MatchInvariants(fixture, game, place, script, boardBefore);
  laws.bothAlike(states, 'start');
  laws.boardIsAsItWas('start');
  place.expect(
    game.round(states[0]) === 0,
    () => `\`round\` returns ${game.round(states[0])} before the first round, not 0`,
  );
  laws.outcomeFits(states[0]);
  const record = newRoundRecord(info);
  // In half of the matches, no player fails.
  const oneIn = random.range(0, 1) === 0 ? 0 : 12;
  let shares = names.map(() => 0);
  while (script.rounds.length < rounds && !game.isOver(states[0])) {
    const number = script.rounds.length + 1;
    place.round = number;
    const failed: [number, Fault][] = [];
    for (let seat = 0; seat < seats; seat++) {
      if (record.faults[seat] !== undefined || oneIn === 0 || random.range(1, oneIn) > 1) continue;
      record.faults[seat] = FAULTS[random.range(1, FAULTS.length - 1)];
      failed.push([seat, record.faults[seat]!]);
    }
    const wild = names.map((_, seat) => fixture.wildMove(states[0], seat, random));
    const actors = game.actors?.(states[0]) ?? names.map((_, seat) => seat);
    const acting = actors.filter((seat) => record.faults[seat] === undefined);
    laws.onlyLooked(states);
    const insisting = wild.map((move, seat) =>
      record.faults[seat] !== undefined || acting.includes(seat) ? move : game.newMove(),
    );
    const asked = insisting.map((move, seat) => (record.faults[seat] === undefined ? move : game.newMove()));
    shares = shares.map((share) => Math.min(1, share + random.range(0, 100) / 4096));
    const round: ScriptRound = { failed, acting, shares, asked, insisting };
    laws.playBoth(states, round, { ...record, failed: failed.map(([seat]) => seat) });
    script.rounds.push(round);
    script.hashes.push(game.hash(states[0]));
  }
  if (game.isOver(states[1])) laws.staysOver(states[1], random);
  return script;
}

/** Finds the function that changes the state although it should only read it. */
function changerOf(game: AnyGame, state: unknown): string | undefined {
  const looks: readonly (readonly [string, (state: unknown, seat: number) => unknown])[] = [
    ['`actors`', (each) => game.actors?.(each)],
    ['`legal`', (each, seat) => game.legal?.(each, seat)],
    ['`refuse`', (each, seat) => game.refuse?.(each, seat, game.newMove())],
    ['`observe`', (each, seat) => game.observe?.(each, seat)],
    ['`outcome`', (each) => game.outcome(each)],
  ];
  const before = game.hash(state);
  const seats = game.outcome(game.clone(state)).scores;
  const changes = (look: (state: unknown, seat: number) => unknown): boolean =>
    seats.some((_, seat) => {
      const copy = game.clone(state);
      look(copy, seat);
      return game.hash(copy) !== before;
    });
  return looks.find(([, look]) => changes(look))?.[0];
}

/** Invariants that hold in every match of a game. */
class MatchInvariants {
  private readonly fixture: AnyFixture;
  private readonly game: AnyGame;
  private readonly place: Place;
  private readonly script: MatchScript;
  private readonly boardBefore: unknown;
  /** The last outcome that the game returned. */
  private handedOut: Outcome | undefined;

  constructor(fixture: AnyFixture, game: AnyGame, place: Place, script: MatchScript, boardBefore: unknown) {
    this.fixture = fixture;
    this.game = game;
    this.place = place;
    this.script = script;
    this.boardBefore = boardBefore;
  }

  playBoth(states: readonly [unknown, unknown], round: ScriptRound, record: ReturnType<typeof newRoundRecord>): void {
    const { game, place, script } = this;
    const [state, other] = states;
    const list = [...round.asked];
    const [before, played, texts] = [
      game.hash(state),
      game.round(state),
      round.asked.map((move) => game.move.print(move)),
    ];
    this.keepsMoves(other, round.asked);
    this.prepare(state, round, record);
    const aside = copyOf(other, script.board.board);
    game.advance(state, round.asked);
    this.boardIsAsItWas('advance');
    place.expect(
      list.length === round.asked.length && list.every((move, seat) => move === round.asked[seat]),
      '`advance` changed the list of moves passed to it',
    );
    round.asked.forEach((move, seat) => {
      const text = game.move.print(move);
      place.expect(
        text === texts[seat],
        () =>
          `\`advance\` changed the move of seat ${seat} passed to it, from ${JSON.stringify(texts[seat])} to ${JSON.stringify(text)}`,
      );
    });
    place.expect(game.hash(other) === before, () => {
      const change = describeChange(firstDifference(aside, other));
      return `playing one match changed another match on the same board: ${change}`;
    });
    this.prepare(other, round, record);
    game.advance(other, round.asked);
    this.bothAlike(states, 'advance');
    const now = game.round(state);
    place.expect(
      now === played + 1 || (now === played && game.isOver(state)),
      `\`round\` went from ${played} to ${now} in one call of \`advance\``,
    );
    place.expect(game.hash(state) !== before, 'the hash is the same before and after a round');
    const broken = this.fixture.brokenInvariant?.(state);
    if (broken !== undefined) place.fail(`${broken}${this.misfitBefore(round)}`);
    this.outcomeFits(state);
    const [last, latest] = script.outcomes.slice(-2);
    if (game.scoresAddUp)
      latest.scores.forEach((score, seat) => {
        place.expect(
          score >= last.scores[seat],
          `the score of seat ${seat} fell from ${last.scores[seat]} to ${score}`,
        );
      });
  }

  /**
   * Returns the end of the message about an impossible result: a possible cause, which is a number that an array
   * couldn't store.
   */
  private misfitBefore(round: ScriptRound): string {
    const { game, script } = this;
    const found = misfitIn(game, { ...script, rounds: [...script.rounds, round] });
    return found ? `; in round ${found.round}, ${found.sentence}` : '';
  }

  /**
   * Checks that querying actors and legal moves didn't change the first state. The second state comes from a second run
   * of the match, in which nothing was queried.
   */
  onlyLooked([state, other]: readonly [unknown, unknown]): void {
    const { game, place, script } = this;
    if (game.hash(state) === script.hashes[script.hashes.length - 1]) return;
    const change = describeChange(firstDifference(other, state));
    place.fail(`${changerOf(game, other) ?? 'the fixture’s `wildMove`'} changes the state passed to it: ${change}`);
  }

  /** Checks that `refuse` reads moves without changing them, because `advance` may call it. */
  private keepsMoves(state: unknown, asked: readonly unknown[]): void {
    const { game, place } = this;
    if (!game.refuse) return;
    const acting = game.actors?.(state);
    asked.forEach((move, seat) => {
      if (acting?.includes(seat) === false) return;
      const copy = copyOf(move);
      game.refuse!(state, seat, copy);
      const change = firstDifference(move, copy);
      place.expect(
        change === undefined,
        () => `\`refuse\` changes the move of seat ${seat} passed to it: ${describeChange(change)}`,
      );
    });
  }

  private prepare(state: unknown, round: ScriptRound, record: ReturnType<typeof newRoundRecord>): void {
    for (const [seat, fault] of round.failed) this.game.freeze(state, seat, fault);
    applyShares(this.game, state, round.shares, record);
  }

  /** Checks that a finished match doesn't change, whatever moves follow. */
  staysOver(state: unknown, random: Lehmer): void {
    const { fixture, game, place, script } = this;
    const before = game.hash(state);
    const moves = script.info.names.map((_, seat) => fixture.wildMove(state, seat, random));
    game.advance(state, moves);
    place.expect(game.hash(state) === before, '`advance` changes the state after the end of the match');
  }

  bothAlike([state, other]: readonly [unknown, unknown], name: string): void {
    const { game, place } = this;
    const hash = game.hash(state);
    place.expect(
      Number.isInteger(hash) && hash >= -(2 ** 31) && hash < 2 ** 32,
      `\`hash\` returns ${hash}, which isn’t a 32-bit whole number`,
    );
    place.expect(game.hash(state) === hash, '`hash`: the same call had two different results');
    place.expect(game.hash(other) === hash, () => {
      return `\`${name}\`: the same call had two different results; the first difference is in ${describePair(firstDifference(state, other))}`;
    });
    place.expect(game.isOver(state) === game.isOver(other), '`isOver`: the same call had two different results');
    const difference = firstDifference(game.outcome(state), game.outcome(other));
    place.expect(
      difference === undefined,
      () =>
        `\`outcome\`: the same call had two different results; the first difference is in ${describePair(difference)}`,
    );
  }

  boardIsAsItWas(name: string): void {
    const change = firstDifference(this.boardBefore, this.script.board.board);
    this.place.expect(
      change === undefined,
      () => `\`${name}\` changed the board, which all matches share: ${describeChange(change)}`,
    );
  }

  outcomeFits(state: unknown): void {
    const { game, place, script } = this;
    const seats = script.info.names.length;
    const before = game.hash(state);
    const handed = firstDifference(script.outcomes[script.outcomes.length - 1], this.handedOut);
    place.expect(
      handed === undefined,
      () => `\`outcome\` returned an object that changed later, ${describeChange(handed)}: it must return a copy`,
    );
    this.handedOut = game.outcome(state);
    place.expect(game.hash(state) === before, '`outcome` changes the state passed to it');
    place.expect(
      typeof this.handedOut === 'object' && this.handedOut !== null,
      () => `\`outcome\` returns ${String(this.handedOut)}, not an object`,
    );
    const outcome = copyOf(this.handedOut) as Outcome;
    const { scores, reason, illegal } = outcome;
    place.expect(Array.isArray(scores), 'the outcome’s `scores` must be a list');
    place.expect(
      illegal === undefined || (Array.isArray(illegal) && illegal.every((each) => typeof each === 'string')),
      'the outcome’s `illegal` must be a list of strings',
    );
    place.expect(
      scores.length === seats,
      `the outcome’s list of scores has length ${scores.length}, but the match has ${seats} seats`,
    );
    scores.forEach((score, seat) => {
      place.expect(
        Number.isFinite(score),
        `the score of seat ${seat} is ${typeof score === 'number' ? score : `a ${typeof score}`}, not a finite number`,
      );
    });
    const teams = teamsOn(game, script.board.board);
    teams?.forEach((team, seat) => {
      const mate = teams.indexOf(team);
      place.expect(
        scores[seat] === scores[mate],
        `seats ${mate} and ${seat} are in the same team, but their scores are ${scores[mate]} and ${scores[seat]}`,
      );
    });
    place.expect(
      typeof reason === 'string' && /^\S+$/.test(reason),
      `the outcome’s reason is ${JSON.stringify(reason)}, not one word`,
    );
    place.expect(
      illegal === undefined || illegal.length === seats,
      `the outcome’s list \`illegal\` has length ${illegal?.length}, but the match has ${seats} seats`,
    );
    place.expect(typeof game.isOver(state) === 'boolean', `\`isOver\` returns ${game.isOver(state)}, not a boolean`);
    script.outcomes.push(outcome);
  }
}

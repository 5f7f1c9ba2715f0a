import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { whyRefused } from '../refusal.ts';
import { observed } from '../secret-randomness.ts';
import { describePair, firstDifference } from './deep-difference.ts';
import { type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import type { KnownMoves } from './known-moves.ts';
import { type MatchScript, playScript } from './match-script.ts';

/** Number of allowed moves that were tried, and number of those that had an effect. */
export interface AllowedMoves {
  tried: number;
  told: number;
  /** Texts of moves that were legal in some state: any of these moves may be tried in any other state. */
  readonly known: KnownMoves;
  /**
   * The message about the first seat that was asked until the end of a match, although it had no choice for several
   * turns.
   */
  stuck?: string;
}

/**
 * Checks that each seat's observation shows which players act, and that only their moves count. A rejected move must
 * have the same effect as the empty move.
 */
export function checkTurns(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  random: Lehmer,
  allowed: AllowedMoves,
  place: Place,
): void {
  if (!game.actors && !game.refuse && !game.legal) return;
  const seats = script.info.names.map((_, seat) => seat);
  const idle = seats.map(() => 0);
  for (const { phase, state, number, asked, record } of playScript(game, script)) {
    if (phase === 'played') continue;
    place.round = number;
    const acting = game.actors ? checkActors(game, state, seats, place) : seats;
    const come = (seat: number, move: unknown): number => {
      const copy = game.clone(state);
      game.advance(
        copy,
        asked.map((each, other) => (other === seat ? move : each)),
      );
      return game.hash(copy);
    };
    for (const seat of seats) {
      if (record.faults[seat] !== undefined) continue;
      const move = fixture.wildMove(state, seat, random);
      if (acting.includes(seat)) {
        const tried = [move, ...allowed.known.draw(game, random)];
        checkEmpty(game, state, seat, place);
        for (const each of tried) checkRefusal(game, state, seat, each, come, allowed, place);
        if (game.legal) idle[seat] = checkList(game, state, seat, allowed, place) ? idle[seat] + 1 : 0;
      } else
        place.expect(
          come(seat, move) === come(seat, game.newMove()),
          () => `\`advance\` uses the move ${quoted(game.move.print(move))} of seat ${seat}, which doesn’t act`,
        );
    }
  }
  const seat = idle.findIndex((turns) => turns >= STUCK);
  if (seat >= 0)
    allowed.stuck ??= `${place}: seat ${seat} had only the empty move in its last ${idle[seat]} turns. If the seat can’t act any more, \`actors\` should omit it`;
}

/** A seat is reported if it had no choice in at least this number of turns at the end of a match. */
const STUCK = 4;

function checkActors(game: AnyGame, state: unknown, seats: readonly number[], place: Place): readonly number[] {
  const acting = game.actors!(state);
  place.expect(
    Array.isArray(acting) && acting.every((seat, at) => seats.includes(seat) && seat > (acting[at - 1] ?? -1)),
    () => `\`actors\` returns ${JSON.stringify(acting)}, not seats in ascending order`,
  );
  const again = game.actors!(state);
  place.expect(again.join() === acting.join(), '`actors`: the same call had two different results');
  for (const seat of seats) {
    const told = game.actors!(observed(game, state, seat));
    place.expect(
      told.join() === acting.join(),
      () =>
        `the acting seats are ${acting.join() || 'none'}, but in seat ${seat}’s observation they are ${told.join() || 'none'}`,
    );
    const without = game.clone(state);
    game.freeze(without, seat, 'crash');
    const [left, before] = [game.actors!(without), acting].map((list) => list.filter((other) => other !== seat).join());
    place.expect(
      left === before,
      () =>
        `if seat ${seat} fails, the other acting seats in this round are ${left || 'none'} instead of ${before || 'none'}`,
    );
  }
  return acting;
}

function checkRefusal(
  game: AnyGame,
  state: unknown,
  seat: number,
  move: unknown,
  come: (seat: number, move: unknown) => number,
  allowed: AllowedMoves,
  place: Place,
): void {
  if (!game.refuse && !game.legal) return;
  const seen = observed(game, state, seat);
  const why = whyRefused(game, seen, seat, move);
  const [text, empty] = [game.move.print(move), game.move.print(game.newMove())];
  place.expect(whyRefused(game, seen, seat, move) === why, '`refuse`: the same call had two different results');
  if (game.observe) {
    const whole = whyRefused(game, state, seat, move);
    place.expect(
      whole === why,
      () =>
        `\`refuse\` uses information that is hidden from seat ${seat}: ${quoted(text)} is ${saying(whole)} in the whole state, but ${saying(why)} in the seat’s observation`,
    );
  }
  const isIdle = come(seat, move) === come(seat, game.newMove());
  if (why !== undefined) {
    place.expect(
      typeof why === 'string' && why !== '' && !/[\n\r]|\.$/.test(why),
      () => `\`refuse\` returns ${quoted(String(why))}, but it must return one line without a full stop at the end`,
    );
    place.expect(
      isIdle,
      () =>
        `\`advance\` carries out the move ${quoted(text)} of seat ${seat}, but \`refuse\` rejects this move: ${why}`,
    );
  } else if (text !== empty) {
    allowed.tried++;
    if (!isIdle) allowed.told++;
  }
  if (!game.legal || why !== undefined || text === empty) return;
  const texts = game.legal(seen, seat).map((each) => game.move.print(each));
  place.expect(
    texts.includes(text),
    () =>
      `the move ${quoted(text)} of seat ${seat} isn’t refused, but \`legal\` doesn’t list it. Its list is: ${texts.join(', ')}`,
  );
}

const saying = (why: string | undefined): string => (why === undefined ? 'allowed' : `refused (${why})`);

/** Checks that a player may always pass. */
function checkEmpty(game: AnyGame, state: unknown, seat: number, place: Place): void {
  if (!game.refuse) return;
  const seen = observed(game, state, seat);
  const before = game.hash(seen);
  const refusal = game.refuse(seen, seat, game.newMove());
  place.expect(
    refusal === undefined,
    () => `\`refuse\` refuses the empty move of seat ${seat}, which must always be allowed: ${refusal}`,
  );
  place.expect(game.hash(seen) === before, '`refuse` changes the state passed to it');
}

/**
 * Checks that each listed move is allowed, and that the list and the state stay unchanged. Returns whether only the
 * empty move is listed.
 */
function checkList(game: AnyGame, state: unknown, seat: number, { known }: AllowedMoves, place: Place): boolean {
  const seen = observed(game, state, seat);
  const before = game.hash(seen);
  const moves = game.legal!(seen, seat);
  place.expect(game.hash(seen) === before, '`legal` changes the state passed to it');
  const texts = moves.map((each) => game.move.print(each));
  known.keep(game, moves, texts, place);
  const empty = game.newMove();
  const emptyText = game.move.print(empty);
  const wordless = moves.find((each, at) => texts[at] === emptyText && firstDifference(each, empty) !== undefined);
  place.expect(
    wordless === undefined,
    () =>
      `\`move.print\` returns ${quoted(emptyText)}, the text of the empty move, for a different move that \`legal\` lists for seat ${seat}; the first difference is in ${describePair(firstDifference(wordless, empty))}`,
  );
  if (game.observe) {
    const whole = game.legal!(state, seat).map((each) => game.move.print(each));
    place.expect(
      whole.join('\n') === texts.join('\n'),
      () =>
        `\`legal\` uses information that is hidden from seat ${seat}: it lists ${whole.join(', ')} for the whole state, but ${texts.join(', ')} for the seat’s observation`,
    );
  }
  place.expect(
    new Set(texts).size === texts.length,
    () => `\`legal\` lists a move of seat ${seat} twice: ${texts.join(', ')}`,
  );
  for (const [at, each] of moves.entries()) {
    const why = game.refuse?.(seen, seat, each);
    place.expect(
      why === undefined,
      () => `\`legal\` lists the move ${quoted(texts[at])} of seat ${seat}, but \`refuse\` rejects this move: ${why}`,
    );
  }
  return texts.every((text) => text === emptyText);
}

/** If at least this number of allowed moves were tried, one of them must have had an effect. */
const MIN_MOVES = 60;

export function checkAllowed({ tried, told }: AllowedMoves, place: Place): void {
  if (tried >= MIN_MOVES && told === 0)
    place.fail(
      `none of ${tried} moves that aren’t refused had an effect: \`advance\` and \`refuse\` must accept the same moves`,
    );
}

import { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { readMove } from './check-moves.ts';
import { describePair, firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { type MatchScript, type PlayedRound, playScript, type ScriptChanges } from './match-script.ts';

/** A seat that was idle in a round in which it had to move, and whether that had an effect. */
export interface IdleSeat {
  readonly seat: number;
  readonly told: boolean;
}

/**
 * Checks that equivalent versions of the same match have the same result. If two states have the same hash, their
 * successors after the same moves must also have the same hash.
 */
export function checkVariants(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  random: Lehmer,
  place: Place,
): IdleSeat | undefined {
  alike(game, script, { board: script.board.made }, place, () => {
    const pair = describePair(firstDifference(script.board.made, script.board.board));
    return `a match is different on a board that was printed and read again; the first difference between the boards is in ${pair}`;
  });
  const fresh = (_: unknown, seat: number) => ({ seat, move: game.newMove() });
  const rewriting: ScriptChanges = { asked: ({ asked }) => rewritten(game, asked, asked.map(fresh), place) };
  alike(game, script, rewriting, place, () => 'a move that is printed and read again has a different effect');
  checkKeptMoves(game, script, rewriting, random, place);
  const buffers = script.info.names.map(fresh);
  alike(game, script, { asked: (round) => rewritten(game, round.asked, buffers, place) }, place, () => {
    return 'a move has a different effect in a reused buffer: `clearMove` leaves something in the buffer, or the state has stored the buffer';
  });
  if (game.charge && script.info.limited)
    alike(
      game,
      script,
      { share: (share) => share / 3 },
      place,
      () => 'the rules depend on how much of their budgets the players have used',
    );
  if (script.rounds.some(({ failed }) => failed.length > 0))
    alike(game, script, { asked: (round) => round.insisting }, place, (number) =>
      frozenInVain(fixture, game, script, number),
    );
  return checkHashes(game, script, random, place);
}

/** Checks that the moves of a round may be overwritten afterwards: later rounds must not read them. */
function checkKeptMoves(
  game: AnyGame,
  script: MatchScript,
  rewriting: ScriptChanges,
  random: Lehmer,
  place: Place,
): void {
  const anyMove = (seat: number): unknown =>
    script.rounds[random.range(0, script.rounds.length - 1)].asked[random.range(0, 1) === 0 ? seat : 0];
  for (const { phase, state, number, asked } of playScript(game, script, rewriting)) {
    place.round = number;
    if (phase === 'ready') continue;
    place.expect(
      game.hash(state) === script.hashes[number],
      '`advance` has stored moves of an earlier round, or parts of them: when the caller writes other moves into their buffers, this round has a different result',
    );
    asked.forEach((move, seat) => {
      game.clearMove(move);
      readMove(game, game.move.print(anyMove(seat)), move, seat, place);
    });
    place.expect(
      game.hash(state) === script.hashes[number],
      '`advance` stores the moves passed to it: the state changes when the caller writes other moves into their buffers',
    );
  }
}

/** Prints the moves and reads them again into these buffers. Returns the buffers. */
function rewritten(
  game: AnyGame,
  asked: readonly unknown[],
  buffers: readonly { readonly seat: number; readonly move: unknown }[],
  place: Place,
): unknown[] {
  return buffers.map(({ seat, move }) => {
    game.clearMove(move);
    readMove(game, game.move.print(asked[seat]), move, seat, place);
    return move;
  });
}

/** Plays a variant of the script; `sentence` describes the meaning of a different result. */
function alike(
  game: AnyGame,
  script: MatchScript,
  otherwise: ScriptChanges,
  place: Place,
  sentence: (round: number) => string,
): void {
  for (const { phase, state, number } of playScript(game, script, otherwise)) {
    place.round = number;
    if (phase === 'played') place.expect(game.hash(state) === script.hashes[number], () => sentence(number));
  }
}

/**
 * Returns the message that `freeze` has no effect: it names a frozen seat whose moves still count, and any active seat
 * whose moves don't.
 */
function frozenInVain(fixture: AnyFixture, game: AnyGame, script: MatchScript, number: number): string {
  const out = new Set(script.rounds.slice(0, number).flatMap(({ failed }) => failed.map(([seat]) => seat)));
  const random = new Lehmer(script.info.seed);
  const counts = script.info.names.map((_, seat) => moveCounts(fixture, game, script, number, seat, random));
  const inVain = [...out].find((seat) => counts[seat]) ?? [...out][0];
  // In a turn-based game, most seats don't act in a round.
  const instead = game.actors ? -1 : counts.findIndex((count, seat) => !count && !out.has(seat));
  const other = instead < 0 ? '' : `, but the moves of seat ${instead} don’t: \`freeze\` numbers the seats differently`;
  return `\`freeze\` does nothing to seat ${inVain}: its moves still count${other}`;
}

function moveCounts(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  number: number,
  seat: number,
  random: Lehmer,
): boolean {
  for (const { phase, state, number: at, asked } of playScript(game, script)) {
    if (phase === 'played' || at < number) continue;
    const come = (move: unknown): number => {
      const copy = game.clone(state);
      game.advance(
        copy,
        asked.map((each, other) => (other === seat ? move : each)),
      );
      return game.hash(copy);
    };
    const idle = come(game.newMove());
    for (let n = 0; n < 30; n++) if (come(fixture.wildMove(state, seat, random)) !== idle) return true;
    return false;
  }
  return false;
}

/** Plays the script again with one change. As long as the hashes of both matches are equal, nothing else may differ. */
function checkHashes(game: AnyGame, script: MatchScript, random: Lehmer, place: Place): IdleSeat | undefined {
  if (script.rounds.length === 0) return undefined;
  const changed = random.range(0, script.rounds.length - 1);
  const { acting } = script.rounds[changed];
  const insisting: ScriptChanges = { asked: (round) => round.insisting };
  const follow = (name: string, otherwise: ScriptChanges, as: ScriptChanges = {}) =>
    followHash(game, playScript(game, script, as), playScript(game, script, otherwise), name, place);
  follow('another seed', { seed: (script.info.seed + 1) | 0 });
  follow('no disqualified players', { ...insisting, failed: () => [] }, insisting);
  if (acting.length === 0) return undefined;
  const idle = acting[random.range(0, acting.length - 1)];
  const told = follow(`no move of seat ${idle} in round ${changed + 1}`, {
    asked: ({ asked }, at) =>
      at === changed ? asked.map((move, seat) => (seat === idle ? game.newMove() : move)) : asked,
  });
  return { seat: idle, told };
}

type ScriptRun = ReturnType<typeof playScript>;

/** Whether the two matches diverged. */
function followHash(game: AnyGame, plain: ScriptRun, other: ScriptRun, name: string, place: Place): boolean {
  let untold: ReturnType<typeof firstDifference>;
  for (let same = true; ; ) {
    const [one, two] = [plain.next().value, other.next().value];
    if (!one || !two) return false;
    place.round = one.number;
    if (one.phase === 'ready') {
      same = game.hash(one.state) === game.hash(two.state) && sameMoves(game, one, two);
      untold = firstDifference(one.state, two.state);
      continue;
    }
    const alikeNow = game.hash(one.state) === game.hash(two.state);
    if (same && !alikeNow)
      place.fail(
        `\`hash\` leaves something out: a match with ${name} has the same hash before this round, but a different hash after it; before the round, the first difference was in ${describePair(untold)}`,
      );
    if (!alikeNow) return true;
    if (game.isOver(one.state) !== game.isOver(two.state))
      place.fail(
        `\`hash\` leaves something out: a match with ${name} has the same hash, but only one of the two matches is over`,
      );
    const difference = firstDifference(game.outcome(one.state), game.outcome(two.state));
    if (difference)
      place.fail(
        `\`hash\` leaves something out: a match with ${name} has the same hash, but a different outcome; the first difference is in ${describePair(difference)}`,
      );
  }
}

const sameMoves = (game: AnyGame, one: PlayedRound, two: PlayedRound): boolean =>
  one.asked.every((move, seat) => game.move.print(move) === game.move.print(two.asked[seat]));

import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type AnyGame, newRoundRecord, type RoundRecord } from '../game.ts';
import { playReplay } from '../play-replay.ts';
import { actorsOf } from '../round-lines.ts';
import { textReplay } from '../text-replay.ts';
import type { AnyFixture } from './fixture.ts';

/**
 * A playthrough: a short match as a text replay (docs/formats.md), with a summary of the state after each round. A
 * change of the rules shows up as a changed line.
 *
 *     = 3 hash 7f0a12c4 scores 20 0 10 0
 */
const MARK = '= ';
/** The round in which the last player fails. */
const FAILS_IN = 12;

/** A match of wild moves on a board, with occasional failures, as a playthrough. */
function drawPlaythrough(fixture: AnyFixture, seed: number, rounds: number): string {
  const { game } = fixture;
  const replay = textReplay(game);
  let text = '';
  const { state } = drawWild(fixture, seed, rounds, {
    start: (board, state, record) => (text += replay.head(board, record.info, state) + result(game, state)),
    round: (asked, state, record) => (text += replay.round(asked, state, record) + result(game, state)),
  });
  return text + replay.tail(state);
}

export interface WildListener {
  start(board: unknown, state: unknown, record: RoundRecord): void;
  round(asked: readonly unknown[], state: unknown, record: RoundRecord): void;
}

/** Plays a match of wild moves on a board, in which the last player fails at some point. */
export function drawWild(
  fixture: AnyFixture,
  seed: number,
  rounds: number,
  listener?: WildListener,
): { readonly board: unknown; readonly state: unknown } {
  const { game } = fixture;
  const random = new Lehmer(seed);
  const board = fixture.wildBoard?.(random) ?? game.generateBoard!(seed);
  const names = Array.from({ length: game.seatsOf(board) }, (_, seat) => `player${seat}`);
  const record = newRoundRecord({ seed, names, limited: true });
  const state = game.start(board, seed);
  listener?.start(board, state, record);
  while (game.round(state) < rounds && !game.isOver(state)) {
    record.failed.length = 0;
    const last = names.length - 1;
    if (game.round(state) === FAILS_IN) {
      record.faults[last] = 'time';
      record.failed.push(last);
      game.freeze(state, last, 'time');
    }
    if (game.actors) record.actors = actorsOf(game, state, record.faults);
    const asked = names.map((_, seat) =>
      record.faults[seat] === undefined && (!game.actors || record.actors.includes(seat))
        ? fixture.wildMove(state, seat, random)
        : game.newMove(),
    );
    names.forEach((_, seat) => {
      if (record.faults[seat] !== undefined) return;
      record.shares[seat] += random.range(0, 8) / 1024;
      game.charge?.(state, seat, record.shares[seat]);
    });
    game.advance(state, asked);
    listener?.round(asked, state, record);
  }
  return { board, state };
}

const MAX_ROUNDS = 120;
/** A playthrough should have more than this number of rounds, because shorter matches reach few rules. */
const MIN_ROUNDS = 20;
const TRIED = 60;

/**
 * Draws many sufficiently long matches of a game. Returns the match with the greatest number of different gains of
 * points, as the game's playthrough. `gains`: the number of different gains.
 */
export function choosePlaythrough(
  fixture: AnyFixture,
  seed: number,
): { readonly text: string; readonly gains: number } {
  const drawn = Array.from({ length: TRIED }, (_, n) => drawPlaythrough(fixture, seed + n, MAX_ROUNDS));
  const long = drawn.filter((text) => resultsOf(text).length > MIN_ROUNDS);
  const [first, ...others] = (long.length > 0 ? long : drawn).map((text) => ({ text, gains: gainsOf(text) }));
  return others.reduce((best, each) => (each.gains > best.gains ? each : best), first);
}

const resultsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith(MARK));

/** Counts the different numbers of points that a seat gains in a round of a playthrough. */
function gainsOf(text: string): number {
  const scores = resultsOf(text).map((line) => line.split(' scores ')[1].split(' ').map(Number));
  const gains = scores.flatMap((now, at) => (at === 0 ? [] : now.map((score, seat) => score - scores[at - 1][seat])));
  return new Set(gains.filter((gain) => gain !== 0)).size;
}

/** Replays a playthrough; returns its current text, which should be identical to the previous text. */
export function playAgain(game: AnyGame, text: string): string {
  const replay = textReplay(game);
  const opened = replay.open(withoutResults(text));
  if (!opened.ok) throw new Error(describeProblem(opened.problem));
  const { board, info } = opened.value;
  const state = game.start(board, info.seed);
  let now = replay.head(board, info, state) + result(game, state);
  for (const step of playReplay(game, opened.value, state)) {
    // The moves of a round no longer fit, because other players act or the match lasts longer.
    if (step.phase === 'problem') return `${now}${describeProblem(step.problem)}\n`;
    if (step.phase === 'played') now += replay.round(step.asked, state, step.record) + result(game, state);
  }
  return now + replay.tail(state);
}

function result(game: AnyGame, state: unknown): string {
  return `${MARK}${game.round(state)} hash ${hexOf(game.hash(state))} scores ${game.outcome(state).scores.join(' ')}\n`;
}

export const hexOf = (hash: number): string => hash.toString(16).padStart(8, '0');

function withoutResults(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n');
}

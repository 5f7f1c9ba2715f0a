import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type AnyGame, newRoundRecord } from '../game.ts';
import { playReplay } from '../play-replay.ts';
import { actorsOf } from '../round-lines.ts';
import { textReplay } from '../text-replay.ts';
import type { AnyFixture } from './fixture.ts';

/**
 * A playthrough: a short match as a text replay (docs/formats.md), with a line after each round that summarises the state. A
 * change of the rules shows up as a changed line.
 *
 *     = 3 hash 7f0a12c4 scores 20 0 10 0
 */
const MARK = '= ';
/** The last player fails in this round. */
const FAILS_IN = 12;

/** A playthrough of wild moves on a board; now and then a player fails. */
function drawPlaythrough(fixture: AnyFixture, seed: number, rounds: number): string {
  const { game } = fixture;
  const random = new Lehmer(seed);
  const board = fixture.wildBoard?.(random) ?? game.generateBoard!(seed);
  const names = Array.from({ length: game.seatsOf(board) }, (_, seat) => `player${seat}`);
  const record = newRoundRecord({ seed, names, limited: true });
  const replay = textReplay(game);
  const state = game.start(board, seed);
  let text = replay.head(board, record.info, state) + result(game, state);
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
    text += replay.round(asked, state, record) + result(game, state);
  }
  return text + replay.tail(state);
}

/** Short matches show little. */
const LEAST_ROUNDS = 20;
const MOST_ROUNDS = 120;
const TRIED = 60;

/**
 * Draws the playthrough of a game. Of many matches that last long enough, it takes the one with the most different numbers of
 * points. `gains`: how many there are in it.
 */
export function choosePlaythrough(
  fixture: AnyFixture,
  seed: number,
): { readonly text: string; readonly gains: number } {
  const drawn = Array.from({ length: TRIED }, (_, n) => drawPlaythrough(fixture, seed + n, MOST_ROUNDS));
  const long = drawn.filter((text) => resultsOf(text).length > LEAST_ROUNDS);
  const [first, ...others] = (long.length > 0 ? long : drawn).map((text) => ({ text, gains: gainsOf(text) }));
  return others.reduce((best, each) => (each.gains > best.gains ? each : best), first);
}

const resultsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith(MARK));

/** How many different numbers of points are scored in a round of a playthrough, by any seat. */
function gainsOf(text: string): number {
  const scores = resultsOf(text).map((line) => line.split(' scores ')[1].split(' ').map(Number));
  const gains = scores.flatMap((now, at) => (at === 0 ? [] : now.map((score, seat) => score - scores[at - 1][seat])));
  return new Set(gains.filter((gain) => gain !== 0)).size;
}

/** Plays a playthrough again; gives what it looks like now, which should be what it looked like then. */
export function playAgain(game: AnyGame, text: string): string {
  const replay = textReplay(game);
  const opened = replay.open(withoutResults(text));
  if (!opened.ok) throw new Error(describeProblem(opened.problem));
  const { board, info } = opened.value;
  const state = game.start(board, info.seed);
  let now = replay.head(board, info, state) + result(game, state);
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem') throw new Error(describeProblem(step.problem));
    if (step.phase === 'played') now += replay.round(step.asked, state, step.record) + result(game, state);
  }
  return now + replay.tail(state);
}

function result(game: AnyGame, state: unknown): string {
  const hash = game.hash(state).toString(16).padStart(8, '0');
  return `${MARK}${game.round(state)} hash ${hash} scores ${game.outcome(state).scores.join(' ')}\n`;
}

function withoutResults(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n');
}

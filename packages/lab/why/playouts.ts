import { playMatchSync } from '@ludus/referee/match.ts';
import type { BuiltinPlayer } from '@ludus/runtime/parts.ts';
import type { Recording } from './recording.ts';

/**
 * The chances of all seats before a round: each seat's expected share of the points (0 to 1), where 1 is a certain win.
 */
export interface ChancePoint {
  readonly round: number;
  readonly bySeat: readonly number[];
}

/** Number of sampled rounds, spread evenly over the match. */
const SAMPLES = 15;
/** How often to refine between the two rounds where a seat's chances changed most. */
const REFINEMENTS = 3;
const MATCHES = 6;

/**
 * Estimates the chances of all seats in sampled rounds. From each sampled round, fast built-in players play the match
 * to its end several times. Samples more rounds where the chances of the seat rose most (`way` 1) or fell most (−1).
 */
export function chanceCurve(
  recording: Recording,
  players: readonly BuiltinPlayer[],
  seat: number,
  way: 1 | -1,
): ChancePoint[] {
  const { rounds } = recording;
  const points: ChancePoint[] = [];
  const look = (round: number): ChancePoint => ({ round, bySeat: chancesAt(recording, players, round) });
  const step = Math.max(1, rounds / SAMPLES);
  for (let at = 0; Math.round(at) < rounds; at += step) points.push(look(Math.round(at)));
  points.push({ round: rounds, bySeat: placePoints(recording.scores, recording) });
  for (let n = 0; n < REFINEMENTS; n++) {
    const at = largestTurn(points, seat, way).at;
    const middle = Math.round((points[at].round + points[at + 1].round) / 2);
    if (middle <= points[at].round || middle >= points[at + 1].round) break;
    points.splice(at + 1, 0, look(middle));
  }
  return points;
}

/**
 * A rise or fall of a seat's chances. The chances before and after are each a mean of several samples, since a single
 * sample is inexact.
 */
export interface Turn {
  /** The index of the point before the turn. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/**
 * The turn at which the seat's chances rose most (`way` 1) or fell most (−1). Compares means of several samples, so a
 * brief rise or fall has little effect.
 */
export function largestTurn(points: readonly ChancePoint[], seat: number, way: 1 | -1): Turn {
  const mean = (from: number, to: number) => {
    const some = points.slice(Math.max(0, from), to);
    return some.reduce((sum, { bySeat }) => sum + bySeat[seat], 0) / some.length;
  };
  let best: Turn = { at: 0, before: 0, after: 0 };
  for (let at = 0; at + 1 < points.length; at++) {
    const turn = { at, before: mean(at - 2, at + 1), after: mean(at + 1, at + 4) };
    if (at === 0 || way * (turn.after - turn.before) > way * (best.after - best.before)) best = turn;
  }
  return best;
}

function chancesAt(recording: Recording, players: readonly BuiltinPlayer[], round: number): number[] {
  const { game, board, info } = recording;
  const start = recording.stateAt(round);
  const sums = info.names.map(() => 0);
  for (let match = 0; match < MATCHES; match++) {
    const seed = 1 + match * 7919 + round * 104729;
    const state = game.clone(start);
    game.setGenerator?.(state, seed);
    const { outcome } = playMatchSync({
      game: { ...game, start: () => state },
      board,
      seed,
      runners: info.names.map((_, seat) => players[(match + seat) % players.length].open()),
    });
    for (const [seat, points] of placePoints(outcome.scores, recording, round).entries()) sums[seat] += points;
  }
  return sums.map((sum) => sum / MATCHES);
}

/**
 * For each seat: the share of the other places that are below its place. The share is 1 for first, 0 for last, and ½ if
 * all tie. Seats that failed before the round are last.
 */
export function placePoints(
  scores: readonly number[],
  { faults, info, game, board }: Recording,
  round = Number.POSITIVE_INFINITY,
): number[] {
  const teams = game.teamsOf?.(board);
  const value = scores.map((score, seat) =>
    faults.some((fault) => fault.seat === seat && fault.round < round) ? Number.NEGATIVE_INFINITY : score,
  );
  return info.names.map((_, seat) => {
    let [points, others] = [0, 0];
    for (let other = 0; other < scores.length; other++) {
      if (other === seat || (teams && teams[other] === teams[seat])) continue;
      others++;
      points += value[seat] > value[other] ? 1 : value[seat] === value[other] ? 0.5 : 0;
    }
    return others === 0 ? 0.5 : points / others;
  });
}

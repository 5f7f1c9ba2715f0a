import { firstSeats } from '@ludus/game/teams.ts';
import type { ResultLine } from '../batch/result-line.ts';
import { type Cycle, cyclesOfThree } from '../ratings/cycles.ts';
import { ratings } from '../ratings/ratings.ts';
import { type WinMatrix, winMatrix } from '../ratings/win-matrix.ts';

/** A mean with half the width of its 95% interval. */
export interface Estimate {
  readonly mean: number;
  readonly margin: number;
  readonly count: number;
}

export interface PlayerLine {
  readonly name: string;
  readonly rating: Estimate;
  /** The mean share (0 to 1) of the other places that were below the player's place. */
  readonly share: Estimate;
  readonly score: Estimate;
  /** The share (0 to 1) of matches in which no one was placed above the player. */
  readonly inFront: number;
  readonly faults: number;
  readonly scores: readonly number[];
  /** The share (0 to 1) of the budget that was used, as mean and maximum; undefined if it wasn't measured. */
  readonly budget: { readonly mean: number; readonly most: number } | undefined;
}

export interface Surprise {
  readonly line: ResultLine;
  /** How surprising the order of the players' places is, in bits per pair of players; a coin toss has 1 bit. */
  readonly bits: number;
  /**
   * The least likely part of the order: this player was placed above the player `below`, with the probability `chance`
   * (0 to 1).
   */
  readonly above: string;
  readonly below: string;
  readonly chance: number;
}

export interface ReportModel {
  readonly game: string;
  readonly matches: number;
  readonly boards: readonly string[];
  readonly seats: number;
  /** All players, best first. */
  readonly players: readonly PlayerLine[];
  readonly matrix: WinMatrix;
  readonly cycles: readonly Cycle[];
  /** By seat: the mean share (0 to 1) of the other places that were below the seat's place. */
  readonly seatShares: readonly Estimate[];
  /** By board and player: the mean share (0 to 1) of the other places that were below the player's place. */
  readonly boardShares: readonly (readonly Estimate[])[];
  readonly surprises: readonly Surprise[];
  readonly faults: readonly {
    readonly line: ResultLine;
    readonly name: string;
    readonly what: string;
    readonly sentence: string;
  }[];
  readonly failures: readonly ResultLine[];
}

const SURPRISES = 6;

/** All data of the report, computed from the results. */
export function reportModel(all: readonly ResultLine[]): ReportModel {
  const lines = all.filter((line) => line.failure === undefined);
  const seats = Math.max(0, ...lines.map((line) => line.players.length));
  const byName = new Map<string, { line: ResultLine; seat: number }[]>();
  for (const line of lines)
    line.players.forEach((name, seat) => {
      // Counts a team only once.
      if (standsIn(line, seat) || !firstSeats(line.players.length, line.teams).includes(seat)) return;
      const played = byName.get(name);
      if (played) played.push({ line, seat });
      else byName.set(name, [{ line, seat }]);
    });
  const players = ratings(lines).map(({ name, elo, margin, games }) =>
    playerLine(name, { mean: elo, margin, count: games }, byName.get(name)!),
  );
  const names = players.map((player) => player.name);
  const matrix = winMatrix(lines, names);
  const boards = [...new Set(lines.map((line) => line.board))];
  // Games that generate a board from each seed have one board per match, so there is nothing to compare.
  const compared = boards.length > 1 && boards.length <= 40 ? boards : [];
  return {
    game: all[0]?.game ?? '',
    matches: lines.length,
    boards,
    seats,
    players,
    matrix,
    cycles: cyclesOfThree(matrix).filter((cycle) => cycle.clear),
    seatShares: Array.from({ length: seats }, (_, seat) => estimate(lines.map((line) => line.shares[seat]))),
    boardShares: compared.map((board) => {
      const on = lines.filter((line) => line.board === board);
      return names.map((name) =>
        estimate(
          on.flatMap((line) => line.shares.filter((_, seat) => line.players[seat] === name && !standsIn(line, seat))),
        ),
      );
    }),
    surprises: surprises(lines, matrix),
    faults: lines.flatMap((line) =>
      line.faults.map(({ seat, round, fault, sentence }) => ({
        line,
        name: line.players[seat],
        what: `${fault}, round ${round}`,
        sentence,
      })),
    ),
    failures: all.filter((line) => line.failure !== undefined),
  };
}

/** Whether a seat's player only filled an empty seat. The player's result doesn't count. */
export const standsIn = ({ standIns = [] }: ResultLine, seat: number): boolean => standIns.includes(seat);

function playerLine(name: string, rating: Estimate, played: readonly { line: ResultLine; seat: number }[]): PlayerLine {
  const used = played.map(({ line, seat }) => line.used[seat] ?? 0);
  const most = Math.max(...used);
  return {
    name,
    rating,
    share: estimate(played.map(({ line, seat }) => line.shares[seat])),
    score: estimate(played.map(({ line, seat }) => line.scores[seat])),
    inFront: played.filter(({ line, seat }) => line.shares[seat] >= Math.max(...line.shares)).length / played.length,
    faults: played.filter(({ line: { faults, teams }, seat }) =>
      faults.some((fault) => (teams ? teams[fault.seat] === teams[seat] : fault.seat === seat)),
    ).length,
    scores: played.map(({ line, seat }) => line.scores[seat]),
    budget: most > 0 ? { mean: used.reduce((a, b) => a + b, 0) / used.length, most } : undefined,
  };
}

function estimate(values: readonly number[]): Estimate {
  const n = values.length;
  if (n === 0) return { mean: Number.NaN, margin: 0, count: 0 };
  const mean = values.reduce((a, b) => a + b, 0) / n;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, n - 1);
  return { mean, margin: 1.96 * Math.sqrt(variance / n), count: n };
}

/**
 * How improbable the order in each match is, based on how often its players beat each other in all other matches. One
 * match is added in each direction, so that no order is impossible.
 */
function surprises(lines: readonly ResultLine[], { names, points, games }: WinMatrix): Surprise[] {
  const index = new Map(names.map((name, i) => [name, i]));
  const found: Surprise[] = [];
  for (const line of lines) {
    let bits = 0;
    let pairs = 0;
    let least: { above: string; below: string; chance: number } | undefined;
    for (let a = 0; a < line.players.length; a++) {
      for (let b = 0; b < line.players.length; b++) {
        const [i, j] = [index.get(line.players[a])!, index.get(line.players[b])!];
        if (standsIn(line, a) || standsIn(line, b) || i === j || !(line.shares[a] > line.shares[b])) continue;
        const chance = points[i][j] / (games[i][j] + 1);
        bits -= Math.log2(Math.max(chance, 1e-6));
        pairs++;
        if (!least || chance < least.chance) least = { above: names[i], below: names[j], chance };
      }
    }
    if (least && least.chance < 0.5) found.push({ line, bits: bits / pairs, ...least });
  }
  return found.sort((x, y) => y.bits - x.bits || (x.line.match < y.line.match ? -1 : 1)).slice(0, SURPRISES);
}

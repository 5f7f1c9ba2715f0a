import type { AnyGame } from '@ludus/game/game.ts';
import * as z from 'zod/mini';
import { placeShares } from '../stats/groups.ts';
import { type MatchRecord, outOf, type RunSetup } from './plan.ts';
import type { ResultLine } from './result-line.ts';

/** The board's name in the results files. */
export function boardName(setup: RunSetup, record: { readonly board: number; readonly seed: number }): string {
  return record.board < 0 ? `seed${record.seed}` : setup.boards[record.board].name;
}

/**
 * One line of JSON per match, with names instead of indices, for users' scripts. `setting`: see `settingOf`; undefined
 * if the run's secret isn't known.
 */
export function toJsonLine(setup: RunSetup, record: MatchRecord, setting: string | undefined): string {
  const { standIns = [], teams, id, seed, scores, reason, rounds, faults, used, decided, key, failure } = record;
  const played = failure === undefined;
  const line: ResultLine = {
    game: setup.game,
    ...(setup.revision === undefined ? {} : { revision: setup.revision }),
    match: id,
    board: boardName(setup, record),
    seed,
    players: record.players.map((player) => setup.players[player].name),
    fingerprints: record.players.map((player) => setup.players[player].fingerprint),
    ...(setting === undefined ? {} : { setting }),
    ...(standIns.length === 0 ? {} : { standIns: [...standIns] }),
    ...(teams && { teams: [...teams] }),
    scores: [...scores],
    shares: played ? placeShares(scores, outOf(record), teams) : [],
    reason,
    rounds,
    decided,
    used: [...used],
    faults: [...faults],
    ...(key !== undefined && { key }),
    ...(played ? {} : { failure }),
  };
  return JSON.stringify(line);
}

/**
 * A table with one line per match. It contains the match and, for each seat, the player, score, fault, share of the
 * budget, and 1 for a stand-in.
 */
export function toCsv(setup: RunSetup, records: readonly MatchRecord[]): string {
  const seats = Math.max(0, ...records.map((record) => record.players.length));
  const heads = ['match', 'board', 'seed', 'rounds', 'reason'];
  for (let seat = 0; seat < seats; seat++)
    heads.push(`player${seat}`, `score${seat}`, `fault${seat}`, `used${seat}`, `standin${seat}`);
  const lines = records.map((record) => {
    const cells: (string | number)[] = [record.id, boardName(setup, record), record.seed, record.rounds, record.reason];
    for (let seat = 0; seat < seats; seat++) {
      const fault = record.faults.find((each) => each.seat === seat)?.fault ?? '';
      // The seat may have no player, because a `strength` run has boards for different numbers of players.
      const player = setup.players[record.players[seat]]?.name ?? '';
      const standIn = record.standIns?.includes(seat) ? 1 : '';
      cells.push(player, record.scores[seat] ?? '', fault, record.used[seat] ?? '', standIn);
    }
    return cells.map(csvCell).join(',');
  });
  return `${[heads.join(','), ...lines].join('\n')}\n`;
}

/** A value as a cell of a CSV file (RFC 4180): quoted if necessary. */
function csvCell(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The file of a match's replay in the run's folder of replays. */
export function replayName(game: AnyGame, id: string): string {
  return `${id}${game.replay.isLong ? '.moves' : game.replayExtension}.gz`;
}

/** The outcome of a run, for the report: `summary.json` in its folder. */
export const runSummary = z.object({
  ludus: z.literal('summary'),
  version: z.literal(1),
  /** A one-sentence summary. */
  sentence: z.optional(z.string()),
  /** A tournament's final table. */
  standings: z.optional(
    z.array(z.object({ rank: z.number(), name: z.string(), points: z.number(), note: z.string() })),
  ),
});
export type RunSummary = Omit<z.infer<typeof runSummary>, 'ludus' | 'version'>;

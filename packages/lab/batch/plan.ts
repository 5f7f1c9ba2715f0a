import { createHash } from 'node:crypto';
import type { Fault } from '@ludus/game/game.ts';
import { disqualified, type Teams } from '@ludus/game/teams.ts';
import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';

/** The setup that all matches of a run share. Each worker receives it once. Plain data. */
export interface RunSetup {
  /** The game's id. */
  readonly game: string;
  /** The revision of the game's rules; the first without it. */
  readonly revision?: string | undefined;
  readonly boards: readonly BoardSource[];
  readonly players: readonly PlayerDescription[];
  readonly budget: BudgetChoice;
  /** Other resources for players. */
  readonly limits?: ResolveContext['limits'] | undefined;
  /** The target that C++ players are compiled to. */
  readonly target?: ResolveContext['target'];
  /** Where the players' relative paths start. */
  readonly folder: string;
  /** Where replays go as compact replays, one per match; none are kept without it. Not part of the plan. */
  readonly replays?: string;
  /** Replays call players as tables do, instead of by their files. */
  readonly tableNames?: boolean;
  /** All players are modules or come with the game: workers get no environment but the paths that they need, and a limit of memory. */
  readonly isolated?: boolean;
  /**
   * Bots of users play a game with hidden information. Then every match has a key, also without a budget, and different luck. A key
   * is written when its match has ended, and the run's secret never.
   */
  readonly hidden?: boolean;
}

export interface BoardSource {
  /** As tables show it: `maze1`. */
  readonly name: string;
  /** The content of the board file. */
  readonly text: string;
}

/** A player so that any process can make it: what stands on the command line. */
export interface PlayerDescription {
  /** As replays and tables show it. */
  readonly name: string;
  /** What it was called on the command line: `Demo`, `./bot.py`. */
  readonly spec: string;
  /** A hash of its file, so that a run is not taken up again with a changed player; empty for built-in ones. */
  readonly fingerprint: string;
}

/** One match to be played. */
export interface MatchSpec {
  /** Unique in the run; letters, digits and hyphens. */
  readonly id: string;
  /** Index into the boards, or −1 for the board that the game makes of the match seed. */
  readonly board: number;
  /** A 32-bit signed number. */
  readonly seed: number;
  /** By seat: indices into the players. */
  readonly players: readonly number[];
  /** Seats whose players only fill the table. */
  readonly standIns?: readonly number[];
  /** By seat, where seats play together: all seats of a team have the same player. */
  readonly teams?: Teams;
}

/** The result of a match: plain data, the same on every machine as long as budgets are not counted in time. */
export interface MatchRecord extends MatchSpec {
  /** By seat; empty when the match could not be played (see `failure`). */
  readonly scores: readonly number[];
  readonly reason: string;
  readonly rounds: number;
  readonly faults: readonly SeatFault[];
  /** The share (0…1) of its budget that each player used, by seat. */
  readonly used: readonly number[];
  /** The round from which on the winner was in front; the last round for a draw. */
  readonly decided: number;
  /** A hash of all states of the match: those that repeat each other exactly have the same. Journals of older versions have none. */
  readonly course?: number;
  /** The match's key; left out if the run's secret says it. */
  readonly key?: string;
  /** Why there is no result: the workers that tried died. */
  readonly failure?: string;
  /** Indices of the players whose modules made it void: they play no further match of the run. */
  readonly quarantined?: readonly number[];
}

export interface SeatFault {
  readonly seat: number;
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** Whether a match's board and players are those of a run. */
export function fitsRun({ boards, players }: RunSetup, match: MatchSpec): boolean {
  return match.board >= -1 && match.board < boards.length && match.players.every((each) => each < players.length);
}

/**
 * Describes the first setting of a match in which a result differs from the plan: `the players [0,0], and its plan [0,1]`. Undefined if it
 * is the result of that match.
 */
export function planDifference(planned: MatchSpec, found: MatchSpec): string | undefined {
  for (const [key, name] of Object.entries(SETTINGS)) {
    const [mine, theirs] = [planned, found].map((each) => JSON.stringify(each[key as keyof typeof SETTINGS] ?? []));
    if (mine !== theirs) return `the ${name} ${theirs}, and its plan ${mine}`;
  }
  return undefined;
}
const SETTINGS = { board: 'board', seed: 'seed', players: 'players', standIns: 'stand-ins', teams: 'teams' } as const;

/** A hash over everything that decides the matches: the same plan finds its earlier results again. 16 hexadecimal digits. */
export function planHash(setup: RunSetup, rest: unknown): string {
  const { game, revision, boards, players, budget, limits, target, hidden } = setup;
  const plan = JSON.stringify({ version: 2, game, revision, boards, players, budget, limits, target, hidden, rest });
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/**
 * The key of a match (secret-randomness.ts); undefined if the match is played without one. It is a hash of the match and `salt`,
 * the run's secret, so a run can be repeated. The matches of a pair have the same luck unless something is hidden.
 */
export function matchKey({ budget, hidden }: RunSetup, salt: string, spec: MatchSpec): string | undefined {
  if (budget === 'none' && !hidden) return undefined;
  const luck = `${salt} ${spec.board} ${spec.seed}`;
  return createHash('sha256')
    .update(hidden ? `${luck} ${spec.id}` : luck)
    .digest('hex');
}

/** Everything that decides a match apart from its seed and its players. 16 hexadecimal digits that do not reveal the run's secret. */
export function settingOf(setup: RunSetup, salt: string, spec: MatchSpec & Pick<MatchRecord, 'key'>): string {
  const { game, revision, boards, budget, limits, target } = setup;
  const board = spec.board < 0 ? null : boards[spec.board].text;
  const luck = spec.key ?? matchKey(setup, salt, spec) ?? null;
  const text = JSON.stringify({ game, revision, board, budget, limits, target, luck });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Seats disqualified in the match, by seat. A team is disqualified once all its players have failed. */
export function outOf(record: MatchRecord): readonly boolean[] {
  const failed = record.players.map((_, seat) => record.faults.some((fault) => fault.seat === seat));
  return disqualified(failed, record.teams);
}

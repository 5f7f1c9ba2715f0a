import { createHash } from 'node:crypto';
import type { Fault } from '@ludus/game/game.ts';
import { disqualified, type Teams } from '@ludus/game/teams.ts';
import type { BudgetChoice, ResolveContext } from '@ludus/runtime/resolve.ts';

/** The setup that all matches of a run share. Each worker receives it once. Plain data. */
export interface RunSetup {
  /** The game's id. */
  readonly game: string;
  /** The revision of the game's rules; absent for the first. */
  readonly revision?: string | undefined;
  readonly boards: readonly BoardSource[];
  readonly players: readonly PlayerDescription[];
  readonly budget: BudgetChoice;
  /** Resource limits for players, if they differ from the defaults. */
  readonly limits?: ResolveContext['limits'] | undefined;
  /** The target for which C++ players are compiled. */
  readonly target?: ResolveContext['target'];
  /** The folder to which players' relative paths refer. */
  readonly folder: string;
  /**
   * The folder for compact replays, one per match. If the folder is absent, no replays are stored. The folder isn't
   * part of the plan.
   */
  readonly replays?: string;
  /** Whether replays name players as tables do, rather than by their files. */
  readonly tableNames?: boolean;
  /**
   * Whether all players are modules or built-in bots. Each worker then has a memory limit, and its environment contains
   * only the paths that it needs.
   */
  readonly isolated?: boolean;
  /**
   * Whether users' bots play a game with hidden information. Every match then has a separate key, and therefore
   * different luck from all other matches, even without a budget. The key is written after the match, but the run's
   * secret is never written.
   */
  readonly hidden?: boolean;
}

export interface BoardSource {
  /** The name in tables, such as `maze1`. */
  readonly name: string;
  /** The text of the board file. */
  readonly text: string;
}

/** A player as given on the command line, so that any process can open the player. */
export interface PlayerDescription {
  /** The name in replays and tables. */
  readonly name: string;
  /** The command-line argument: `Demo`, `./bot.py`. */
  readonly spec: string;
  /** A hash of the player's file, so that a run isn't resumed with a changed player; empty for built-in bots. */
  readonly fingerprint: string;
}

/** One match to be played. */
export interface MatchSpec {
  /** Unique in the run; letters, digits, and hyphens. */
  readonly id: string;
  /** Index of the board in the run's boards, or −1 for the board generated from the match seed. */
  readonly board: number;
  /** A 32-bit signed number. */
  readonly seed: number;
  /** By seat: the index of the player in the run's players. */
  readonly players: readonly number[];
  /** Seats whose players only fill empty seats. Their results don't count. */
  readonly standIns?: readonly number[];
  /** The team of each seat, in games where seats play together. All seats of a team have the same player. */
  readonly teams?: Teams;
}

/** The result of a match as plain data. The result is the same on every machine, unless budgets are counted in time. */
export interface MatchRecord extends MatchSpec {
  /** The scores by seat; empty if the match could not be played (see `failure`). */
  readonly scores: readonly number[];
  readonly reason: string;
  readonly rounds: number;
  readonly faults: readonly SeatFault[];
  /** The share of its budget (0…1) that each player used, by seat. */
  readonly used: readonly number[];
  /** The first round from which the winner stayed in front; the last round for a draw. */
  readonly decided: number;
  /**
   * A hash of all states of the match. Matches that exactly repeat each other have the same hash. Journals of older
   * versions contain no such hashes.
   */
  readonly course?: number;
  /** The match's key; absent if it can be computed from the run's secret. */
  readonly key?: string;
  /** The reason for a missing result: the workers died while playing the match, or the match was void. */
  readonly failure?: string;
  /** Indices of the players whose modules made the match void. These players play no more matches in the run. */
  readonly quarantined?: readonly number[];
}

export interface SeatFault {
  readonly seat: number;
  readonly round: number;
  readonly fault: Fault;
  readonly sentence: string;
}

/** Whether the run contains a match's board and players. */
export function fitsRun({ boards, players }: RunSetup, match: MatchSpec): boolean {
  return match.board >= -1 && match.board < boards.length && match.players.every((each) => each < players.length);
}

/**
 * Describes the first setting in which a result's match differs from the planned match. Returns undefined if there is
 * no difference. Example: `the players [0,0], but its plan has [0,1]`.
 */
export function planDifference(planned: MatchSpec, found: MatchSpec): string | undefined {
  for (const [key, name] of Object.entries(SETTINGS)) {
    const [mine, theirs] = [planned, found].map((each) => JSON.stringify(each[key as keyof typeof SETTINGS] ?? []));
    if (mine !== theirs) return `the ${name} ${theirs}, but its plan has ${mine}`;
  }
  return undefined;
}
const SETTINGS = { board: 'board', seed: 'seed', players: 'players', standIns: 'stand-ins', teams: 'teams' } as const;

/**
 * A hash of everything that determines the matches. It is used to find the earlier results of the same plan. The hash
 * has 16 hexadecimal digits.
 */
export function planHash(setup: RunSetup, rest: unknown): string {
  const { game, revision, boards, players, budget, limits, target, hidden } = setup;
  const plan = JSON.stringify({ version: 2, game, revision, boards, players, budget, limits, target, hidden, rest });
  return createHash('sha256').update(plan).digest('hex').slice(0, 16);
}

/**
 * The key of a match (secret-randomness.ts); undefined if the match is played without a key. The key is a hash of the
 * match and of `salt`, the run's secret, so that a run can be repeated. The matches of a pair have the same luck,
 * except in games with hidden information.
 */
export function matchKey({ budget, hidden }: RunSetup, salt: string, spec: MatchSpec): string | undefined {
  if (budget === 'none' && !hidden) return undefined;
  const luck = `${salt} ${spec.board} ${spec.seed}`;
  return createHash('sha256')
    .update(hidden ? `${luck} ${spec.id}` : luck)
    .digest('hex');
}

/**
 * A hash of everything that determines a match, apart from its seed and its players. Its 16 hexadecimal digits don't
 * reveal the run's secret.
 */
export function settingOf(setup: RunSetup, salt: string, spec: MatchSpec & Pick<MatchRecord, 'key'>): string {
  const { game, revision, boards, budget, limits, target } = setup;
  const board = spec.board < 0 ? null : boards[spec.board].text;
  const luck = spec.key ?? matchKey(setup, salt, spec) ?? null;
  const text = JSON.stringify({ game, revision, board, budget, limits, target, luck });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * By seat: whether the seat was disqualified in the match. A team's seats count as disqualified only if all its players
 * failed.
 */
export function outOf(record: MatchRecord): readonly boolean[] {
  const failed = record.players.map((_, seat) => record.faults.some((fault) => fault.seat === seat));
  return disqualified(failed, record.teams);
}

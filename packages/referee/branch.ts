import type { AnyGame, Fault, MatchInfo } from '@ludus/game/game.ts';
import { MAX_NAME_LENGTH } from '@ludus/game/names.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { gameOfReplay, playReplay, REPLAY_PROBLEMS } from '@ludus/game/replay.ts';
import { MatchChance } from '@ludus/game/secret-randomness.ts';
import { describeProblem, type Problem, problemOf, type Result } from '@ludus/kernel/result.ts';

/** A recorded match that can be continued differently from any of its rounds on. */
export interface Branch {
  readonly game: AnyGame;
  // biome-ignore lint/suspicious/noExplicitAny: the board is the game's own, and goes back to it only
  readonly board: any;
  readonly info: MatchInfo;
  /** The first and last rounds in which players were asked, numbered as on the board (`rnd`). */
  readonly firstRound: number;
  readonly lastRound: number;
  /** The result of the recorded match, by seat. */
  readonly scores: readonly number[];
  /**
   * Returns the runners, by seat, for a match with the seed, key, and budget of `info`. Before `round`, the match is
   * identical to the recorded match. From `round` on, `players` play. A seat without a player repeats its recorded
   * moves, whatever happens on the board.
   *
   * A player is asked from the first round on, but its answers before `round` are discarded. So the player knows the
   * match as if it had played from the start. A player that gives the same answers reproduces the recorded match.
   */
  runners(round: number, players: readonly (AnyRunner | undefined)[], watch?: BranchOptions): AnyRunner[];
}

export interface BranchOptions {
  /** By seat, whether a different player takes over in `round`. The seat's name then shows this round. */
  readonly isNew?: readonly boolean[];
  /**
   * Called if a player fails before `round`, when its answers don't count yet. The player is disqualified from `round`
   * on.
   */
  readonly onEarlyFault?: (seat: number, round: number, fault: PlayerFault) => void;
}

/**
 * Opens a replay to branch from it. Reads the whole replay first, to report all errors at the start. `sidecarRevision`:
 * the revision in the replay's sidecar.
 */
export function openBranch(text: string, games: readonly AnyGame[], sidecarRevision?: string): Result<Branch> {
  const plain = text.replaceAll('\r\n', '\n');
  const game = gameOfReplay(plain, games, sidecarRevision)?.game;
  if (!game) return problem({ ...problemOf(REPLAY_PROBLEMS, 'replay/foreign'), line: 1 });
  const opened = game.replay.open(plain);
  if (!opened.ok) return opened;
  const { board, info } = opened.value;
  const state = new MatchChance(game, info).start(board);
  const firstRound = game.round(state);
  let lastRound = firstRound - 1;
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem') return problem(step.problem);
    if (step.phase === 'asked') lastRound = game.round(state);
  }
  const runners: Branch['runners'] = (round, players, watch = {}) => {
    const recorded = new RecordedMatch(game, plain);
    return players.map((player, seat) =>
      player === undefined
        ? recordedRunner(game, recorded, info, seat, branchedName(info.names[seat], round))
        : branchRunner(game, recorded, info, seat, { round, player, watch }),
    );
  };
  return { ok: true, value: { game, board, info, firstRound, lastRound, scores: game.outcome(state).scores, runners } };
}

/**
 * Adds to a player's name the round from which the player plays: `Demo@120` for a `Demo` that plays from round 120 on.
 */
function branchedName(name: string, round: number): string {
  const mark = `@${round}`;
  return `${name.slice(0, MAX_NAME_LENGTH - mark.length)}${mark}`;
}

/** Supplies the recorded moves, round by round, during the new match. */
class RecordedMatch {
  readonly #game: AnyGame;
  readonly #steps: ReturnType<typeof playReplay>;
  #round = Number.NEGATIVE_INFINITY;
  #asked: readonly unknown[] = [];
  #shares: readonly number[] = [];
  #faults: readonly (Fault | undefined)[] = [];
  #failed: readonly number[] = [];

  constructor(game: AnyGame, text: string) {
    const opened = game.replay.open(text);
    if (!opened.ok) throw new Error(describeProblem(opened.problem));
    this.#game = game;
    this.#steps = playReplay(game, opened.value);
  }

  /**
   * Writes a seat's recorded move in this round into an empty move; leaves it empty if nothing was recorded. Throws the
   * recorded failure, if any.
   */
  play(seat: number, round: number, move: unknown): void {
    this.#goTo(round);
    if (this.#round !== round) return;
    if (this.#failed.includes(seat))
      throw new PlayerFault(this.#faults[seat] ?? 'crash', `it also failed in round ${round} of the recorded match`);
    this.#game.move.read(this.#game.move.print(this.#asked[seat]), move);
  }

  /** The recorded share (0 to 1) of a seat's budget that was used up to the end of this round. */
  used(seat: number): number {
    return this.#shares[seat] ?? 0;
  }

  #goTo(round: number): void {
    while (this.#round < round) {
      const { value: step } = this.#steps.next();
      if (step === undefined || step.phase === 'problem') {
        this.#round = Number.POSITIVE_INFINITY;
        return;
      }
      if (step.phase === 'played') continue;
      this.#round = this.#game.round(step.state);
      this.#asked = step.asked;
      this.#shares = step.record.shares;
      this.#faults = step.record.faults;
      this.#failed = step.record.failed;
    }
  }
}

/** A runner that plays the recorded moves until the end. */
function recordedRunner(
  game: AnyGame,
  recorded: RecordedMatch,
  info: MatchInfo,
  seat: number,
  name: string,
): AnyRunner {
  return {
    name,
    play: (state, move) => recorded.play(seat, game.round(state), move),
    ...(info.limited && { budgetUsed: () => recorded.used(seat) }),
  };
}

/** A runner for a player that follows the recorded match up to a round and plays from that round on. */
function branchRunner(
  game: AnyGame,
  recorded: RecordedMatch,
  info: MatchInfo,
  seat: number,
  branch: { readonly round: number; readonly player: AnyRunner; readonly watch: BranchOptions },
): AnyRunner {
  const { round, player, watch } = branch;
  const ignored = game.newMove();
  let now = Number.NEGATIVE_INFINITY;
  let earlyFault: PlayerFault | undefined;
  const failed = (error: unknown): void => {
    if (!(error instanceof PlayerFault)) throw error;
    earlyFault = error;
    watch.onEarlyFault?.(seat, Math.max(now, 0), error);
  };
  const isOurs = () => now >= round;
  return {
    name: watch.isNew?.[seat] ? branchedName(player.name, round) : player.name,
    async start(board, state, briefing) {
      try {
        await player.start?.(board, state, briefing);
      } catch (error) {
        failed(error);
      }
    },
    async play(state, move, generator) {
      now = game.round(state);
      if (isOurs()) {
        if (earlyFault) throw earlyFault;
        await player.play(state, move, generator);
        return;
      }
      if (!earlyFault) {
        game.clearMove(ignored);
        try {
          await player.play(state, ignored, generator);
        } catch (error) {
          failed(error);
        }
      }
      recorded.play(seat, now, move);
    },
    observeRefusal(why) {
      if (isOurs() && !earlyFault) player.observeRefusal?.(why);
    },
    observeMoves: (asked) => earlyFault ?? player.observeMoves?.(asked),
    observeFault: (other, fault) => earlyFault ?? player.observeFault?.(other, fault),
    budgetUsed() {
      const own = player.budgetUsed?.();
      if (!info.limited) return own;
      return isOurs() ? Math.max(recorded.used(seat), own ?? 0) : recorded.used(seat);
    },
    close: () => player.close?.(),
  };
}

function problem(what: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: what };
}

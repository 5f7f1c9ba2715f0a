import { type AnyGame, type MatchInfo, newRoundRecord } from '@ludus/game/game.ts';
import { type AnyRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { gameOfReplay, playReplay, REPLAY_PROBLEMS } from '@ludus/game/replay.ts';
import { MatchChance, observed } from '@ludus/game/secret-randomness.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem, fail, problemOf, type Result } from '@ludus/kernel/result.ts';

/** A recorded match that can be replayed to the player of one seat. */
export interface Recording {
  readonly game: AnyGame;
  readonly info: MatchInfo;
  /** The initial state of the seat's generator; undefined if the match does not determine it. */
  readonly generator: number | undefined;
  /** The first round in which players are asked, as numbered on the board. */
  readonly firstRound: number;
  /** The last round in which players are asked, as numbered on the board (`rnd`). Throws the replay's error, if any. */
  lastRound(): number;
  /** Replays the match to a player, round by round. Throws the replay's error, if any. */
  feed(runner: AnyRunner, watch?: FeedOptions): Promise<FeedResult>;
}

export interface FeedOptions {
  /** Called before the player is asked; `round` is numbered as on the board. */
  readonly beforeRound?: (round: number) => void | Promise<void>;
  readonly onDifference?: (difference: AnswerDifference) => void;
  /**
   * Called after each answer, unless the recorded player was disqualified. `state` is the seat's observation;
   * `recorded` and `now` are buffers that the next round reuses.
   */
  readonly onAnswer?: (state: unknown, recorded: unknown, now: unknown) => void;
}

/** A round in which the player's answer differs from the recorded answer; both are in the replay's format. */
export interface AnswerDifference {
  readonly round: number;
  readonly recorded: string;
  readonly now: string;
}

export interface FeedResult {
  readonly rounds: number;
  readonly differences: readonly AnswerDifference[];
  /**
   * The player's failure, if any, and its round. `asRecorded`: whether the recorded player was disqualified in the same
   * round.
   */
  readonly failed?: { readonly round: number; readonly sentence: string; readonly asRecorded: boolean };
}

/** Opens a replay to replay it to the player of a seat. `sidecarRevision`: the revision in the replay's sidecar. */
export function openRecording(
  text: string,
  games: readonly AnyGame[],
  seat: number,
  sidecarRevision?: string,
): Result<Recording> {
  const plain = text.replaceAll('\r\n', '\n');
  const game = gameOfReplay(plain, games, sidecarRevision)?.game;
  if (!game) return fail({ ...problemOf(REPLAY_PROBLEMS, 'replay/foreign'), line: 1 });
  const opened = game.replay.open(plain);
  if (!opened.ok) return opened;
  const { info } = opened.value;
  const chance = new MatchChance(game, info);
  const generator = info.limited && info.key === undefined ? undefined : chance.playerState(seat);
  return {
    ok: true,
    value: {
      game,
      info,
      generator,
      firstRound: game.round(chance.start(opened.value.board)),
      lastRound: () => lastRound(plain, game),
      feed: (runner, watch = {}) => feed(plain, game, seat, generator, runner, watch),
    },
  };
}

function lastRound(text: string, game: AnyGame): number {
  const opened = game.replay.open(text);
  if (!opened.ok) throw new Error(describeProblem(opened.problem));
  const state = new MatchChance(game, opened.value.info).start(opened.value.board);
  let last = game.round(state);
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem') throw new Error(describeProblem(step.problem));
    if (step.phase !== 'played') last = game.round(state);
  }
  return last;
}

async function feed(
  text: string,
  game: AnyGame,
  seat: number,
  generator: number | undefined,
  runner: AnyRunner,
  watch: FeedOptions,
): Promise<FeedResult> {
  const opened = game.replay.open(text);
  if (!opened.ok) throw new Error(describeProblem(opened.problem));
  const { board, info } = opened.value;
  const state = new MatchChance(game, info).start(board);
  const move = game.newMove();
  const own = { state: generator ?? seedState(1 + seat) };
  const differences: AnswerDifference[] = [];
  let failed: FeedResult['failed'];
  let before: unknown;
  try {
    await runner.start?.(board, observed(game, state, seat), { seat, names: info.names });
    // Saves the state before the recorded budgets and faults change it. These budgets and faults belong to the next
    // round, so the player must not see them yet.
    before = game.clone(state);
    for (const step of playReplay(game, opened.value, state)) {
      if (step.phase === 'problem') throw new Error(describeProblem(step.problem));
      if (step.phase === 'played') {
        game.restore(before, state);
        continue;
      }
      const { asked } = step;
      if (game.actors && !game.actors(before).includes(seat)) {
        if (!game.observe) runner.observeMoves?.(asked);
        continue;
      }
      const round = game.round(state);
      game.clearMove(move);
      own.state = advance(own.state);
      await watch.beforeRound?.(round);
      await runner.play(observed(game, before, seat), move, own);
      if (watch.onAnswer && !isOut(game, state, seat)) watch.onAnswer(observed(game, before, seat), asked[seat], move);
      const recorded = describeMove(game, info, seat, asked[seat], state);
      const now = describeMove(game, info, seat, move, state);
      if (recorded !== now) {
        const difference = { round, recorded, now };
        differences.push(difference);
        watch.onDifference?.(difference);
      }
      if (!game.observe) runner.observeMoves?.(asked);
    }
  } catch (error) {
    if (!(error instanceof PlayerFault)) throw error;
    const asRecorded = before !== undefined && isOut(game, state, seat) && !isOut(game, before, seat);
    failed = { round: game.round(state), sentence: error.message, asRecorded };
  } finally {
    await runner.close?.();
  }
  return { rounds: game.round(state), differences, ...(failed && { failed }) };
}

/** Whether the seat is disqualified, which is the case if disqualifying it again changes nothing. */
function isOut(game: AnyGame, state: unknown, seat: number): boolean {
  const without = game.clone(state);
  game.freeze(without, seat, 'crash');
  return game.hash(without) === game.hash(state);
}

/**
 * One player's move in the replay's format: all text that differs from a round without moves. Instructions are
 * separated by `, `.
 */
export function describeMove(game: AnyGame, info: MatchInfo, seat: number, move: unknown, state: unknown): string {
  const record = newRoundRecord(info);
  if (game.actors) record.actors = [seat];
  const moves = info.names.map((_, each) => (each === seat ? move : game.newMove()));
  const nothing = moves.map(() => game.newMove());
  const lines = game.replay.round(moves, state, record).split('\n');
  const empty = game.replay.round(nothing, state, record).split('\n');
  let start = 0;
  while (start < empty.length && lines[start] === empty[start]) start++;
  let end = 0;
  while (end < empty.length - start && lines.at(-1 - end) === empty.at(-1 - end)) end++;
  return lines.slice(start, lines.length - end).join(', ');
}

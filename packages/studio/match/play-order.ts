import type { PlayerOutput } from '@ludus/game/output.ts';
import { type AnyRunner, forwardingRunner, PlayerFault } from '@ludus/game/player-runner.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { type MatchResult, type MatchSetup, newMatchKey, playMatch, playMatchSync } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { kitFor } from '../games/kits.ts';
import { sayPlace } from './code-place.ts';
import { doneNews, problemNews } from './news.ts';
import type { MatchNews, MatchOrder, OwnPlayerOrder, PlayerOrder } from './order.ts';
import { OwnPlayerError, openOwnPlayer, placeOf } from './own-player.ts';
import { SeenText } from './seen-text.ts';

/** Number of rounds between two progress messages. */
const ROUNDS_A_PIECE = 10;

/** Opens the player of a seat. Throws an `OwnPlayerError` if it can't play. */
export type OpenSeat = (
  kit: AnyKit,
  player: PlayerOrder,
  seat: number,
  output: PlayerOutput,
  tell: (news: MatchNews) => void,
) => AnyRunner;

/** Plays an order from beginning to end with the same referee as the command line, and reports progress. */
export function playOrder(order: MatchOrder, tell: (news: MatchNews) => void, open: OpenSeat = openSeat): void {
  const match = prepare(order, tell, open, (round) => round % ROUNDS_A_PIECE === 0);
  if (!match) return;
  try {
    match.end(playMatchSync(match.setup()));
  } catch (error) {
    tell(problemNews(error));
  }
}

/** Plays an order in which a person takes part. The page receives each round immediately. */
export async function playOrderByHand(
  order: MatchOrder,
  tell: (news: MatchNews) => void,
  open: OpenSeat,
): Promise<void> {
  const match = prepare(order, tell, open, () => true);
  if (!match) return;
  try {
    // The page receives only the observations of the person's seat.
    match.end(await playMatch({ ...match.setup(), recordsAtOnce: true }));
  } catch (error) {
    tell(problemNews(error));
  }
}

interface PreparedMatch {
  /** Opens the players. Throws an `OwnPlayerError` if a player can't play. */
  setup(): MatchSetup<unknown, unknown, unknown>;
  end(result: MatchResult<unknown>): void;
}

/**
 * @param isTold whether the page receives the text of the match so far after each round
 * @returns undefined after a problem was reported
 */
function prepare(
  order: MatchOrder,
  tell: (news: MatchNews) => void,
  open: OpenSeat,
  isTold: (round: number) => boolean,
): PreparedMatch | undefined {
  const kit = kitFor(order);
  if (typeof kit === 'string') {
    tell({ type: 'problem', message: kit });
    return undefined;
  }
  const { game } = kit;
  const board = game.readBoard(order.board);
  if (!board.ok) {
    tell({ type: 'problem', message: `the board is not valid: ${describeProblem(board.problem)}` });
    return undefined;
  }
  const { fuel } = order;
  // A player that knows the seed could compute hidden information.
  const isSecret = game.observe !== undefined && order.players.some(({ kind }) => kind !== 'builtin');
  const key = fuel?.key ?? (isSecret ? newMatchKey() : undefined);
  const recorder = new SidecarRecorder(game, fuel && 'fuel');
  const people = order.players.map(({ kind }) => kind === 'hand');
  const names = order.players.map(({ name }) => name);
  const seen = new SeenText(game, board.value, names, people);
  return {
    setup: () => ({
      game,
      board: board.value,
      seed: order.seed,
      runners: order.players.map((player, seat) => open(kit, player, seat, recorder.output(seat), tell)),
      ...(key !== undefined && { limited: true, key }),
      record: (text) => seen.add(text),
      onFault(verdict) {
        recorder.onFault(verdict);
        seen.fault(verdict.seat, verdict.fault);
      },
      onRound(state, round, used) {
        recorder.onRound(round, used);
        seen.see(state, used);
        if (isTold(round)) tell({ type: 'progress', round, text: seen.next(people.indexOf(true)) });
      },
    }),
    end: (result) => tell(doneNews(result, seen.whole, recorder)),
  };
}

export const openSeat: OpenSeat = (kit, player, seat, output, tell) =>
  player.kind === 'own' ? openTold(kit.game.id, player, seat, output, tell) : openBuiltin(kit, player.name, output);

/** Opens a built-in player. */
export function openBuiltin({ game, players }: AnyKit, name: string, output: PlayerOutput): AnyRunner {
  const builtin = players.find((each) => each.name === name);
  if (!builtin) throw new OwnPlayerError(`there is no bot ${name} for ${game.title}`);
  return builtin.open(output);
}

/** Opens a user's player, and reports each of its turns. */
function openTold(
  game: string,
  player: OwnPlayerOrder,
  seat: number,
  output: PlayerOutput,
  tell: (news: MatchNews) => void,
): AnyRunner {
  // The round, numbered as on the board; −1 before the first round.
  let round = -1;
  const asking = () => tell({ type: 'asking', seat, round });
  asking();
  const runner = openFor(seat, () => openOwnPlayer(game, player, output));
  /** The message about a fault contains the line, and also the file unless it is the main file. */
  const located = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof PlayerFault)) throw error;
      const place = placeOf(error.cause, player);
      tell({ type: 'fault', seat, round: Math.max(0, round), place, message: error.message });
      if (place === undefined) throw error;
      const sentence = `${error.message.replace(/\.$/, '')} (${sayPlace(place)}).`;
      throw new PlayerFault(error.fault, sentence, { cause: error.cause });
    }
  };
  return {
    ...forwardingRunner(runner),
    start(board, state, briefing) {
      asking();
      return located(() => runner.start?.(board, state, briefing));
    },
    play(state, move, generator) {
      round++;
      asking();
      return located(() => runner.play(state, move, generator));
    },
  };
}

function openFor<T>(seat: number, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (error instanceof OwnPlayerError) error.seat = seat;
    throw error;
  }
}

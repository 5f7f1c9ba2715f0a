import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyPort } from '@ludus/game/port.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/sidecar-recorder.ts';
import { kitOf } from '../games/kits.ts';
import type { MatchNews, MatchOrder } from './order.ts';
import { OwnPlayerError, openOwnPlayer } from './own-player.ts';

/** Rounds between two pieces of news. */
const ROUNDS_A_PIECE = 10;

/** Plays an order from beginning to end and tells how it goes; the same referee as everywhere. */
export function playOrder(order: MatchOrder, tell: (news: MatchNews) => void): void {
  const kit = kitOf(order.game);
  if (!kit) {
    tell({ type: 'problem', message: `there is no game ${order.game}` });
    return;
  }
  const { game } = kit;
  const board = game.readBoard(order.board);
  if (!board.ok) {
    tell({ type: 'problem', message: `the board, ${describeProblem(board.problem)}` });
    return;
  }
  const recorder = new SidecarRecorder();
  const chunks: string[] = [];
  let told = 0;
  try {
    const ports = order.players.map((player, seat) => {
      const output = recorder.output(seat);
      if (player.kind === 'own') return openTold(game.id, player, seat, output, tell);
      const builtin = kit.players.find((each) => each.name === player.name);
      if (!builtin) throw new OwnPlayerError(`there is no player ${player.name} for ${game.title}`);
      return builtin.open(output);
    });
    const result = playMatchSync({
      game,
      board: board.value,
      seed: order.seed,
      ports,
      record: (text) => chunks.push(text),
      onFault: (verdict) => recorder.onFault(verdict),
      onRound(_, round) {
        recorder.onRound(round);
        if (round % ROUNDS_A_PIECE !== 0) return;
        tell({ type: 'progress', round, text: chunks.slice(told).join('') });
        told = chunks.length;
      },
    });
    tell({
      type: 'done',
      replay: chunks.join(''),
      sidecar: recorder.finish(),
      scores: result.outcome.scores,
      reason: result.outcome.reason,
      verdicts: result.verdicts.map((verdict) => verdict.sentence),
    });
  } catch (error) {
    if (!(error instanceof OwnPlayerError)) throw error;
    tell({ type: 'problem', message: error.message, ...(error.seat === undefined ? {} : { seat: error.seat }) });
  }
}

/** Opens an own player, and tells whenever it gets its turn. */
function openTold(
  game: string,
  { name, source }: { readonly name: string; readonly source: string },
  seat: number,
  output: PlayerOutput,
  tell: (news: MatchNews) => void,
): AnyPort {
  // As the board counts them; −1 before the first.
  let round = -1;
  const asking = () => tell({ type: 'asking', seat, round });
  asking();
  const port = openFor(seat, () => openOwnPlayer(game, name, source, output));
  return {
    name: port.name,
    ...(port.hear && { hear: (asked) => port.hear?.(asked) }),
    ...(port.used && { used: () => port.used?.() }),
    ...(port.close && { close: () => port.close?.() }),
    start(board, state, briefing) {
      asking();
      return port.start?.(board, state, briefing);
    },
    play(state, move, generator) {
      round++;
      asking();
      return port.play(state, move, generator);
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

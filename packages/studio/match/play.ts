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
      if (player.kind === 'own') return openOwnPlayer(game.id, player.name, player.source, output);
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
    tell({ type: 'problem', message: error.message });
  }
}

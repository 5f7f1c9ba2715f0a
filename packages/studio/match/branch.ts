import { describeProblem } from '@ludus/kernel/result.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import { openBranch } from '@ludus/referee/recording.ts';
import { GAMES, kitOf } from '../games/kits.ts';
import { doneNews, problemNews } from './news.ts';
import type { BranchOrder, MatchNews } from './order.ts';
import { type OpenSeat, openSeat } from './play.ts';

/** Lets a recorded match go on from one of its rounds and tells what comes of it; the same as `ludus branch`. */
export async function playBranch(
  order: BranchOrder,
  tell: (news: MatchNews) => void,
  opener: (round: number) => Promise<OpenSeat> = async () => openSeat,
): Promise<void> {
  const kit = kitOf(order.game);
  const opened = openBranch(order.replay, GAMES, order.told);
  if (!kit || !opened.ok) {
    const why = opened.ok ? `there is no game ${order.game}` : describeProblem(opened.problem);
    tell({ type: 'problem', message: `the match cannot go on: ${why}` });
    return;
  }
  const { game, board, info, firstRound, lastRound } = opened.value;
  const round = firstRound + order.round;
  if (round > lastRound) {
    tell({
      type: 'problem',
      message: `the match has no round ${order.round}: the last is ${lastRound - firstRound}`,
    });
    return;
  }
  const recorder = new SidecarRecorder(game);
  const chunks: string[] = [];
  let told = 0;
  const isByHand = order.players.some((player) => player?.kind === 'hand');
  try {
    const open = await opener(round);
    const players = order.players.map((player, seat) => player && open(kit, player, seat, recorder.output(seat), tell));
    const runners = opened.value.runners(round, players, {
      isNew: order.players.map((player, seat) => player !== undefined && player.name !== info.names[seat]),
    });
    const result = await playMatch({
      game,
      board,
      seed: info.seed,
      runners,
      limited: info.limited,
      ...(info.key !== undefined && { key: info.key }),
      record: (text) => chunks.push(text),
      onFault: (verdict) => recorder.onFault(verdict),
      recordsAtOnce: isByHand,
      onRound(_, now, used) {
        recorder.onRound(now, used);
        if (!isByHand || now < round) return;
        tell({ type: 'progress', round: now, text: chunks.slice(told).join('') });
        told = chunks.length;
      },
    });
    tell(doneNews(result, chunks, recorder));
  } catch (error) {
    tell(problemNews(error));
  }
}

import { describeProblem } from '@ludus/kernel/result.ts';
import { openBranch } from '@ludus/referee/branch.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import { GAMES, kitOf } from '../games/kits.ts';
import { doneNews, problemNews } from './news.ts';
import type { BranchOrder, MatchNews } from './order.ts';
import { type OpenSeat, openSeat } from './play-order.ts';
import { SeenText } from './seen-text.ts';

/** Continues a recorded match from one of its rounds, as `ludus branch` does, and reports the result. */
export async function playBranch(
  order: BranchOrder,
  tell: (news: MatchNews) => void,
  opener: (round: number) => Promise<OpenSeat> = async () => openSeat,
): Promise<void> {
  const kit = kitOf(order.game);
  const opened = openBranch(order.replay, GAMES, order.told);
  if (!kit || !opened.ok) {
    const why = opened.ok ? `there is no game ${order.game}` : describeProblem(opened.problem);
    tell({ type: 'problem', message: `the match can’t continue: ${why}` });
    return;
  }
  const { game, board, info, firstRound, lastRound } = opened.value;
  const round = firstRound + order.round;
  if (round > lastRound) {
    tell({
      type: 'problem',
      message: `the match has no round ${order.round}: the last round is ${lastRound - firstRound}`,
    });
    return;
  }
  const recorder = new SidecarRecorder(game);
  const people = order.players.map((player) => player?.kind === 'hand');
  const handSeat = people.indexOf(true);
  const isByHand = handSeat >= 0;
  try {
    const open = await opener(round);
    const players = order.players.map((player, seat) => player && open(kit, player, seat, recorder.output(seat), tell));
    const runners = opened.value.runners(round, players, {
      isNew: order.players.map((player, seat) => player !== undefined && player.name !== info.names[seat]),
    });
    const names = runners.map(({ name }) => name);
    const seen = new SeenText(game, board, names, people);
    const result = await playMatch({
      game,
      board,
      seed: info.seed,
      runners,
      limited: info.limited,
      ...(info.key !== undefined && { key: info.key }),
      record: (text) => seen.add(text),
      onFault(verdict) {
        recorder.onFault(verdict);
        seen.fault(verdict.seat, verdict.fault);
      },
      recordsAtOnce: isByHand,
      onRound(state, now, used) {
        recorder.onRound(now, used);
        seen.see(state, used);
        if (isByHand && now >= round) tell({ type: 'progress', round: now, text: seen.next(handSeat) });
      },
    });
    tell(doneNews(result, seen.whole, recorder));
  } catch (error) {
    tell(problemNews(error));
  }
}

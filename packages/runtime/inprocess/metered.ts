import { PlayerFault, type PlayerPort } from '@ludus/game/player-runner.ts';
import { type CpuBudget, Meter } from '../budget/budget.ts';

/**
 * Counts the processor time of a player in the referee's own process against a budget like everybody else's: that of this thread
 * while the player is asked. A player that never answers cannot be stopped here, so this is for players that are trusted.
 */
export function metered<B, S, M>(port: PlayerPort<B, S, M>, budget: CpuBudget): PlayerPort<B, S, M> {
  // What is compiled at first use is no program's start: nothing is free here.
  const meter = new Meter({ ...budget, startMs: 0 });
  let cpuNs = 0;
  const { start } = port;
  const timed = <T>(run: () => T): T => {
    const before = threadNs();
    try {
      return run();
    } finally {
      cpuNs += threadNs() - before;
    }
  };
  return {
    ...port,
    ...(start && { start: (board, state, briefing) => timed(() => start.call(port, board, state, briefing)) }),
    play(state, move, generator) {
      const answer = timed(() => port.play(state, move, generator));
      if (answer !== undefined)
        throw new Error(`${port.name} answers later: only players that answer at once are metered here`);
      const over = meter.isOver(cpuNs);
      meter.answered(cpuNs);
      if (over) {
        const move = budget.per === 'move' ? ' for a move' : '';
        throw new PlayerFault(
          'time',
          `${port.name} used up its budget of ${budget.cpuMs / 1000} s of processor time${move}.`,
        );
      }
    },
    used: () => meter.used(),
  };
}

function threadNs(): number {
  // Node 22 does not count threads apart; a player in process has no thread of its own there that would count besides.
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) * 1000;
}

import type { PlayerRunner } from '@ludus/game/player-runner.ts';
import { type CpuBudget, cpuBudget, Meter } from '../budget/budget.ts';
import { failure, playerFault } from '../failures.ts';
import type { PlayerKind } from '../resolve.ts';

/** Built-in players of a game, such as `Demo`. */
export const builtinKind: PlayerKind = {
  id: 'builtin',
  example: 'Demo',
  accepts: (name, { players }) => players?.some((player) => player.name === name) ?? false,
  prepare(name, context) {
    const player = context.players!.find((each) => each.name === name)!;
    // If fuel is counted, the match is the same on every machine, so the CPU time of built-in players must not affect
    // the match.
    if (context.budget !== 'cpu') return { name, isBuiltin: true, open: (output) => player.open(output) };
    return { name, isBuiltin: true, open: (output) => metered(player.open(output), cpuBudget(context)) };
  },
  // Built-in players are trusted, so they don't need a sandbox.
  fits: () => 'none',
  list: ({ players = [] }) => players,
};

/**
 * Counts the CPU time of a player in the referee's process against its budget: the CPU time of this thread during each
 * question. A player that never answers can't be stopped in this process, so use this function only for trusted
 * players.
 */
export function metered<B, S, M>(runner: PlayerRunner<B, S, M>, budget: CpuBudget): PlayerRunner<B, S, M> {
  // The player isn't a program that has to start, so it gets no free CPU time.
  const meter = new Meter({ ...budget, startMs: 0 });
  let cpuNs = 0;
  const { start } = runner;
  const timed = <T>(run: () => T): T => {
    const before = threadNs();
    try {
      return run();
    } finally {
      cpuNs += threadNs() - before;
    }
  };
  return {
    ...runner,
    ...(start && { start: (board, state, briefing) => timed(() => start.call(runner, board, state, briefing)) }),
    play(state, move, generator) {
      const answer = timed(() => runner.play(state, move, generator));
      if (answer !== undefined)
        throw new Error(
          `${runner.name} doesn’t answer immediately: only players that answer immediately can be metered here`,
        );
      const over = meter.isOver(cpuNs);
      meter.answered(cpuNs);
      if (over) throw playerFault(runner.name, failure('cpu-time', budget));
    },
    budgetUsed: () => meter.used(),
  };
}

function threadNs(): number {
  // Node 22 can't measure a thread's time, so with Node 22 the time of the whole process is counted.
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) * 1000;
}

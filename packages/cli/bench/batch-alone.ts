import type { MatchSpec, RunSetup } from '@ludus/lab/batch/plan.ts';
import { cacheModules } from '../module-cache.ts';

// The matches and nothing else, in a process of their own: what `ludus bench batch` compares the laboratory with.
cacheModules();
const { playMatch } = await import('@ludus/referee/match.ts');
const { makeReady } = await import('../lab/ready.ts');
process.once('message', async ({ setup, specs }: { setup: RunSetup; specs: MatchSpec[] }) => {
  const { game, boards, sources } = await makeReady(setup, false);
  for (const { board, seed, players } of specs) {
    const ports = await Promise.all(players.map((player) => sources[player].open()));
    await playMatch({ game, board: boards[board], seed, ports });
  }
  process.exit(0);
});

import { makeReady } from '@ludus/cli/benchmarks.ts';
import type { MatchSpec, RunSetup } from '@ludus/lab/results.ts';
import { playMatch } from '@ludus/referee/match.ts';

// Plays only the matches, in a separate process, as the baseline for `npm run bench -- batch`.
process.once('message', async ({ setup, specs }: { setup: RunSetup; specs: MatchSpec[] }) => {
  const { game, boards, sources } = await makeReady(setup, false);
  for (const { board, seed, players } of specs) {
    const runners = await Promise.all(players.map((player) => sources[player].open()));
    await playMatch({ game, board: boards[board], seed, runners });
  }
  process.exit(0);
});

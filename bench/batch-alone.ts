import type { MatchSpec, RunSetup } from '@ludus/lab/batch/plan.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { makeReady } from '../packages/cli/lab/ready.ts';

// The matches and nothing else, in a separate process: what `npm run bench -- batch` compares the laboratory with.
process.once('message', async ({ setup, specs }: { setup: RunSetup; specs: MatchSpec[] }) => {
  const { game, boards, sources } = await makeReady(setup, false);
  for (const { board, seed, players } of specs) {
    const runners = await Promise.all(players.map((player) => sources[player].open()));
    await playMatch({ game, board: boards[board], seed, runners });
  }
  process.exit(0);
});

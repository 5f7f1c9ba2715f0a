import { serveMatches } from '@ludus/arena/batch/worker.ts';
import { GAMES } from '@ludus/rules/registry.ts';
import { resolvePlayer } from '@ludus/runtime/resolve.ts';
import { PLAYER_KINDS } from '../kinds.ts';

// What the laboratory's worker processes run.
serveMatches(async ({ game: id, boards, players, budget, folder }) => {
  const game = GAMES.find((each) => each.id === id)!;
  const read = boards.map(({ name, text }) => {
    const board = game.readBoard(text);
    if (!board.ok) throw new Error(`${name}: ${board.problem.message}`);
    return board.value;
  });
  const sources = [];
  for (const { spec } of players) sources.push(await resolvePlayer(spec, PLAYER_KINDS, { game, budget, folder }));
  return { game, boards: read, sources };
});

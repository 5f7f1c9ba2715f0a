import { parentPort, workerData } from 'node:worker_threads';
import { meanScore } from '@ludus/lab/strength.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { boardFile, loadBoard } from '../boards.ts';
import { contextOf } from '../context.ts';
import { gameNamed, kitOf } from '../games.ts';
import { resolveAll } from '../resolve-players.ts';

/** One match of the experiment; `board` is an index into the experiment's boards. */
export interface StrengthTask {
  readonly board: number;
  readonly seed: number;
}
/** What a worker is started with. */
export interface StrengthWork {
  readonly game: string;
  readonly player: string;
  readonly folder: string;
  readonly limits: ResolveContext['limits'];
}
export interface StrengthAnswer {
  readonly board: number;
  readonly score: number;
  /** Why the player was disqualified; undefined if it wasn't. */
  readonly fault: string | undefined;
}

const { game: id, player, folder, limits } = workerData as StrengthWork;
const game = gameNamed(id);
const { opponent: opponentName, boards: names } = kitOf(game).strength!;
// A player of somebody's own file in a process of its own: there it can end or block nothing but itself.
const context = await contextOf(game, { budget: 'none', folder, limits, apart: true });
const [source, opponent] = await resolveAll([player, opponentName], context);
const boards = names.map((name) => loadBoard(boardFile(game, name), [game]).board);

parentPort!.on('message', async ({ board, seed }: StrengthTask) => {
  let fault: string | undefined;
  const score = await meanScore({
    game,
    board: boards[board],
    open: () => source.open(),
    openOpponent: () => opponent.open(),
    seeds: [seed],
    onMatch: ({ verdicts }) => {
      const own = verdicts.find((verdict) => verdict.seat === 0);
      if (own) fault = `on ${names[board]}, seed ${seed}, it is disqualified in round ${own.round}: ${own.sentence}`;
    },
  });
  parentPort!.postMessage({ board, score, fault } satisfies StrengthAnswer);
});

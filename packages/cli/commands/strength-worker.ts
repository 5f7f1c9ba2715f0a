import { parentPort, workerData } from 'node:worker_threads';
import { meanScore, STRENGTH_BOARDS } from '@ludus/lab/strength.ts';
import { GAMES } from 'ludus/registry.ts';
import { boardFile, loadBoard } from '../boards.ts';
import { resolveAll } from './match.ts';

/** One match of the experiment; `board` is an index into `STRENGTH_BOARDS`. */
export interface StrengthTask {
  readonly board: number;
  readonly seed: number;
}
export interface StrengthAnswer {
  readonly board: number;
  readonly score: number;
  /** Why the player was frozen, if it was. */
  readonly fault?: string;
}

const { game: id, player, folder } = workerData as { game: string; player: string; folder: string };
const game = GAMES.find((each) => each.id === id)!;
const [source, demo] = await resolveAll([player, 'Demo'], { game, budget: 'none', folder });
const boards = STRENGTH_BOARDS.map((name) => loadBoard(boardFile(id, name), [game]).board);

parentPort!.on('message', async ({ board, seed }: StrengthTask) => {
  let fault: string | undefined;
  const score = await meanScore({
    game,
    board: boards[board],
    open: () => source.open(),
    openDemo: () => demo.open(),
    seeds: [seed],
    onMatch: ({ verdicts }) => {
      const own = verdicts.find((verdict) => verdict.seat === 0);
      if (own)
        fault = `on ${STRENGTH_BOARDS[board]}, seed ${seed}, it is frozen from round ${own.round}: ${own.sentence}`;
    },
  });
  parentPort!.postMessage({ board, score, fault } satisfies StrengthAnswer);
});

import type { AnyGame, ReplayReader } from '@ludus/game/game.ts';
import { incompleteReplay, playReplay } from '@ludus/game/replay.ts';
import { MatchChance } from '@ludus/game/secret-randomness.ts';
import { type Problem, problemOf, type Sentences } from '@ludus/kernel/result.ts';
import { type Actions, newActions } from './actions.ts';
import { Observer, type ObserverOptions } from './observer.ts';
import type { Part } from './parts.ts';
import type { AnySimulator } from './simulator.ts';

/** A match as data for research: a simulator's observations, actions, and rewards, round by round. */
export interface Episode {
  /** Number of rounds played. */
  readonly steps: number;
  readonly units: number;
  /**
   * The observations before the first round and after each round, so the first axis of each part has length steps + 1.
   */
  readonly parts: readonly Part[];
  /** The actions: steps × units. */
  readonly actions: Actions;
  /**
   * By step: 1 if the actions lead to the same state as the original moves; 0 otherwise, because actions can't express
   * every move.
   */
  readonly exact: Uint8Array;
}

const DATASET_PROBLEMS = {
  'replay/truncated': (round: number) => incompleteReplay(`after round ${round}`),
} satisfies Sentences;

/** A replay that can't be converted to an episode. */
export class EpisodeError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Plays a replay again, and observes each state.
 * @throws EpisodeError if the replay contradicts the rules, or ends before the match does
 */
export function episodeOf(
  game: AnyGame,
  simulator: AnySimulator,
  replay: ReplayReader<unknown, unknown, unknown>,
  options: ObserverOptions,
): Episode {
  const { board, info } = replay;
  const seats = game.seatsOf(board);
  const units = simulator.units(board);
  const most = simulator.rounds(board);
  const observer = new Observer({ game, simulator, board, seats, units, hasManyBoards: false }, most + 1, options);
  const actions = newActions(simulator, most * units);
  const exact = new Uint8Array(most);
  const [scores, before, rewards] = [0, 1, 2].map(() => new Int32Array(seats));
  const moves = Array.from({ length: seats }, () => game.newMove());
  const chance = new MatchChance(game, info);
  const [state, scratch] = [chance.start(board), chance.start(board)];
  const look = (row: number) => {
    simulator.scores(state, scores, 0);
    for (let seat = 0; seat < seats; seat++) rewards[seat] = row === 0 ? 0 : scores[seat] - before[seat];
    observer.setEnd(row, rewards, 0, seats, scores, game.isOver(state));
    observer.look(row, state);
    before.set(scores);
  };
  look(0);
  let steps = 0;
  for (const step of playReplay(game, replay, state)) {
    if (step.phase === 'problem') throw new EpisodeError(step.problem);
    if (step.phase === 'asked') {
      const at = steps * units;
      simulator.actionsOf!(step.asked, state, actions, at);
      game.restore(scratch, state);
      simulator.ask(actions, at, moves, scratch);
      // The state doesn't include a match's secret randomness, so the moves themselves are compared.
      if (info.key !== undefined) exact[steps] = alike(game, step.asked, moves) ? 1 : 0;
      else game.advance(scratch, moves);
      continue;
    }
    if (info.key === undefined) exact[steps] = game.hash(scratch) === game.hash(state) ? 1 : 0;
    look(++steps);
  }
  if (!game.isOver(state)) throw new EpisodeError(problemOf(DATASET_PROBLEMS, 'replay/truncated', game.round(state)));
  return {
    steps,
    units,
    parts: observer.parts.map((part) => firstRows(part, steps + 1)),
    actions: actions.subarray(0, steps * units),
    exact: exact.subarray(0, steps),
  };
}

function alike(game: AnyGame, asked: readonly unknown[], moves: readonly unknown[]): boolean {
  return asked.every((move, seat) => game.move.print(move) === game.move.print(moves[seat]));
}

function firstRows(part: Part, rows: number): Part {
  const length = part.shape.slice(1).reduce((product, side) => product * side, rows);
  return { ...part, shape: [rows, ...part.shape.slice(1)], data: part.data.subarray(0, length) } as Part;
}

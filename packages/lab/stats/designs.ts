import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { arrangementsOf, groupScore } from './groups.ts';
import { fourPlayerModel, type GroupModel, pairModel, withMean } from './simulate.ts';

type Model = () => GroupModel;

/**
 * Runs the simulation on the first call. The simulation takes half a second, and every command of the laboratory loads
 * this module, so the simulation must not run on loading.
 */
function fourPlayers(fillers: number, seat: number, moment: number, step: number): Model {
  let model: GroupModel | undefined;
  return () => {
    model ??= fourPlayerModel(arrangementsOf(4, fillers, 0), { seat, moment, step }, groupScore, 20_000, new Lehmer(9));
    return model;
  };
}
const twoOfEach = fourPlayers(0, 1, 1, 0.1);

/** The kinds of duel for which error rates are measured, from nearly always even to decisive and noisy. */
export const ERROR_RATE_DESIGNS: readonly { readonly name: string; readonly model: Model }[] = [
  { name: 'two players, no draws', model: () => pairModel(0, 0) },
  { name: 'two players, the board decides half', model: () => pairModel(0.1, 0.5) },
  { name: 'two players, nine draws in ten', model: () => pairModel(0.9, 0) },
  { name: 'four seats, two of each', model: twoOfEach },
  { name: 'four seats, two of each, the seat decides', model: fourPlayers(0, 3, 0.5, 0.1) },
  { name: 'four seats, two fillers', model: fourPlayers(2, 1, 1, 0.1) },
  { name: 'four seats, two fillers, many ties', model: fourPlayers(2, 0.2, 0.5, 1) },
];

/** Boards that favour different players, with one model per board. The mean group score over all boards is `mean`. */
export interface BoardDesign {
  readonly name: string;
  readonly models: (mean: number) => GroupModel[];
}

/**
 * The first half of the boards favours NEW, and the other half favours OLD. `apart`: each board's distance from the
 * mean, as a share of the points.
 */
const opposite = (model: Model, boards: number, apart: number): BoardDesign['models'] => {
  return (mean) => {
    const far = Math.min(apart, 0.97 - mean);
    return Array.from({ length: boards }, (_, board) => withMean(model(), mean + (board < boards / 2 ? far : -far)));
  };
};

export const BOARD_DESIGNS: readonly BoardDesign[] = [
  { name: 'two players, two boards, 0.25 apart', models: opposite(() => pairModel(0, 0), 2, 0.25) },
  { name: 'two players, six boards, 0.25 apart', models: opposite(() => pairModel(0, 0), 6, 0.25) },
  { name: 'two players, six boards, nine draws in ten', models: opposite(() => pairModel(0.9, 0), 6, 0.2) },
  { name: 'two players, twelve boards, 0.4 apart', models: opposite(() => pairModel(0, 0), 12, 0.4) },
  { name: 'four seats, six boards, 0.2 apart', models: opposite(twoOfEach, 6, 0.2) },
  { name: 'four seats, six boards, 0.35 apart', models: opposite(twoOfEach, 6, 0.35) },
  { name: 'two players, six boards that are alike', models: opposite(() => pairModel(0, 0), 6, 0) },
];

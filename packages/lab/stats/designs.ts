import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { arrangementsOf, groupScore } from './groups.ts';
import { fourPlayerModel, type GroupModel, pairModel } from './simulate.ts';

const fourPlayers = (fillers: number, seat: number, moment: number, step: number): GroupModel =>
  fourPlayerModel(arrangementsOf(4, fillers, 0), { seat, moment, step }, groupScore, 20_000, new Lehmer(9));

/** The kinds of duel whose error rates are measured, from nearly always even to decisive and noisy. */
export const ERROR_RATE_DESIGNS: readonly { readonly name: string; readonly model: GroupModel }[] = [
  { name: 'two players, no draws', model: pairModel(0, 0) },
  { name: 'two players, the board decides half', model: pairModel(0.1, 0.5) },
  { name: 'two players, nine draws in ten', model: pairModel(0.9, 0) },
  { name: 'four seats, two of each', model: fourPlayers(0, 1, 1, 0.1) },
  { name: 'four seats, two of each, the seat decides', model: fourPlayers(0, 3, 0.5, 0.1) },
  { name: 'four seats, two fillers', model: fourPlayers(2, 1, 1, 0.1) },
  { name: 'four seats, two fillers, many ties', model: fourPlayers(2, 0.2, 0.5, 1) },
];

import type { AnySimulator } from '@ludus/env/simulator.ts';
import { mobSimulator } from 'ludus/angrymob/simulator.ts';
import { cylinderSimulator } from 'ludus/cylinder/simulator.ts';

/** The games that can be stepped as arrays, by id. */
export const SIMULATORS: Readonly<Record<string, AnySimulator>> = {
  madmax: cylinderSimulator,
  starwar: cylinderSimulator,
  angrymob: mobSimulator,
};

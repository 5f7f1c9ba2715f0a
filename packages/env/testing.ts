/** Simulators for the tests of other packages. */
export { duskSimulator } from './testing/dusk.ts';
export { type ToyState, toyGame, toySimulator } from './testing/toy.ts';

/** The parts that `angrymob-maps.test.ts` bundles for the browser. */

export { hashText } from '@ludus/kernel/hash.ts';
export { drawMap } from 'ludus/angrymob/rules/generator/generator.ts';
export { printMap } from 'ludus/angrymob/rules/map.ts';

/** What `angrymob-maps.test.ts` bundles for the browser. */
export { drawMap } from '@ludus/rules/angrymob/generator/generator.ts';
export { printMap } from '@ludus/rules/angrymob/map.ts';
export { hashText } from '@ludus/rules/kernel/hash.ts';

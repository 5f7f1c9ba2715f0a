/** The parts that `angrymob-maps.test.ts` bundles for the browser. */
import { hashText } from '@ludus/kernel/hash.ts';
import { drawMap, printMap } from 'ludus/angrymob/rules.ts';

/** The map that a seed generates, written like a line in the golden file. */
export function lineOf(seed: string): string {
  const { map, style, layout } = drawMap(BigInt(seed));
  return `${seed} ${style} ${layout} ${map.rows} ${map.columns} ${hashText(printMap(map)).toString(16)}`;
}

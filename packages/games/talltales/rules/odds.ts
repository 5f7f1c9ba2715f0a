import { MAX_DICE, NO_FACE } from './board.ts';

/**
 * Tails of the binomial distribution: at [dice · 21 + need], the probability that at least `need` of `dice` dice match.
 */
function tails(each: number): Float64Array {
  const table = new Float64Array((MAX_DICE + 1) * (MAX_DICE + 1));
  const width = MAX_DICE + 1;
  for (let dice = 0; dice <= MAX_DICE; dice++) {
    table[dice * width] = 1;
    for (let need = 1; need <= dice; need++)
      table[dice * width + need] =
        each * table[(dice - 1) * width + need - 1] + (1 - each) * table[(dice - 1) * width + need];
  }
  return table;
}

const PLAIN = tails(1 / 6);
const WITH_WILD = tails(1 / 3);

/** The probability that at least `need` of some unknown dice match a face that isn't wild. */
export function chanceOf(need: number, dice: number, wild: number): number {
  if (need <= 0) return 1;
  if (need > dice) return 0;
  return (wild === NO_FACE ? PLAIN : WITH_WILD)[dice * (MAX_DICE + 1) + need];
}

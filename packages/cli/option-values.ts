import type { Budget, BudgetChoice } from '@ludus/runtime/resolve.ts';
import { InvalidArgumentError } from 'commander';

/** A 32-bit signed whole number, as the originals take it. */
export function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^[+-]?\d+$/.test(text) || seed !== (seed | 0)) {
    throw new InvalidArgumentError('It must be a whole number from -2147483648 to 2147483647.');
  }
  return seed;
}

/** What a budget is counted in, where each player's may be counted in what fits it. */
export function parseBudgetChoice(text: string): BudgetChoice {
  if (text === 'each') return text;
  if (text !== 'none' && text !== 'cpu' && text !== 'fuel')
    throw new InvalidArgumentError('It must be each, none, cpu or fuel.');
  return text;
}

/** What a budget is counted in. */
export function parseBudget(text: string): Budget {
  if (text !== 'none' && text !== 'cpu' && text !== 'fuel')
    throw new InvalidArgumentError('It must be none, cpu or fuel.');
  return text;
}

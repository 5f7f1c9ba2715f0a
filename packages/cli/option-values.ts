import type { Budget, BudgetChoice } from '@ludus/runtime/resolve.ts';
import { InvalidArgumentError, Option } from 'commander';

/** Parses a 32-bit signed integer in a form that the originals also accept. */
export function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^[+-]?\d+$/.test(text) || seed !== (seed | 0)) {
    throw new InvalidArgumentError('It must be a whole number from -2147483648 to 2147483647.');
  }
  return seed;
}

/** Parses the unit of a budget; `each` gives each player its usual unit. */
export function parseBudgetChoice(text: string): BudgetChoice {
  if (text === 'each') return text;
  if (text !== 'none' && text !== 'cpu' && text !== 'fuel')
    throw new InvalidArgumentError('It must be none, cpu, fuel, or each.');
  return text;
}

/** Parses the unit of a budget. */
export function parseBudget(text: string): Budget {
  if (text !== 'none' && text !== 'cpu' && text !== 'fuel')
    throw new InvalidArgumentError('It must be none, cpu, or fuel.');
  return text;
}

/** Parses an integer from 0. */
export function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return safe(Number(text));
}

/** Refuses integers that JavaScript may have rounded. */
function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError(`It must be at most ${Number.MAX_SAFE_INTEGER}.`);
  return value;
}

/** Returns a parser for integers from `least` to `most`. */
export const wholeFrom =
  (least: number, most: number) =>
  (text: string): number => {
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return Number(text);
  };

/** Parses a port to listen on; 0 means any free port. */
export const parsePort = wholeFrom(0, 65_535);

/** Parses a share, 0 to 1. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return share;
}

/** Maximum number of matches at a time. Each match has at least one process. */
export const MAX_JOBS = 1024;

/** Parses a number of things, at least 1. */
export function counted(text: string): number {
  if (!/^0*[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return safe(Number(text));
}

const MAX_SEEDS = 1_000_000;

/** Parses `1..500`, `7`, or `1..10,50..60`. Returns 32-bit integers in the order of the text, each once. */
export function parseSeeds(text: string): number[] {
  const seeds = new Set<number>();
  for (const part of text.split(',')) {
    const range = /^\s*(-?\d+)(?:\.\.(-?\d+))?\s*$/.exec(part);
    const [first, last] = range ? [Number(range[1]), Number(range[2] ?? range[1])] : [Number.NaN, Number.NaN];
    if (!(first <= last) || (first | 0) !== first || (last | 0) !== last)
      throw new InvalidArgumentError('It must be seeds such as 7, 1..500, or 1..10,50..60.');
    if (seeds.size + (last - first) >= MAX_SEEDS)
      throw new InvalidArgumentError('It must be at most one million seeds.');
    for (let seed = first; seed <= last; seed++) seeds.add(seed);
  }
  return [...seeds];
}

/** Parses a number of matches, 1 to 9999. */
export const parseMatches = wholeFrom(1, 9999);

/** Returns the help of an option or argument that names a game. `otherwise`: the default value. */
export const gameText = (ids: string, otherwise?: string): string =>
  `game: ${ids}${otherwise === undefined ? '' : ` (default: ${otherwise})`}`;

/** Returns the option for every command that prints results. Its help describes the object that `printJson` prints. */
export const jsonOption = (): Option => new Option('--json', 'results as JSON on standard output');

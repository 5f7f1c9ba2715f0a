import { Lehmer } from '@ludus/kernel/lehmer.ts';

/** A submission of the script. Its number in the contest is its position in the script, from 1. */
export interface ScriptedSubmission {
  /** The entrant, from 0. */
  readonly entrant: number;
  /** The variant of the player; undefined: a file that doesn't compile. */
  readonly variant: number | undefined;
}

/**
 * A step of the script. When all batches of the previous steps are done, the step's submissions are sent. Then batches
 * up to number `until` are played.
 */
export interface Step {
  readonly submissions: readonly ScriptedSubmission[];
  readonly until: number;
}

export interface Script {
  readonly entrants: number;
  readonly steps: readonly Step[];
}

const BATCHES_A_STEP = 2;

/**
 * Returns the script of a contest with this number of submissions. The same seed always gives the same script. Entrants
 * submit several times; one file doesn't compile.
 */
export function scriptOf(seed: number, submissions: number): Script {
  const random = new Lehmer(seed);
  const entrants = Math.max(3, Math.ceil(submissions * 0.6));
  const all = Array.from({ length: submissions }, (_, at): ScriptedSubmission => {
    const entrant = at < entrants ? at : random.range(0, entrants - 1);
    return { entrant, variant: at === entrants ? undefined : at };
  });
  const steps: Step[] = [];
  for (let from = 0; from < all.length; ) {
    const most = Math.max(2, Math.round(submissions / 5));
    const size = from === 0 ? Math.max(3, most) : random.range(1, most);
    steps.push({ submissions: all.slice(from, from + size), until: (steps.length + 1) * BATCHES_A_STEP });
    from += size;
  }
  return { entrants, steps };
}

/** Returns all submissions in the order of their numbers. */
export const allOf = ({ steps }: Script): ScriptedSubmission[] => steps.flatMap((step) => step.submissions);

/**
 * Returns a variant of a sample player. The variant skips a turn at regular intervals, so variants differ in strength.
 * Undefined if the sample has no suitable function.
 */
export function variantOf(sample: string, variant: number): string | undefined {
  const begin = /(?:\n\s*(?:play|move)\([^)]*\) \{|export default function \w+\([^)]*\) \{)/.exec(sample);
  if (begin === null) return undefined;
  const at = begin.index + begin[0].length;
  // Some variants fail during their matches, with or without injected faults.
  const fails = variant % 7 === 5 ? `\n  if (turn > 20) throw new Error('turn ' + turn);` : '';
  const idle = `\n  if (++turn % ${2 + (variant % 9)} === 0) return [];${fails}\n`;
  return `let turn = ${variant};\n${sample.slice(0, at)}${idle}${sample.slice(at)}`;
}

/** A file that does not compile. */
export const BROKEN = 'export default class {{{\n';

import { filled, type ProblemValues } from '../api/problems.ts';
import { said } from '../api/steps.ts';
import { storable } from './text.ts';

type CodeOf<Key> = Key extends `said.${infer Code}` ? Code : never;
export type StepCode = CodeOf<keyof typeof said>;

/** Places for words of compilers, bots, and machines: they may quote a source. */
const OTHERS_WORDS = ['why', 'sentence', 'tables'];

/** Whether we wrote the whole log message. */
export const isOurText = ({ code }: { readonly code: StepCode | null }): boolean =>
  code !== null && !OTHERS_WORDS.some((place) => said[`said.${code}`].includes(`{${place}}`));

/** A log message; a compiler's errors and the like are kept unchanged. */
export type StepMessage = string | { readonly code: StepCode; readonly values?: ProblemValues };

export const stepMessage = (code: StepCode, values: ProblemValues = {}): StepMessage => ({ code, values });

const MOST = 20_000;

/** As it is stored: the message in English, and the parts from which pages make it in other languages. */
export function stored(what: StepMessage): {
  readonly text: string;
  readonly code: StepCode | null;
  readonly data: string | null;
} {
  if (typeof what === 'string') return { text: storable(what).slice(0, MOST), code: null, data: null };
  const { code, values = {} } = what;
  const data = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value).slice(0, MOST) : value,
    ]),
  );
  return { text: filled(said[`said.${code}`], data).slice(0, MOST), code, data: JSON.stringify(data) };
}

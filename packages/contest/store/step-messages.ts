import { filled, type ProblemValues } from '../api/problems.ts';
import { said } from '../api/steps.ts';
import { storable } from './text.ts';

type CodeOf<Key> = Key extends `said.${infer Code}` ? Code : never;
export type StepCode = CodeOf<keyof typeof said>;

/** Placeholders whose texts come from compilers, bots, or machines, and may quote a source. */
const OTHERS_WORDS = ['why', 'sentence', 'tables'];

/** Checks whether a log message contains only the server's own text. */
export const isOurText = ({ code }: { readonly code: StepCode | null }): boolean =>
  code !== null && !OTHERS_WORDS.some((place) => said[`said.${code}`].includes(`{${place}}`));

/** A log message; texts such as a compiler's errors are kept unchanged. */
export type StepMessage = string | { readonly code: StepCode; readonly values?: ProblemValues };

export const stepMessage = (code: StepCode, values: ProblemValues = {}): StepMessage => ({ code, values });

const MAX_TEXT_LENGTH = 20_000;

/** Returns the stored form: the message in English, and the code and values from which pages translate it. */
export function stored(what: StepMessage): {
  readonly text: string;
  readonly code: StepCode | null;
  readonly data: string | null;
} {
  if (typeof what === 'string') return { text: storable(what).slice(0, MAX_TEXT_LENGTH), code: null, data: null };
  const { code, values = {} } = what;
  const data = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value).slice(0, MAX_TEXT_LENGTH) : value,
    ]),
  );
  return { text: filled(said[`said.${code}`], data).slice(0, MAX_TEXT_LENGTH), code, data: JSON.stringify(data) };
}

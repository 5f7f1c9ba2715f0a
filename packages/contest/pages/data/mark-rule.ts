import type { MarkRule } from '../../rounds/marks/rule.ts';

/** The sources of marks, in the form's order; `none`: there are no marks. */
export const SOURCES = ['none', 'places', 'evenly', 'points', 'ranks'] as const;
export type Source = (typeof SOURCES)[number];

/** The steps to which marks are rounded. */
export const STEPS = [0.01, 0.05, 0.1, 0.25, 0.5, 1] as const satisfies readonly MarkRule['step'][];
export const ROUNDINGS = ['nearest', 'down', 'up'] as const satisfies readonly MarkRule['rounding'][];

/** The values of the form's fields, by name. */
type Values = Readonly<Record<string, string>>;

/**
 * Returns the rule that a form describes. A text that isn't a number becomes NaN, so that the server reports the field.
 */
export function markRuleOf(source: Source, values: Values): MarkRule | null {
  if (source === 'none') return null;
  const n = (name: string) => figure(values[name]);
  return {
    source: sourceOf(source, values),
    // If late submissions aren't accepted, the form has no field for them.
    late: values.aDay === undefined ? { aDay: 0, most: 0 } : { aDay: n('aDay'), most: n('late.most') },
    step: STEPS.find((step) => String(step) === values.step) ?? 0.1,
    rounding: ROUNDINGS.find((each) => each === values.rounding) ?? 'nearest',
    least: n('least'),
    most: n('most'),
  };
}

function sourceOf(kind: Exclude<Source, 'none'>, values: Values): MarkRule['source'] {
  const n = (name: string) => figure(values[name]);
  switch (kind) {
    case 'places':
      return { kind, marks: listed(values.marks).map(figure), rest: n('rest') };
    case 'evenly':
      return { kind, first: n('first'), last: n('last') };
    case 'points':
      return { kind, knots: pairs(values.knots) };
    case 'ranks':
      return { kind, steps: pairs(values.steps).map(([percent, mark]) => ({ percent, mark })), rest: n('rest') };
  }
}

/** Splits `10, 9, 8.5`, or `10; 9; 8,5`. Commas are separators only in a text without semicolons. */
function listed(text: string): string[] {
  const separator = text.includes(';') ? ';' : ',';
  return text
    .split(separator)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Parses pairs such as `10: 9, 50: 7`. */
const pairs = (text: string): [number, number][] =>
  listed(text).map((each) => {
    const [at = '', mark = '', ...more] = each.split(':');
    return [figure(at), more.length > 0 ? Number.NaN : figure(mark)];
  });

/** Parses a number with a decimal point or comma. */
const figure = (text = ''): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

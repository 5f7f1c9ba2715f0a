import type { ComponentChildren, JSX } from 'preact';
import type { MarkRule } from '../../rounds/marks/rule.ts';
import { ROUNDINGS, type Source, STEPS } from '../data/mark-rule.ts';
import { number, t } from '../i18n/messages.ts';
import { Choice, Field } from '../parts/form.tsx';

/**
 * The fields of a rule for marks, except the source of the marks. `late`: whether the final accepts late submissions.
 */
export function MarkFields({ source, late }: { source: Exclude<Source, 'none'>; late: boolean }): JSX.Element {
  return (
    <>
      <SourceFields source={source} />
      {late && (
        <>
          <Mark label={t('marks.late')} name="aDay" value={1} />
          <Mark label={t('marks.late-most')} name="late.most" value={10} />
        </>
      )}
      <Choice
        label={t('marks.step')}
        name="step"
        value="0.1"
        options={STEPS.map((step) => [String(step), figure(step)] as const)}
      />
      <Choice
        label={t('marks.rounding')}
        name="rounding"
        options={ROUNDINGS.map((each) => [each, t(`rounding.${each}`)] as const)}
      />
      <Mark label={t('marks.least')} name="least" value={0} />
      <Mark label={t('marks.most')} name="most" value={10} />
    </>
  );
}

function SourceFields({ source }: { source: Exclude<Source, 'none'> }): JSX.Element {
  switch (source) {
    case 'places':
      return (
        <>
          <Field label={t('marks.place-marks')} name="marks" required value="10, 9, 8" hint={t('marks.list-hint')} />
          <Mark label={t('marks.rest')} name="rest" value={5} />
        </>
      );
    case 'evenly':
      return (
        <>
          <Mark label={t('marks.first')} name="first" value={10} />
          <Mark label={t('marks.last')} name="last" value={5} />
        </>
      );
    case 'points':
      return (
        <Field
          label={t('marks.knots')}
          name="knots"
          required
          value="0: 5, 0.5: 7, 1: 10"
          hint={t('marks.knots-hint')}
        />
      );
    case 'ranks':
      return (
        <>
          <Field
            label={t('marks.steps')}
            name="steps"
            required
            value="10: 10, 25: 9, 50: 8, 75: 7, 100: 6"
            hint={t('marks.steps-hint')}
          />
          <Mark label={t('marks.rest')} name="rest" value={0} />
        </>
      );
  }
}

function Mark(props: { label: string; name: string; value: number }): JSX.Element {
  return <Field {...props} type="number" required step="0.01" />;
}

/** Formats a number with all its decimals, up to four. */
export const figure = (value: number): string => number(value, Math.min(4, (String(value).split('.')[1] ?? '').length));

/**
 * Returns the rule of a round’s terms as pairs of names and values. `takesLate`: whether the final accepts late
 * submissions.
 */
export function markFacts(rule: MarkRule, takesLate: boolean): (readonly [name: string, value: ComponentChildren])[] {
  const { source, late, step, rounding, least, most } = rule;
  return [
    [t('marks.rule'), t(`marks.${source.kind}`)],
    ...sourceFacts(source),
    ...(takesLate
      ? ([
          [t('marks.late'), figure(late.aDay)],
          [t('marks.late-most'), figure(late.most)],
        ] as const)
      : []),
    [t('marks.step'), `${figure(step)}, ${t(`rounding.${rounding}`)}`],
    [t('marks.bounds'), `${figure(least)} … ${figure(most)}`],
  ];
}

function sourceFacts(source: MarkRule['source']): (readonly [string, string])[] {
  const pair = (at: number, mark: number) => `${figure(at)}: ${figure(mark)}`;
  switch (source.kind) {
    case 'places':
      return [
        [t('marks.place-marks'), source.marks.map(figure).join('; ')],
        [t('marks.rest'), figure(source.rest)],
      ];
    case 'evenly':
      return [
        [t('marks.first'), figure(source.first)],
        [t('marks.last'), figure(source.last)],
      ];
    case 'points':
      return [[t('marks.knots'), source.knots.map(([at, mark]) => pair(at, mark)).join('; ')]];
    case 'ranks':
      return [
        [t('marks.steps'), source.steps.map(({ percent, mark }) => pair(percent, mark)).join('; ')],
        [t('marks.rest'), figure(source.rest)],
      ];
  }
}

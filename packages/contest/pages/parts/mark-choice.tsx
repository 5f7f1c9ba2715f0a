import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RoundLine } from '../../api/rounds.ts';
import { t } from '../i18n/messages.ts';
import { Check, Choice, Field } from './form.tsx';

/** The rounds whose marks are combined, and the rule for combining them. */
export interface ChosenMarks {
  /** The rounds' numbers, separated by commas; empty: none is chosen. */
  readonly rounds: string;
  readonly take: 'best' | 'last';
  readonly count: number;
  readonly absent?: number;
}

/** Returns fields to choose finished rounds, and the chosen values. Undefined: there are no such rounds. */
export function useMarkChoice(
  rounds: readonly RoundLine[],
): { readonly fields: JSX.Element; readonly chosen: ChosenMarks } | undefined {
  const there = rounds.filter(({ state }) => state === 'played' || state === 'published');
  const [chosen, setChosen] = useState<readonly number[]>();
  const [take, setTake] = useState<'best' | 'last'>('best');
  const [count, setCount] = useState(1);
  const [absent, setAbsent] = useState('');
  if (there.length === 0) return undefined;
  const numbers = chosen ?? there.map(({ number }) => number);
  const missed = absent === '' || Number.isNaN(Number(absent)) ? {} : { absent: Number(absent) };
  const fields = (
    <>
      <fieldset>
        <legend>{t('marks.rounds')}</legend>
        {there.map(({ number, title }) => (
          <Check
            key={number}
            label={title}
            name="rounds"
            value={String(number)}
            checked={numbers.includes(number)}
            onChange={(on) => setChosen(on ? [...numbers, number] : numbers.filter((each) => each !== number))}
          />
        ))}
      </fieldset>
      {numbers.length > 1 && (
        <Choice
          label={t('marks.take')}
          name="take"
          value={take}
          onChange={(value) => setTake(value === 'last' ? 'last' : 'best')}
          options={[
            ['best', t('marks.best')],
            ['last', t('marks.latest')],
          ]}
        />
      )}
      {numbers.length > 1 && take === 'best' && (
        <Field
          label={t('marks.count')}
          name="count"
          type="number"
          min="1"
          max="100"
          value={count}
          onInput={(event) => setCount(Math.max(1, Math.trunc(Number(event.currentTarget.value)) || 1))}
        />
      )}
      <Field
        label={t('marks.absent')}
        name="absent"
        type="number"
        step="0.01"
        value={absent}
        hint={t('marks.absent-hint')}
        onInput={(event) => setAbsent(event.currentTarget.value)}
      />
    </>
  );
  return { fields, chosen: { rounds: numbers.join(','), take, count, ...missed } };
}

import type { JSX } from 'preact';
import type { z } from 'zod';
import type { contestForm, gameOffer } from '../../api/contest.ts';
import {
  DEFAULT_QUALIFY,
  FACTOR,
  type Factors,
  LANGUAGES,
  type Language,
  MAX_MEMBERS,
  MEASURED_FACTORS,
  SECONDS,
} from '../../words.ts';
import { instantOf } from '../data/phase.ts';
import { decimal, t } from '../i18n/messages.ts';
import { Check, Choice, Field, Group, type Values } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';

export type Game = z.infer<typeof gameOffer>;
export type ContestInput = z.input<typeof contestForm>;
/** The current values of a contest's fields. */
interface ContestFieldsProps {
  readonly now?: Partial<ContestInput>;
}

interface GameFieldsProps extends ContestFieldsProps {
  readonly game: Game;
}

/** The fields for the game's built-in boards. */
export function BoardFields({ game, now = {}, unseen }: GameFieldsProps & { unseen?: boolean }): JSX.Element {
  return (
    <Group class="checks" label={t('contest.boards')} name="boards" {...(unseen && { unseen })}>
      {game.boards.map(({ name }) => (
        <Check
          key={name}
          label={name}
          name="boards"
          value={name}
          checked={now.boards === undefined || now.boards.includes(name)}
        />
      ))}
    </Group>
  );
}

/** The fields for a contest's start and end. */
export function DateFields({
  now = {},
  hint = t('contest.dates-hint'),
}: ContestFieldsProps & { hint?: string }): JSX.Element {
  return (
    <Card title={t('contest.dates')}>
      <div class="fields">
        <Field label={t('contest.opens')} name="opens" type="datetime-local" value={local(now.opens)} />
        <Field label={t('contest.closes')} name="closes" type="datetime-local" value={local(now.closes)} />
      </div>
      <p class="hint">{hint}</p>
    </Card>
  );
}

/** The fields for limits and rules, with the game's defaults. */
export function LimitFields({ game, now = {} }: GameFieldsProps): JSX.Element {
  const qualify = now.qualify ?? DEFAULT_QUALIFY;
  return (
    <>
      <div class="fields">
        <Field
          label={game.per === 'match' ? t('contest.seconds-match') : t('contest.seconds-move')}
          name="seconds"
          type="number"
          min={String(SECONDS.least)}
          max={String(SECONDS.most)}
          step="0.01"
          value={now.seconds ?? ''}
          placeholder={String(game.seconds)}
        />
        <Field
          label={t('contest.per-hour')}
          name="perHour"
          type="number"
          required
          min="1"
          max="1000"
          value={now.perHour ?? 12}
        />
        <Field
          label={t('team.size')}
          name="teamSize"
          type="number"
          required
          min="1"
          max={String(MAX_MEMBERS)}
          value={now.teamSize ?? 1}
          hint={t('team.size-hint')}
        />
        <Choice
          label={t('contest.gatekeeper')}
          name="builtin"
          value={qualify.builtin ?? ''}
          options={[
            ['', t('contest.gatekeeper-usual', { name: game.gatekeeper })],
            ...game.builtins.map((name) => [name, name] as const),
          ]}
        />
        <Field
          label={t('contest.qualify-wins')}
          name="wins"
          type="number"
          required
          min="0"
          max="20"
          value={qualify.wins}
        />
        <Field
          label={t('contest.qualify-matches')}
          name="matches"
          type="number"
          required
          min="1"
          max="20"
          value={qualify.matches}
        />
        <Field
          label={t('contest.twice')}
          name="twice"
          type="number"
          required
          min="0"
          max="100"
          value={Math.round((now.twice ?? 0.05) * 100)}
        />
      </div>
      <FactorFields languages={game.languages} factors={now.factors ?? {}} />
    </>
  );
}

/** The fields for the allowed languages of bots. */
export function LanguageFields({ game, now = {}, unseen }: GameFieldsProps & { unseen?: boolean }): JSX.Element {
  // Programs must be allowed explicitly.
  const languages = now.languages ?? game.languages.filter((each) => each !== 'program');
  return (
    <Group class="checks" label={t('contest.languages')} name="languages" {...(unseen && { unseen })}>
      {(Object.keys(LANGUAGES) as Language[])
        .filter((each) => game.languages.includes(each))
        .map((each) => (
          <Check
            key={each}
            label={t(`language.${each}`)}
            {...(each === 'program' && { hint: t('language.program-hint') })}
            name="languages"
            value={each}
            checked={languages.includes(each)}
          />
        ))}
    </Group>
  );
}

/** The fields for spectators: who may watch, and which names they see. */
export function WatchFields({ now = {} }: ContestFieldsProps): JSX.Element {
  return (
    <Group label={t('contest.watching')} name="open">
      <Check label={t('contest.open-to-all')} name="open" checked={now.open ?? true} />
      <Check
        label={t('contest.real-names')}
        name="realNames"
        checked={now.realNames ?? false}
        hint={t('contest.real-names-hint')}
      />
    </Group>
  );
}

/** The fields for the factor by which each language's seconds are multiplied. */
function FactorFields(props: { languages: readonly Language[]; factors: Factors }): JSX.Element {
  const measured = props.languages.flatMap((each) => {
    const factor = MEASURED_FACTORS[each];
    return factor === undefined ? [] : [`${t(`language.${each}`)} ${decimal(factor)}`];
  });
  return (
    <Group label={t('contest.factors')} name="factors">
      <p class="hint">{t('contest.factors-hint', { most: SECONDS.most })}</p>
      <div class="fields">
        {props.languages.map((each) => (
          <Field
            key={each}
            label={t('contest.factor', { language: t(`language.${each}`) })}
            name={`factors.${each}`}
            type="number"
            min={String(FACTOR.least)}
            max={String(FACTOR.most)}
            step="0.01"
            value={props.factors[each] ?? ''}
            placeholder="1"
          />
        ))}
      </div>
      <p class="hint">{t('contest.factors-measured', { measured: measured.join(', ') })}</p>
    </Group>
  );
}

const some = (all: FormData, name: string): string[] =>
  all.getAll(name).filter((each): each is string => typeof each === 'string');

/** Returns the values of the date fields for a request. */
export const datesOf = (values: Values): Pick<ContestInput, 'opens' | 'closes'> => ({
  opens: instantOf(values.opens),
  closes: instantOf(values.closes),
});

/** Returns the values of the fields for boards, limits, and rules. */
export function matchesOf(
  values: Values,
  all: FormData,
): Omit<ContestInput, 'slug' | 'game' | 'title' | 'opens' | 'closes'> {
  return {
    boards: some(all, 'boards'),
    languages: some(all, 'languages') as Language[],
    seconds: values.seconds === '' ? null : Number(values.seconds),
    factors: Object.fromEntries(
      (Object.keys(LANGUAGES) as Language[]).flatMap((each) => {
        const factor = values[`factors.${each}`];
        return factor ? [[each, Number(factor)] as const] : [];
      }),
    ),
    qualify: {
      builtin: values.builtin === '' ? null : values.builtin,
      wins: Number(values.wins),
      matches: Number(values.matches),
    },
    perHour: Number(values.perHour),
    teamSize: Number(values.teamSize),
    open: all.has('open'),
    realNames: all.has('realNames'),
    approval: values.approval === '1',
    twice: Number(values.twice) / 100,
  };
}

/** Converts an instant to the value of a date field, in this machine's time zone. */
export function local(instant: string | null | undefined): string {
  if (!instant) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

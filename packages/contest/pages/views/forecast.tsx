import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { CallOf, ReplyOf } from '../../api/routes.ts';
import { useLoad } from '../data/load.ts';
import { decimal, duration, listOf, many, t } from '../i18n/messages.ts';

/**
 * The estimated number of matches in a planned final, and the time that these matches take. Both estimates are updated
 * when the form changes.
 */
export function Forecast(props: { contest: string; of: NonNullable<CallOf<'forecastRound'>['query']> }): JSX.Element {
  const { value } = useLoad('forecastRound', { params: { contest: props.contest }, query: props.of });
  // The previous forecast stays until the next forecast arrives.
  const last = useRef<ReplyOf<'forecastRound'> | undefined>(undefined);
  last.current = value ?? last.current;
  const told = last.current;
  return (
    <div class="notice" role="status">
      {told === undefined ? (
        <p>{t('wait')}</p>
      ) : (
        <>
          <p>
            <strong>{sentenceOf(told)}</strong>
          </p>
          {told.without.length > 0 && <p>{withoutText(told.without)}</p>}
          <p class="hint">{reasonOf(told)}</p>
        </>
      )}
    </div>
  );
}

/** Returns the names of entrants whom a final would leave out now. */
export const withoutText = (without: ReplyOf<'forecastRound'>['without']): string =>
  many('round.without', without.length, { names: listOf(without.map(({ name }) => name)) });

function sentenceOf({ entrants, matches, seconds, workers }: ReplyOf<'forecastRound'>): string {
  const values = { entrants: many('entrants', entrants), matches: many('matches', matches) };
  if (seconds === null) return t('forecast.matches', values);
  return t('forecast.time', { ...values, time: duration((matches * seconds) / Math.max(1, workers)) });
}

function tiesOf({ playedOn, seconds, workers }: ReplyOf<'forecastRound'>): string {
  if (playedOn === 0) return '';
  const matches = many('matches', playedOn);
  if (seconds === null) return t('forecast.ties', { matches });
  return t('forecast.ties-time', { matches, time: duration((playedOn * seconds) / Math.max(1, workers)) });
}

function reasonOf(told: ReplyOf<'forecastRound'>): string {
  const { isExample, measured, seconds, workers } = told;
  const workersThere = many('forecast.workers', Math.max(1, workers));
  const about = seconds === null ? '' : decimal(Math.max(1, Math.round(seconds * 100)) / 100);
  const time =
    seconds === null
      ? t('forecast.unlimited')
      : measured > 0
        ? t('forecast.measured', { seconds: about, matches: many('matches', measured), workers: workersThere })
        : t('forecast.limit', { seconds: about, workers: workersThere });
  return [isExample && t('forecast.example'), tiesOf(told), time, workers === 0 && t('forecast.no-worker')]
    .filter(Boolean)
    .join(' ');
}

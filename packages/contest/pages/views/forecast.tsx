import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { CallOf, ReplyOf } from '../../api/routes.ts';
import { useLoad } from '../data/load.ts';
import { decimal, duration, many, t } from '../i18n/messages.ts';

/** How many matches a planned final has, and about how long they take. It follows the form. */
export function Forecast(props: { contest: string; of: NonNullable<CallOf<'forecastRound'>['query']> }): JSX.Element {
  const { value } = useLoad('forecastRound', { params: { contest: props.contest }, query: props.of });
  // The one before stays until the next one comes.
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
          <p class="hint">{reasonOf(told)}</p>
        </>
      )}
    </div>
  );
}

function sentenceOf({ entrants, matches, seconds, workers }: ReplyOf<'forecastRound'>): string {
  const values = { entrants: many('entrants', entrants), matches: many('matches', matches) };
  if (seconds === null) return t('forecast.matches', values);
  return t('forecast.time', { ...values, time: duration((matches * seconds) / Math.max(1, workers)) });
}

function reasonOf({ isExample, measured, seconds, workers }: ReplyOf<'forecastRound'>): string {
  const workersThere = many('forecast.workers', Math.max(1, workers));
  const about = seconds === null ? '' : decimal(Math.max(1, Math.round(seconds * 100)) / 100);
  const time =
    seconds === null
      ? t('forecast.unlimited')
      : measured > 0
        ? t('forecast.measured', { seconds: about, matches: many('matches', measured), workers: workersThere })
        : t('forecast.limit', { seconds: about, workers: workersThere });
  return [isExample && t('forecast.example'), time, workers === 0 && t('forecast.no-worker'), t('forecast.ties')]
    .filter(Boolean)
    .join(' ');
}

import type { JSX } from 'preact';
import { now } from '../data/clock.ts';
import { clockTime, moment, relative, t } from '../i18n/messages.ts';

/** An instant, as far away unchanged; the whole of it where one points. */
export function When(props: { at: string; exact?: boolean }): JSX.Element {
  const far = relative(props.at, now.value);
  const exact = moment(props.at);
  return (
    <time dateTime={props.at} title={props.exact ? far : exact}>
      {props.exact ? exact : far}
    </time>
  );
}

/** When a key or a token was last good for something. */
export function LastUsed({ at }: { at: string | null }): JSX.Element {
  if (at === null) return <span class="hint">{t('tokens.unused')}</span>;
  return (
    <span class="hint">
      {t('tokens.used')} <When at={at} />
    </span>
  );
}

/** The server's clock: what all dates are held against. */
export function ServerClock(): JSX.Element {
  return (
    <span class="clock" title={t('clock')}>
      {t('clock')}: <time>{clockTime(now.value)}</time>
    </span>
  );
}

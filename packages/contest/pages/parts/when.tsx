import type { JSX } from 'preact';
import { now } from '../data/clock.ts';
import { clockTime, moment, relative, t } from '../i18n/messages.ts';

/** An instant, shown relative to now; the tooltip contains the exact time. */
export function When(props: { at: string; exact?: boolean }): JSX.Element {
  const far = relative(props.at, now.value);
  const exact = moment(props.at);
  return (
    <time dateTime={props.at} title={props.exact ? far : exact}>
      {props.exact ? exact : far}
    </time>
  );
}

/** The time at which a key or a token was last used. */
export function LastUsed({ at }: { at: string | null }): JSX.Element {
  if (at === null) return <span class="hint">{t('tokens.unused')}</span>;
  return (
    <span class="hint">
      {t('tokens.used')} <When at={at} />
    </span>
  );
}

/** The server's clock, to which all dates refer. */
export function ServerClock(): JSX.Element {
  return (
    <span class="clock" title={t('clock')}>
      {t('clock')}: <time>{clockTime(now.value)}</time>
    </span>
  );
}

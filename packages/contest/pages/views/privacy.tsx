import type { JSX } from 'preact';
import { me } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { OwnData } from '../parts/own-data.tsx';
import { Card, Page } from '../parts/page.tsx';

/** Duration of a session in days (server/session.ts). */
const SESSION_DAYS = 30;
/** The kinds of data, and whether the page states a retention time. Other data stays until the account is deleted. */
const KINDS = [
  ['account', false],
  ['issuer', false],
  ['session', true],
  ['kept', true],
  ['bots', true],
  ['roster', true],
  ['team', false],
  ['work', true],
  ['results', true],
  ['tries', true],
  ['calls', true],
  ['acts', true],
] as const;

/** The page about the data that the server stores, the reasons for storing it, and the retention times. */
export function Privacy(): JSX.Element {
  return (
    <Page title={t('privacy')} about={t('privacy.about')} narrow>
      <Card>
        <ul class="plain">
          {KINDS.map(([kind, hasTime]) => (
            <li key={kind}>
              <p>
                <strong>{t(`privacy.${kind}`)}</strong>
                <br />
                {t('privacy.why')}: {t(`privacy.${kind}-why`)}
                <br />
                {t('privacy.long')}: {hasTime ? t(`privacy.${kind}-long`, { days: SESSION_DAYS }) : t('privacy.until')}
              </p>
            </li>
          ))}
        </ul>
        <p>{t('privacy.who')}</p>
      </Card>
      {me.value?.person && <OwnData />}
    </Page>
  );
}

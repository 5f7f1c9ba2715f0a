import type { JSX } from 'preact';
import { addressOf } from '../../api/client.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Card } from './page.tsx';

/** The button to the server that signs people in as well, if there is one. It comes back to the page `to`. */
export function IssuerSignIn({ to }: { to: string }): JSX.Element | null {
  const issuer = useLoad('signInWays', {}).value?.issuer;
  if (!issuer) return null;
  return (
    <p class="issuer">
      <a class="button main" href={addressOf('beginSignIn', { query: { to } })}>
        {t('sign-in.issuer', { name: issuer.name })}
      </a>
    </p>
  );
}

/** The same on the page of one's account, which is linked by it. */
export function LinkIssuer(): JSX.Element | null {
  const issuer = useLoad('signInWays', {}).value?.issuer;
  if (!issuer) return null;
  return (
    <Card title={t('sign-in.other')}>
      <p class="hint">{t('sign-in.link-hint')}</p>
      <p>
        <a class="button" href={addressOf('beginSignIn', { query: { to: '/me' } })}>
          {t('sign-in.link', { name: issuer.name })}
        </a>
      </p>
    </Card>
  );
}

import type { JSX } from 'preact';
import { addressOf } from '../../api/client.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Card } from './page.tsx';

/** Whether only the server's organisers have passwords. Undefined: not known yet. */
export const useHasPasswords = (): boolean | undefined => useLoad('signInWays', {}).value?.passwords;

/** A button to each server that signs people in as well. It comes back to the page `to`. */
export function IssuerSignIn({ to }: { to: string }): JSX.Element | null {
  const issuers = useLoad('signInWays', {}).value?.issuers ?? [];
  return (
    <>
      {issuers.map(({ name }, issuer) => (
        <p key={name} class="issuer">
          <a class="button main" href={addressOf('beginSignIn', { query: { to, issuer } })}>
            {t('sign-in.issuer', { name })}
          </a>
        </p>
      ))}
    </>
  );
}

/** The same on the page of one's account, which is linked by it. */
export function LinkIssuer(): JSX.Element | null {
  const issuers = useLoad('signInWays', {}).value?.issuers ?? [];
  if (issuers.length === 0) return null;
  return (
    <Card title={t('sign-in.other')}>
      <p class="hint">{t('sign-in.link-hint')}</p>
      {issuers.map(({ name }, issuer) => (
        <p key={name}>
          <a class="button" href={addressOf('beginSignIn', { query: { to: '/me', issuer } })}>
            {t('sign-in.link', { name })}
          </a>
        </p>
      ))}
    </Card>
  );
}

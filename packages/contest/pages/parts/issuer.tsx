import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { Card } from './page.tsx';
import { LastUsed } from './when.tsx';

/**
 * Returns true if all people may have passwords, and false if only the server's organisers may. Undefined: it isn't
 * known yet.
 */
export const useHasPasswords = (): boolean | undefined => useLoad('signInWays', {}).value?.passwords;

/** A button for each identity provider. After the sign-in, the browser returns to the page `to`. */
export function IssuerSignIn({ to }: { to: string }): JSX.Element | null {
  const issuers = useLoad('signInWays', {}).value?.issuers ?? [];
  return (
    <>
      {issuers.map(({ id, name }) => (
        <p key={id} class="issuer">
          <a class="button main" href={addressOf('beginSignIn', { params: { issuer: id }, query: { to } })}>
            {t('sign-in.issuer', { name })}
          </a>
        </p>
      ))}
    </>
  );
}

/**
 * On the account page: the linked issuers, buttons to link other issuers, and a button to sign out all other browsers.
 */
export function SignIns(): JSX.Element {
  const issuers = useLoad('signInWays', {}).value?.issuers ?? [];
  const linked = useLoad('linkedSignIns', {});
  const [isEnded, setEnded] = useState(false);
  const rows = linked.value ?? [];
  return (
    <Card title={t('sign-in.own')}>
      <ul class="plain rows">
        {rows.map(({ issuer, subject, name, as, used }) => (
          <li key={`${issuer} ${subject}`}>
            <span>
              <strong>{name}</strong> {as}
            </span>
            <LastUsed at={used} />
            <span class="space" />
            <Action
              class="quiet"
              sure={t('sign-in.unlink-sure', { name })}
              label={`${t('sign-in.unlink')}: ${name} ${as}`}
              run={async () => {
                await ask('unlinkSignIn', { body: { issuer, subject } });
                await linked.reload();
              }}
            >
              {t('sign-in.unlink')}
            </Action>
          </li>
        ))}
      </ul>
      {issuers.length > 0 && <p class="hint">{t('sign-in.link-hint')}</p>}
      {issuers.map(({ id, name }) => (
        <p key={id}>
          <Action run={async () => location.assign((await ask('linkSignIn', { params: { issuer: id } })).url)}>
            {t('sign-in.link', { name })}
          </Action>
        </p>
      ))}
      <p>
        <Action
          sure={t('sign-in.elsewhere-sure')}
          run={async () => {
            await ask('endSessions');
            setEnded(true);
          }}
        >
          {t('sign-in.elsewhere')}
        </Action>
      </p>
      {isEnded && (
        <p class="notice good" role="status">
          {t('sign-in.elsewhere-done')}
        </p>
      )}
    </Card>
  );
}

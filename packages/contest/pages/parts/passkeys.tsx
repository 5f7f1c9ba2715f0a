import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { JSX } from 'preact';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action } from './action.tsx';
import { Field, Form } from './form.tsx';
import { Card, Shown } from './page.tsx';
import { LastUsed } from './when.tsx';

/**
 * Returns whether the browser supports passkeys here: only over HTTPS or on this machine, and only for a host name, not
 * an IP address.
 */
const canHaveKeys = (): boolean =>
  browserSupportsWebAuthn() && window.isSecureContext && !/^[\d.]+$|[:\]]/.test(location.hostname);

type FirstParameter<F extends (wanted: never) => unknown> = Parameters<F>[0];

/**
 * Returns the result of the browser's dialog. Returns undefined if the user closed the dialog, since no message is
 * needed then.
 */
async function orNothing<T>(made: Promise<T>): Promise<T | undefined> {
  try {
    return await made;
  } catch (error) {
    if ((error as Error).name === 'NotAllowedError' || (error as Error).name === 'AbortError') return undefined;
    throw error;
  }
}

/**
 * A button that signs in with a passkey. It is hidden if the browser doesn't support passkeys. `onDone`: is called
 * after the sign-in.
 */
export function KeySignIn(props: { onDone(): void }): JSX.Element | null {
  if (!canHaveKeys()) return null;
  return (
    <Action
      run={async () => {
        const optionsJSON = await ask('askPasskey');
        const response = await orNothing(
          startAuthentication({ optionsJSON } as unknown as FirstParameter<typeof startAuthentication>),
        );
        if (!response) return;
        setMe(await ask('usePasskey', { body: { response } as never }));
        props.onDone();
      }}
    >
      {t('passkeys.sign-in')}
    </Action>
  );
}

/** The user's own passkeys, and a form for a new passkey. */
export function Keys(): JSX.Element {
  const keys = useLoad('passkeys', {});
  return (
    <Card title={t('passkeys')}>
      <p class="hint">{canHaveKeys() ? t('passkeys.hint') : t('passkeys.not-here')}</p>
      <Shown of={keys}>
        {(all) => (
          <ul class="plain rows">
            {all.map((key) => (
              <li key={key.id}>
                <strong>{key.name}</strong>
                <LastUsed at={key.used} />
                <span class="space" />
                <Action
                  class="quiet"
                  sure={t('passkeys.forget-sure')}
                  label={`${t('passkeys.forget')}: ${key.name}`}
                  run={async () => {
                    await ask('forgetPasskey', { params: { id: key.id } });
                    await keys.reload();
                  }}
                >
                  {t('passkeys.forget')}
                </Action>
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {canHaveKeys() && (
        <Form
          submit={t('passkeys.make')}
          class="inline"
          quiet
          again
          onSubmit={async ({ key: name }) => {
            const optionsJSON = await ask('offerPasskey');
            const response = await orNothing(
              startRegistration({ optionsJSON } as unknown as FirstParameter<typeof startRegistration>),
            );
            if (!response) return;
            await ask('makePasskey', { body: { name, response } as never });
            await keys.reload();
          }}
        >
          <Field label={t('passkeys.name')} name="key" required maxLength={60} placeholder={t('passkeys.example')} />
        </Form>
      )}
    </Card>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { problems } from '../../api/problems/en.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { isOrganiser, mayMakeContests, me, setMe, signOut } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Copy } from '../parts/action.tsx';
import { Check, Field, Form } from '../parts/form.tsx';
import { SignIns, useHasPasswords } from '../parts/issuer.tsx';
import { OwnData } from '../parts/own-data.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';
import { Keys } from '../parts/passkeys.tsx';
import { TokenCard } from '../parts/tokens.tsx';
import { NewPassword } from './join.tsx';

/** The user's page: contests, password, and tokens for scripts. */
export function MePage(): JSX.Element {
  const person = me.value?.person;
  // Reloads data that a new password has changed.
  const [ended, setEnded] = useState(0);
  const hasPasswords = useHasPasswords();
  if (!person)
    return (
      <Page title={t('me')} narrow>
        <Problem problem={{ code: 'sign-in', message: problems['problem.sign-in'] }} />
      </Page>
    );
  return (
    <Page
      title={person.name}
      narrow
      actions={
        <button type="button" onClick={() => void signOut()}>
          {t('sign-out')}
        </button>
      }
    >
      {me.value!.entrants.length > 0 && (
        <Card title={t('tab.contests')}>
          <ul class="plain">
            {me.value!.entrants.map(({ contest, name, number }) => (
              <li key={contest}>
                <a href={`/c/${contest}`}>{contest}</a> · {t('me.as')}{' '}
                <a href={`/c/${contest}/entrants/${number}`}>{name}</a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {me.value!.roles.length > 0 && (
        <Card title={t('staff.yours')}>
          <ul class="plain">
            {me.value!.roles.map(({ contest, role }) => (
              <li key={contest}>
                <a href={`/c/${contest}/manage`}>{contest}</a> · {t(`staff.${role}`)}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <SignIns key={`issuers ${ended}`} />
      <Keys key={`keys ${ended}`} />
      <Tokens key={`tokens ${ended}`} />
      {(hasPasswords !== false || person.role === 'organiser') && (
        <Card title={t('me.password')}>
          <Form
            submit={t('save')}
            quiet
            again
            onSubmit={async ({ old, password, endAll }) => {
              setMe(
                await ask('changeMe', { body: { password: { old, new: password, endAll: endAll !== undefined } } }),
              );
              if (endAll !== undefined) setEnded(ended + 1);
            }}
          >
            <input type="hidden" name="username" autoComplete="username" value={person.name} />
            <Field
              label={t('me.old-password')}
              name="old"
              type="password"
              required
              autoComplete="current-password"
              maxLength={200}
            />
            <NewPassword />
            <Check label={t('me.end-all')} name="endAll" hint={t('me.end-all-hint')} />
          </Form>
        </Card>
      )}
      <OwnData />
    </Page>
  );
}

const SCOPES = [
  ['submit', true],
  ['read', true],
] as const;

function Tokens(): JSX.Element {
  const tokens = useLoad('tokens', {});
  const contest = me.value?.entrants.at(-1)?.contest ?? 'CONTEST';
  const mayOrganise = mayMakeContests.value || (me.value?.roles.length ?? 0) > 0;
  return (
    <TokenCard
      title={t('tokens')}
      hint={t('tokens.hint')}
      of={tokens}
      placeholder="laptop"
      scopes={[
        ...SCOPES,
        ...(mayOrganise ? [['organise', false] as const] : []),
        ...(isOrganiser.value ? [['backup', false] as const] : []),
      ]}
      make={(name, scopes) => ask('makeToken', { body: { name, scopes } })}
      revoke={(id) => ask('revokeToken', { params: { id } })}
    >
      {(secret) => (
        <>
          <Copy text={secret} label={t('tokens')} />
          <p class="hint">{t('tokens.use')}</p>
          <Copy
            text={`npx ludus submit AIMine.cc --contest ${location.origin}/c/${contest} --token ${secret}`}
            label="ludus submit"
          />
        </>
      )}
    </TokenCard>
  );
}

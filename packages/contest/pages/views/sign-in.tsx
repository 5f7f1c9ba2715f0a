import type { JSX } from 'preact';
import { isOwnPage } from '../../words.ts';
import { address, go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from '../parts/form.tsx';
import { IssuerSignIn, useHasPasswords } from '../parts/issuer.tsx';
import { Card, Page } from '../parts/page.tsx';
import { KeySignIn } from '../parts/passkeys.tsx';
import { sentence } from '../parts/problem.tsx';

export function SignIn(): JSX.Element {
  const { query } = address.value;
  // Allows redirects only to these pages, whatever the address contains.
  const asked = query.get('to') ?? '/';
  const to = isOwnPage(asked) ? asked : '/';
  const arrive = () => go(to, { replace: true });
  const hasPasswords = useHasPasswords();
  const form = (
    <Form
      submit={t('sign-in')}
      onSubmit={async ({ name, password }) => {
        setMe(await ask('signIn', { body: { name: name.trim(), password } }));
        arrive();
      }}
      beside={hasPasswords === false ? undefined : <KeySignIn onDone={arrive} />}
    >
      <Field label={t('name')} name="name" required autoComplete="username" maxLength={60} />
      <Field
        label={t('password')}
        name="password"
        type="password"
        required
        maxLength={200}
        autoComplete="current-password"
      />
    </Form>
  );
  return (
    <Page title={t('sign-in')} narrow>
      <Card>
        <IssuerProblem to={to} />
        <IssuerSignIn to={to} />
        {hasPasswords === false ? (
          <>
            <KeySignIn onDone={arrive} />
            <details>
              <summary>{t('sign-in.organisers')}</summary>
              {form}
            </details>
          </>
        ) : (
          <>
            {form}
            <p class="hint below">{t('sign-in.forgot')}</p>
            <p class="hint">
              {t('sign-in.new')} <a href="/join">{t('join.title')}</a>
            </p>
          </>
        )}
      </Card>
    </Page>
  );
}

/** The reason why an issuer's sign-in failed, and a link back. */
function IssuerProblem({ to }: { to: string }): JSX.Element | null {
  const { query } = address.value;
  const { value: ways, problem } = useLoad('signInWays', {});
  const code = query.get('problem');
  if (code === null || (ways === undefined && problem === undefined)) return null;
  const name = ways?.issuers.find(({ id }) => id === query.get('issuer'))?.name ?? t('sign-in.other');
  return (
    <>
      <p class="problem" role="alert">
        {sentence({ code, message: t('problem.issuer/refused'), values: { name } })}
      </p>
      {to !== '/' && (
        <p>
          <a href={to}>{t('sign-in.back')}</a>
        </p>
      )}
    </>
  );
}

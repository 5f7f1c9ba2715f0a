import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../api/passwords.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { address, go } from '../data/address.ts';
import { ask, problemOf } from '../data/ask.ts';
import { me, setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from '../parts/form.tsx';
import { IssuerSignIn, useHasPasswords } from '../parts/issuer.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';

/** A form for the class code. A signed-in user joins immediately; others enter a name next. */
export function CodeForm(): JSX.Element {
  return (
    <Form
      submit={t('join')}
      class="inline code"
      label={t('home.join')}
      onSubmit={async ({ code }) => {
        if (me.peek()?.person) await join({ code });
        else go(`/join#${encodeURIComponent(code)}`);
      }}
    >
      <Field
        label={t('join.code')}
        name="code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
    </Form>
  );
}

/** Joins the contest and goes to its page. */
async function join(body: { code: string; name?: string; password?: string }): Promise<void> {
  const before = me.peek()?.entrants.map(({ contest }) => contest) ?? [];
  const next = await ask('join', { body });
  setMe(next);
  const entered = next.entrants.find(({ contest }) => !before.includes(contest)) ?? next.entrants.at(-1);
  go(entered ? `/c/${entered.contest}` : '/');
}

/**
 * The form to join a contest. Students enter only a code, a name, and a password. The code may be in the address after
 * `#`.
 */
export function Join(): JSX.Element {
  const [code] = useState(() => decode(address.peek().hash));
  const person = me.value?.person;
  const [opened, setOpened] = useState<ReplyOf<'openCode'>>();
  const [closed, setClosed] = useState<ApiProblem>();
  const [typedCode, setTyped] = useState(code);
  // Without passwords, accounts are created through an identity provider.
  const isElsewhere = useHasPasswords() === false && !person;
  const open = async (typed: string) => {
    if (typed === '') return setOpened(undefined);
    // All other errors in a code appear when the form is sent.
    const found = await ask('openCode', { body: { code: typed } }).catch(problemOf);
    setOpened('title' in found ? found : undefined);
    setClosed('title' in found || found.code !== 'contest/closed' ? undefined : found);
  };
  useEffect(() => void open(code), []);
  return (
    <Page title={t('join.title')} narrow>
      <Card>
        <Form
          submit={closed || isElsewhere ? undefined : t('join')}
          onSubmit={async ({ code: typed, name, password }) =>
            await join({ code: typed, ...(!person && { name: name.trim(), password }) })
          }
        >
          <Field
            label={t('join.code')}
            name="code"
            value={code}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              void open(event.currentTarget.value);
            }}
            required
            autoComplete="off"
            maxLength={40}
            hint={t('class-code.hint')}
          />
          {opened && (
            <p class="notice good" role="status">
              {opened.name === null
                ? t('join.contest', { title: opened.title })
                : t('join.you-are', { title: opened.title, name: opened.name })}
            </p>
          )}
          {closed ? (
            <Problem problem={closed} />
          ) : person ? (
            <p class="hint">{t('join.as', { name: person.name })}</p>
          ) : isElsewhere ? (
            <IssuerSignIn to={`/join#${encodeURIComponent(typedCode)}`} />
          ) : (
            <>
              <Field
                key={opened?.name}
                label={t('name')}
                name="name"
                value={opened?.name?.slice(0, 60) ?? ''}
                required
                autoComplete="username"
                maxLength={60}
                hint={opened?.name == null ? t('name.hint') : t('join.other-name')}
              />
              <NewPassword />
              <p class="hint">
                <a href="/privacy">{t('privacy.link')}</a>
              </p>
            </>
          )}
        </Form>
        {!person && !closed && !isElsewhere && (
          <p class="hint below">
            {t('join.have')}{' '}
            <a href={`/sign-in?to=${encodeURIComponent(`/join#${encodeURIComponent(typedCode)}`)}`}>{t('sign-in')}</a>
          </p>
        )}
      </Card>
    </Page>
  );
}

export function NewPassword(): JSX.Element {
  return (
    <Field
      label={t('password')}
      name="password"
      type="password"
      required
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      autoComplete="new-password"
      hint={t('password.hint', { n: MIN_PASSWORD_LENGTH })}
    />
  );
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return '';
  }
}

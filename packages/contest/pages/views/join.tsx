import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { address, go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { me, setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from '../parts/form.tsx';
import { Card, Page } from '../parts/page.tsx';

/** The code alone: who is signed in takes part with it, all others say next what they are called. */
export function CodeForm(): JSX.Element {
  return (
    <Form
      submit={t('join')}
      class="inline"
      label={t('home.join')}
      onSubmit={async ({ code }) => {
        if (me.peek()?.person) await join({ code });
        else go(`/join#${encodeURIComponent(code)}`);
      }}
    >
      <Field
        label={t('class-code')}
        name="code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
      />
    </Form>
  );
}

/** Takes part, and goes where the contest is. */
async function join(body: { code: string; name?: string; password?: string }): Promise<void> {
  const before = me.peek()?.entrants.map(({ contest }) => contest) ?? [];
  const next = await ask('join', { body });
  setMe(next);
  const entered = next.entrants.find(({ contest }) => !before.includes(contest)) ?? next.entrants.at(-1);
  go(entered ? `/c/${entered.contest}` : '/');
}

/** Class code, name, password: nothing else is asked of a student. The code may stand behind `#` in the address. */
export function Join(): JSX.Element {
  const [code] = useState(() => decode(address.peek().hash));
  const person = me.value?.person;
  return (
    <Page title={t('join.title')} narrow>
      <Card>
        <Form
          submit={t('join')}
          onSubmit={async ({ code: typed, name, password }) =>
            await join({ code: typed, ...(!person && { name: name.trim(), password }) })
          }
        >
          <Field
            label={t('class-code')}
            name="code"
            value={code}
            required
            autoComplete="off"
            maxLength={40}
            hint={t('class-code.hint')}
          />
          {person ? (
            <p class="hint">{t('join.as', { name: person.name })}</p>
          ) : (
            <>
              <Field
                label={t('name')}
                name="name"
                required
                autoComplete="username"
                maxLength={60}
                hint={t('name.hint')}
              />
              <NewPassword />
            </>
          )}
        </Form>
        {!person && (
          <p class="hint below">
            {t('join.have')} <a href={`/sign-in?to=${encodeURIComponent(`/join#${code}`)}`}>{t('sign-in')}</a>
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
      minLength={8}
      maxLength={200}
      autoComplete="new-password"
      hint={t('password.hint')}
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

import type { JSX } from 'preact';
import { ask } from '../data/ask.ts';
import { me, refreshMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from './form.tsx';
import { Card } from './page.tsx';

/** The card with which users download their own data, or delete the data with the account. */
export function OwnData(): JSX.Element | null {
  const person = me.value?.person;
  if (!person) return null;
  return (
    <Card title={t('privacy')}>
      <p class="hint">{t('own.hint')}</p>
      <p>
        <a class="button" href="/api/me/export" download="my-data.jsonl" target="_self">
          {t('own.download')}
        </a>
      </p>
      {person.role === 'organiser' ? (
        <p class="hint">{t('own.organiser')}</p>
      ) : (
        <details>
          <summary>{t('own.delete')}</summary>
          <p class="hint">{t('own.delete-hint')}</p>
          <Form
            submit={t('own.delete')}
            quiet
            onSubmit={async ({ name, password }) => {
              await ask('deleteMe', { body: { name, ...(password !== '' && { password }) } });
              await refreshMe();
            }}
          >
            <Field label={t('own.confirm')} name="name" required autoComplete="off" maxLength={60} />
            <Field
              label={t('password')}
              name="password"
              type="password"
              autoComplete="current-password"
              maxLength={200}
            />
          </Form>
        </details>
      )}
    </Card>
  );
}

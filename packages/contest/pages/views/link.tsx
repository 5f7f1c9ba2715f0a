import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/route.ts';
import { address, go } from '../data/address.ts';
import { ask, problemOf } from '../data/ask.ts';
import { setMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Field, Form } from '../parts/form.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';
import { When } from '../parts/when.tsx';
import { NewPassword } from './join.tsx';

interface Opened {
  readonly purpose: 'organiser' | 'access';
  readonly name: string | null;
  readonly expires: string;
}

/** A link that was printed at the server's first start, or that an organiser gave someone: its secret stands behind `#`. */
export function Link(): JSX.Element {
  const [token] = useState(() => address.peek().hash);
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    // The secret does not stay in the address, where others may see it.
    history.replaceState(null, '', '/link');
    ask('openLink', { body: { token } }).then(setOpened, (error) => setProblem(problemOf(error)));
  }, [token]);
  const isNew = opened?.purpose === 'organiser';
  return (
    <Page title={isNew ? t('link.organiser') : t('link.access')} narrow>
      {problem && <Problem problem={problem} />}
      {opened && (
        <Card>
          <p>
            {isNew ? t('link.organiser-hint') : t('link.access-hint', { name: opened.name ?? '' })}{' '}
            <span class="hint">
              {t('link.expires')} <When at={opened.expires} />
            </span>
          </p>
          <Form
            submit={isNew ? t('link.begin') : t('link.save')}
            onSubmit={async ({ name, password }) => {
              setMe(await ask('useLink', { body: { token, password, ...(isNew && { name: name.trim() }) } }));
              go(isNew ? '/organise/new' : '/', { replace: true });
            }}
          >
            {isNew ? (
              <Field label={t('name')} name="name" required autoComplete="username" maxLength={60} />
            ) : (
              // So that a password manager knows whose it is.
              <input type="hidden" name="username" autoComplete="username" value={opened.name ?? ''} />
            )}
            <NewPassword />
          </Form>
        </Card>
      )}
    </Page>
  );
}

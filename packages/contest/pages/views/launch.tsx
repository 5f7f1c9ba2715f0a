import type { JSX } from 'preact';
import { go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { me, refreshMe } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';

/**
 * The page after a launch from a learning platform, if someone else is signed in, or if the person's roster row already
 * has an account. The page asks which account to use.
 */
export function Launch(): JSX.Element {
  const question = useLoad('launchQuestion', {});
  const own = me.value?.person?.name;
  const answer = (link: boolean) => async () => {
    const { to } = await ask('answerLaunch', { body: { link } });
    await refreshMe();
    go(to, { replace: true });
  };
  return (
    <Page title={t('launch')} narrow>
      <Shown of={question}>
        {({ platform, name, taken, account }) => (
          <Card>
            <p>{t(account === null ? 'launch.from' : 'launch.again', { platform, name })}</p>
            {taken && <p class="notice">{t('launch.taken')}</p>}
            {own !== undefined && <p>{t('launch.signed-in', { name: own })}</p>}
            <p class="row-actions">
              {account !== null && <Action run={answer(false)}>{t('launch.as', { name: account })}</Action>}
              {account === null && own !== undefined && (
                <Action class="main" run={answer(true)}>
                  {t('launch.link', { name: own })}
                </Action>
              )}
              {own === undefined && taken && (
                <a class="button main" href="/sign-in?to=/launch">
                  {t('sign-in')}
                </a>
              )}
              {account === null && !taken && <Action run={answer(false)}>{t('launch.new')}</Action>}
            </p>
          </Card>
        )}
      </Shown>
    </Page>
  );
}

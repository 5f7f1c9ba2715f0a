import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { auditEntryOf } from '../data/audit-entry.ts';
import { useLoad } from '../data/load.ts';
import { known, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

const PAGE = 100;

/** In the page's language; what an older server has written stays unchanged. */
function did(what: string): string {
  const { key, values } = auditEntryOf(what);
  return known(key) ? t(key, values) : what;
}

/** The log of actions. */
export function Audit(): JSX.Element {
  const first = useLoad('audit', { query: { limit: PAGE } });
  const [more, setMore] = useState<ReplyOf<'audit'>>([]);
  const [done, setDone] = useState(false);
  return (
    <Page title={t('tab.audit')}>
      <Card
        title={t('backup')}
        actions={
          <a class="button" href={addressOf('backup')} download="ludus-backup.jsonl">
            {t('download')}
          </a>
        }
      >
        <p class="hint">{t('backup.hint')}</p>
      </Card>
      <Card>
        <Shown of={first}>
          {(newest) => {
            const all = [...newest, ...more];
            return (
              <>
                <Table
                  label={t('tab.audit')}
                  columns={[t('audit.at'), t('audit.who'), t('audit.what'), t('audit.about')]}
                >
                  {all.map(({ id, at, who, what, about }) => (
                    <tr key={id}>
                      <td>
                        <When at={at} exact />
                      </td>
                      <td>{who ?? t('audit.server')}</td>
                      <td>{did(what)}</td>
                      <td class="about-cell">{about}</td>
                    </tr>
                  ))}
                </Table>
                {newest.length === PAGE && !done && (
                  <p class="more">
                    <Action
                      run={async () => {
                        const next = await ask('audit', {
                          query: { before: Math.min(...all.map(({ id }) => id)), limit: PAGE },
                        });
                        setMore([...more, ...next]);
                        setDone(next.length < PAGE);
                      }}
                    >
                      {t('more')}
                    </Action>
                  </p>
                )}
              </>
            );
          }}
        </Shown>
      </Card>
    </Page>
  );
}

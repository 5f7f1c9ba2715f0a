import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { auditEntryOf, auditSubjectOf } from '../data/audit-entry.ts';
import { type Loaded, useLoad } from '../data/load.ts';
import { type Key, known, moment, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

const PAGE = 100;

/** The subject of an entry, with the fields that were set as words. */
function About({ about }: { about: string }): JSX.Element {
  const { text, fields } = auditSubjectOf(about);
  return (
    <>
      {text}
      {fields.length > 0 && (
        <ul class="plain hint">
          {fields.map(([name, value]) => (
            <li key={name}>
              {known(`audit.field.${name}`) ? t(`audit.field.${name}` as Key) : name}: {valueText(value)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return moment(text);
  return known(`audit.what.${text}`) ? t(`audit.what.${text}` as Key) : text;
}

/** In the page's language; what an older server has written stays unchanged. */
function did(what: string): string {
  const { key, values } = auditEntryOf(what);
  return known(key) ? t(key, values) : what;
}

/** The log of the whole server. */
export function Audit(): JSX.Element {
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
      <Log of={useLoad('audit', { query: { limit: PAGE } })} next={(query) => ask('audit', { query })} contests />
    </Page>
  );
}

/** The log of a contest. */
export function ContestLog({ contest }: { contest: Contest }): JSX.Element {
  const params = { contest: contest.slug };
  const first = useLoad('contestAudit', { params, query: { limit: PAGE } });
  return <Log of={first} next={(query) => ask('contestAudit', { params, query })} />;
}

/** @param contests to which contest each entry belongs */
function Log(props: {
  of: Loaded<ReplyOf<'audit'>>;
  next(query: { before: number; limit: number }): Promise<ReplyOf<'audit'>>;
  contests?: boolean;
}): JSX.Element {
  const { contests = false } = props;
  const [more, setMore] = useState<ReplyOf<'audit'>>([]);
  const [done, setDone] = useState(false);
  return (
    <Card>
      <Shown of={props.of}>
        {(newest) => {
          const all = [...newest, ...more];
          return (
            <>
              <Table
                label={t('tab.audit')}
                columns={[
                  t('audit.at'),
                  t('audit.who'),
                  t('audit.what'),
                  t('audit.about'),
                  ...(contests ? [[t('audit.contest'), 'wide-only'] as const] : []),
                ]}
                below={all.length === 0 && <p class="hint">{t('audit.none')}</p>}
              >
                {all.map(({ id, at, who, what, about, contest }) => (
                  <tr key={id}>
                    <td>
                      <When at={at} exact />
                    </td>
                    <td>{who ?? t('audit.server')}</td>
                    <td>{did(what)}</td>
                    <td class="about-cell">
                      <About about={about} />
                    </td>
                    {contests && <td class="wide-only">{contest}</td>}
                  </tr>
                ))}
              </Table>
              {newest.length === PAGE && !done && (
                <p class="more">
                  <Action
                    ofArchived
                    run={async () => {
                      const before = Math.min(...all.map(({ id }) => id));
                      const next = await props.next({ before, limit: PAGE });
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
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { auditEntryOf, auditSubjectOf, SETTINGS } from '../data/audit-entry.ts';
import { type LoadedReply, useLoad } from '../data/load.ts';
import { type Key, known, moment, number, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

const PAGE = 100;

type Entry = ReplyOf<'audit'>[number];

/** Maximum number of roster rows that an entry shows. */
const MAX_ROWS = 5;

/** The subject of an entry, under the name that organisers see, and the changed fields. */
function About({ entry }: { entry: Entry }): JSX.Element {
  const { text, thing, fields } = auditSubjectOf(entry.about, entry.contest);
  const more = entry.rows.length - MAX_ROWS;
  return (
    <>
      {thing ? thingText(entry, thing) : text}
      {entry.rows
        .slice(0, MAX_ROWS)
        .map(({ id, name }) => `${name} · ${id}`)
        .join(', ')}
      {more > 0 && ` … +${number(more)}`}
      {fields.length > 0 && (
        <ul class="plain hint">
          {fields.map(([name, value]) => (
            <li key={name}>{fieldText(entry, name, value)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function thingText({ names }: Entry, { kind, n }: { kind: string; n: number }): string {
  const name = names[`${kind} ${n}`];
  if (name !== undefined && kind !== 'submission') return name;
  const text = t(`audit.of.${kind}` as Key, { n });
  return name === undefined ? text : `${text}, ${name}`;
}

/** Returns `name: value`, or `name: old → new`; only the name if the values are too long for a line. */
function fieldText(entry: Entry, name: string, value: unknown): string {
  const key = entry.what === 'changed settings' ? SETTINGS[name as keyof typeof SETTINGS] : `audit.field.${name}`;
  const label = known(key) ? t(key) : name;
  if (!Array.isArray(value)) return `${label}: ${valueText(entry, name, value)}`;
  return value.length === 2 ? `${label}: ${value.map((each) => valueText(entry, name, each)).join(' → ')}` : label;
}

function valueText(entry: Entry, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(entry, name, each)).join(', ') || '–';
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = String(value);
  if (['entrant', 'from', 'to'].includes(name)) return thingText(entry, { kind: 'entrant', n: Number(text) });
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return moment(text);
  const key = { role: `staff.${text}`, languages: `language.${text}` }[name];
  return key !== undefined && known(key) ? t(key) : text;
}

/** Returns the action in the page's language; a text from an older server stays unchanged. */
function did({ what, about }: Entry): string {
  const { key, values } = auditEntryOf(what, about);
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

/** @param contests whether to show each entry's contest */
function Log(props: {
  of: LoadedReply<ReplyOf<'audit'>>;
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
                {all.map((entry) => (
                  <tr key={entry.id}>
                    <td>
                      <When at={entry.at} exact />
                    </td>
                    <td>{entry.who ?? t('audit.server')}</td>
                    <td>{did(entry)}</td>
                    <td class="about-cell">
                      <About entry={entry} />
                    </td>
                    {contests && <td class="wide-only">{entry.contest}</td>}
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

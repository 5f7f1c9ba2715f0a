import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { codesCsv } from '../data/codes-csv.ts';
import { useLoad } from '../data/load.ts';
import { many, t } from '../i18n/messages.ts';
import { Copy } from '../parts/action.tsx';
import { Card, Page, Shown } from '../parts/page.tsx';

const linkOf = (code: string): string => `${location.origin}/join#${code}`;

/** Returns the text of an e-mail that contains a person's code. */
export const mailTo = ({ title }: Contest, name: string, code: string, link = linkOf(code)): string =>
  t('codes.mail-text', { name, title, link, code });

/**
 * The personal codes of people who haven't joined. They can be printed and cut out, saved as CSV, or sent as e-mails.
 */
export function RosterCodes({ contest }: { contest: Contest }): JSX.Element {
  const all = useLoad('rosterRows', { params: { contest: contest.slug } }, ['contest']);
  const lines = (all.value?.rows ?? [])
    .flatMap(({ id, name, group, team, code }) =>
      code === null ? [] : [{ id, name, group, team, code, link: linkOf(code) }],
    )
    .sort((a, b) => (a.group ?? '').localeCompare(b.group ?? '') || a.name.localeCompare(b.name));
  const template = mailTo(contest, '«name»', '«code»', '«link»');
  return (
    <Page
      title={t('codes')}
      about={all.value && contest.archived === null && many('roster.missing', lines.length)}
      actions={
        lines.length > 0 && (
          <>
            <button type="button" class="main" onClick={() => print()}>
              {t('codes.print')}
            </button>
            <a
              class="button"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(codesCsv(lines))}`}
              download={`${contest.slug}-codes.csv`}
            >
              {t('codes.csv')}
            </a>
            <a class="button" href={`/c/${contest.slug}/roster`}>
              {t('codes.back')}
            </a>
          </>
        )
      }
    >
      <Shown of={all}>
        {() =>
          lines.length === 0 ? (
            <Card>
              <p>{t(contest.archived === null ? 'codes.none' : 'codes.archived')}</p>
              <p>
                <a class="button" href={`/c/${contest.slug}/roster`}>
                  {t('codes.back')}
                </a>
              </p>
            </Card>
          ) : (
            <>
              <div class="unprinted">
                <Card title={t('codes.mail')} actions={<Copy text={template} label={t('codes.copy-mail')} unseen />}>
                  <p class="hint">{t('codes.mail-hint')}</p>
                  <p class="said mail-text">{template}</p>
                </Card>
              </div>
              <ul class="plain code-slips">
                {lines.map(({ id, name, group, code }) => (
                  <li key={id}>
                    <p class="slip-name">{name}</p>
                    <p class="hint">
                      {id} {group && `· ${group}`}
                    </p>
                    <p class="big-code">{code}</p>
                    <p class="hint">{t('codes.slip', { title: contest.title, address: `${location.host}/join` })}</p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </Page>
  );
}

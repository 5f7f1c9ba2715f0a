import type { JSX } from 'preact';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import { go } from '../data/address.ts';
import { ask } from '../data/ask.ts';
import { mayMakeContests } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Check, Field, Form } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';
import { DateFields, datesOf } from './contest-fields.tsx';
import { NameFields } from './name-fields.tsx';

/** The actions at the end of term: download, archive, or delete the contest. */
export function AfterTerm({ contest, reload }: { contest: Contest; reload(): Promise<void> }): JSX.Element {
  const params = { contest: contest.slug };
  const isArchived = contest.archived !== null;
  return (
    <div class="columns">
      <div class="side">
        <Card title={t('export')}>
          <p class="hint">{t('export.hint')}</p>
          <p class="row-actions">
            <a class="button" href={addressOf('export', { params })} download={`${contest.slug}.jsonl`}>
              {t('export.all')}
            </a>
            <a
              class="button"
              href={addressOf('export', { params, query: { sources: '0' } })}
              download={`${contest.slug}-without-sources.jsonl`}
            >
              {t('export.without')}
            </a>
          </p>
        </Card>
        <Card title={t('archive')}>
          <p class="hint">{t(isArchived ? 'archive.back-about' : 'archive.about')}</p>
          <p class="row-actions">
            <Action
              ofArchived
              {...(!isArchived && { sure: t('archive.sure') })}
              run={async () => {
                await ask('archiveContest', { params, body: { archived: !isArchived } });
                await reload();
              }}
            >
              {t(isArchived ? 'archive.back' : 'archive.do')}
            </Action>
          </p>
        </Card>
      </div>
      <div>
        {mayMakeContests.value && <Copy contest={contest} />}
        <Delete contest={contest} />
      </div>
    </div>
  );
}

/** The form that copies the contest for the next term. */
function Copy({ contest }: { contest: Contest }): JSX.Element {
  return (
    <Form
      class="wide"
      ofArchived
      submit={t('contest-copy.do')}
      onSubmit={async (values, all) => {
        const made = await ask('copyContest', {
          params: { contest: contest.slug },
          body: { title: values.title.trim(), slug: values.slug, ...datesOf(values), compare: all.has('compare') },
        });
        go(`/c/${made.slug}/manage`);
      }}
    >
      <Card title={t('contest-copy')}>
        <p class="hint">{t('contest-copy.about')}</p>
        <NameFields placeholder={contest.title} />
        <Check label={t('contest-copy.compare')} name="compare" checked hint={t('contest-copy.compare-hint')} />
      </Card>
      <DateFields hint={t('contest-copy.dates')} />
    </Form>
  );
}

function Delete({ contest: { slug } }: { contest: Contest }): JSX.Element {
  return (
    <Card title={t('contest-delete')} class="dangerous">
      <p class="hint">{t('contest-delete.about')}</p>
      <details>
        <summary>{t('contest-delete')}</summary>
        <Form
          submit={t('contest-delete.do')}
          quiet
          ofArchived
          onSubmit={async (values) => {
            await ask('deleteContest', { params: { contest: slug }, body: { slug: values.slug } });
            go('/');
          }}
        >
          <Field label={t('contest-delete.confirm', { slug })} name="slug" required autoComplete="off" maxLength={60} />
        </Form>
      </details>
    </Card>
  );
}

import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { useLoad } from '../data/load.ts';
import { entrantIn, hasTeams, may } from '../data/session.ts';
import { number, t } from '../i18n/messages.ts';
import { History } from '../parts/history.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Page, Problem, Shown } from '../parts/page.tsx';
import { SubmissionList } from '../parts/submissions.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { FilteredMatches } from './matches.tsx';

type EntrantDetails = ReplyOf<'entrant'>;

/** An entrant's page: its place over time, its versions, and its matches. */
export function EntrantPage({ contest, entrant }: { contest: Contest; entrant: number }): JSX.Element {
  const params = { contest: contest.slug, entrant };
  const loaded = useLoad('entrant', { params }, ['ladder', 'submission']);
  const { value } = loaded;
  const own = entrantIn(contest.slug);
  if (!value)
    return (
      <Page title={t('entrant')}>
        {loaded.problem ? <Problem problem={loaded.problem} /> : <p class="hint waiting">{t('wait')}</p>}
      </Page>
    );
  const latest = value.history.at(-1);
  return (
    <Page
      title={value.name}
      about={
        <>
          {value.group && <>{value.group} · </>}
          {latest ? t('entrant.stands', { place: latest.place, rating: number(latest.rating) }) : t('entrant.not-yet')}
        </>
      }
      actions={
        own &&
        own.number !== entrant &&
        contest.archived === null &&
        value.live !== null && (
          <a class="button main" href={`/c/${contest.slug}/challenge?against=${entrant}`}>
            {t('challenge')}
          </a>
        )
      }
    >
      <div class="columns even">
        <Card title={t('entrant.history')}>
          <History history={value.history} />
        </Card>
        <Card title={t('entrant.versions')}>
          <Versions contest={contest} entrant={value} />
        </Card>
      </div>
      {may(contest.slug, 'observer') && <Submissions contest={contest} entrant={entrant} />}
      <FilteredMatches contest={contest} entrant={entrant} />
    </Page>
  );
}

function Versions({ contest, entrant }: { contest: Contest; entrant: EntrantDetails }): JSX.Element {
  if (entrant.versions.length === 0) return <Nothing contest={contest} text={t('entrant.no-versions')} />;
  return (
    <Table
      label={t('entrant.versions')}
      columns={[[t('number'), 'number'], t('entrant.since'), t('entrant.until'), [t('games'), 'number']]}
    >
      {entrant.versions.map((version) => (
        <tr key={version.number}>
          <th scope="row" class="number">
            <a href={`/c/${contest.slug}/matches?version=${version.number}`}>{version.number}</a>
          </th>
          <td>
            <When at={version.since} />
          </td>
          <td>
            {version.until === null ? <span class="badge good">{t('state.live')}</span> : <When at={version.until} />}
          </td>
          <td class="number">{number(version.games)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The list of an entrant's submissions, which only the contest's staff see. */
function Submissions({ contest, entrant }: { contest: Contest; entrant: number }): JSX.Element {
  const all = useLoad('submissions', { params: { contest: contest.slug }, query: { entrant } }, ['submission']);
  return (
    <Card title={t('entrant.submissions')}>
      <Shown of={all}>
        {(list) => (
          <SubmissionList contest={contest} submissions={list} byWhom={hasTeams(contest)} none={t('mine.none-sent')} />
        )}
      </Shown>
    </Card>
  );
}

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf, ask as askRaw } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { isUnderWay } from '../../words.ts';
import { ask } from '../data/ask.ts';
import { type Complaint, complaints } from '../data/complaints.ts';
import { useLoad } from '../data/load.ts';
import { ofVersion } from '../data/news.ts';
import { entrantIn, hasTeams, may, mayChange } from '../data/session.ts';
import { clockTime, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { MatchList } from '../parts/matches.tsx';
import { Card, Page, Problem, Shown } from '../parts/page.tsx';
import { told } from '../parts/problem.tsx';
import { StateBadge, Steps } from '../parts/state.tsx';
import { bytes } from '../parts/submissions.tsx';
import { When } from '../parts/when.tsx';

type SubmissionDetails = ReplyOf<'submission'>;

/** A submission's page: its progress, its log, and its matches. */
export function SubmissionPage({ contest, number }: { contest: Contest; number: number }): JSX.Element {
  const params = { contest: contest.slug, submission: number };
  const loaded = useLoad('submission', { params }, ['submission']);
  const { value } = loaded;
  if (!value)
    return (
      <Page title={t('submission', { n: String(number) })}>
        {loaded.problem ? <Problem problem={loaded.problem} /> : <p class="hint waiting">{t('wait')}</p>}
      </Page>
    );
  return (
    <Page
      title={value.file}
      about={
        <>
          <StateBadge submission={value} /> #{value.number} · {t(`language.${value.language}`)} · {bytes(value.size)} ·{' '}
          <When at={value.received} />
          {hasTeams(contest) && value.by !== null && <> · {value.by}</>}
        </>
      }
      actions={<Actions contest={contest} submission={value} />}
    >
      <Card class="way">
        <Steps state={value.state} stopped={stoppedAt(value)} qualifying={value.qualifying} />
        <Verdict contest={contest} submission={value} />
      </Card>
      <Errors contest={contest} submission={value} />
      <div class="columns even">
        <Matches contest={contest} submission={value} />
        <Card title={t('log')}>
          <ol class="log">
            {value.steps.map((step) => (
              <li key={`${step.at}${step.text}`}>
                <time dateTime={step.at}>{clockTime(step.at)}</time>
                <span class={`badge ${step.state === 'rejected' ? 'bad' : 'quiet'}`}>{t(`state.${step.state}`)}</span>
                <span class="log-text">{told(step.text, step.said)}</span>
                {step.match !== undefined && <a href={`/c/${contest.slug}/matches/${step.match}`}>{t('watch')}</a>}
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </Page>
  );
}

function Actions({ contest, submission }: { contest: Contest; submission: SubmissionDetails }): JSX.Element {
  const params = { contest: contest.slug, submission: submission.number };
  const isOwn = entrantIn(contest.slug)?.number === submission.entrant;
  return (
    <>
      {(isOwn || may(contest.slug, 'owner')) && (
        <a class="button" href={addressOf('source', { params })} download={submission.file}>
          {t('download')}
        </a>
      )}
      {submission.live && contest.archived === null && (
        <>
          {isOwn && (
            <a class="button" href={`/c/${contest.slug}/challenge`}>
              {t('challenge')}
            </a>
          )}
          {(isOwn || may(contest.slug, 'owner')) && (
            <Action sure={t('take-back.sure')} run={() => ask('takeBack', { params })}>
              {t('take-back')}
            </Action>
          )}
        </>
      )}
      {mayChange(contest, 'assistant') && (
        <Action sure={t('rerun.sure')} run={() => ask('rerunSubmission', { params })}>
          {t('rerun')}
        </Action>
      )}
    </>
  );
}

/** Returns the submission's state before it was rejected. */
function stoppedAt({ steps }: SubmissionDetails): SubmissionDetails['state'] | undefined {
  return steps.findLast(({ state }) => state !== 'rejected' && state !== 'received')?.state;
}

function Verdict({ contest, submission }: { contest: Contest; submission: SubmissionDetails }): JSX.Element | null {
  if (submission.state === 'rejected')
    return (
      <div class="notice bad" role="status">
        <p>
          <strong>{t('rejected')}</strong> {t('rejected.no-loss')}
        </p>
        <pre class="why">{submission.why !== null && told(submission.why, submission.said)}</pre>
      </div>
    );
  if (submission.state !== 'in') return null;
  return (
    <p class="notice good" role="status">
      {submission.live ? t('submission.live') : t('submission.was-in')}{' '}
      <a href={`/c/${contest.slug}`}>{t('tab.ladder')}</a>
    </p>
  );
}

/** The source, with the compiler's messages next to the lines that they are about. */
function Errors({ contest, submission }: { contest: Contest; submission: SubmissionDetails }): JSX.Element | null {
  const [source, setSource] = useState<string>();
  const said = submission.why === null ? [] : complaints(submission.why, submission.file);
  const params = { contest: contest.slug, submission: submission.number };
  const wanted = said.length > 0;
  useEffect(() => {
    if (!wanted) return;
    askRaw({}, 'source', { params })
      .then((answer) => answer.text())
      .then(setSource, () => setSource(undefined));
  }, [wanted, contest.slug, submission.number]);
  if (!wanted || source === undefined) return null;
  return (
    <Card title={t('errors')}>
      <Source text={source} said={said} />
    </Card>
  );
}

/** Number of lines shown before and after a line with a message. */
const AROUND = 4;

function Source({ text, said }: { text: string; said: readonly Complaint[] }): JSX.Element {
  const lines = text.split('\n');
  const near = (line: number) => said.some((each) => Math.abs(each.line - line) <= AROUND);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section class="source" aria-label={t('errors')} tabIndex={0}>
      {lines.map((line, i) => {
        const here = said.filter((each) => each.line === i + 1);
        if (!near(i + 1)) return near(i + 2) ? <span key={i} class="gap" aria-hidden="true" /> : null;
        return (
          <div key={i} class={here.length > 0 ? `line ${here[0].kind}` : 'line'}>
            <span class="line-number">{i + 1}</span>
            <code>{line || ' '}</code>
            {here.map(({ kind, column, text: words }) => (
              <p key={`${column}${words}`} class={`remark ${kind}`}>
                {column !== undefined && <span class="hint">{t('column', { n: column })}</span>} {words}
              </p>
            ))}
          </div>
        );
      })}
    </section>
  );
}

function Matches({ contest, submission }: { contest: Contest; submission: SubmissionDetails }): JSX.Element {
  const query = { version: submission.number, state: 'done' as const, limit: 12 };
  const concerns = ofVersion(submission.number);
  const matches = useLoad('matches', { params: { contest: contest.slug }, query }, ['match', 'submission'], concerns);
  return (
    <Card
      title={t('tab.matches')}
      actions={<a href={`/c/${contest.slug}/matches?version=${submission.number}`}>{t('all')}</a>}
    >
      <Shown of={matches}>
        {(list) => (
          <MatchList
            contest={contest}
            matches={list}
            none={<p class="hint">{t(isUnderWay(submission.state) ? 'submission.plays-later' : 'matches.none-yet')}</p>}
          />
        )}
      </Shown>
    </Card>
  );
}

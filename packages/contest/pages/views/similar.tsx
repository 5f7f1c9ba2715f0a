import type { JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { SimilarReply } from '../../api/similar.ts';
import { firstOf } from '../../plagiarism/report/first.ts';
import { ask } from '../data/ask.ts';
import { type LoadedReply, useLoad } from '../data/load.ts';
import { mayChange } from '../data/session.ts';
import { many, number, percent, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Archived } from '../parts/archived.ts';
import { Card, Page, Shown } from '../parts/page.tsx';
import { capital } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { ComparedWith } from './compared-with.tsx';

type Summary = NonNullable<SimilarReply['summary']>;
type Side = Summary['top'][number]['left'];

const EVERY_MS = 1000;

/** The page about unusually similar submissions. Only owners see it. The results have no automatic consequences. */
export function Similar({ contest }: { contest: Contest }): JSX.Element {
  const { slug } = contest;
  const loaded = useLoad('similar', { params: { contest: slug } });
  const state = loaded.value?.state;
  const isBusy = state === 'waiting' || state === 'running';
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => void loaded.reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isBusy]);
  return (
    <Page title={t('similar')} about={t('similar.about')}>
      <Shown of={loaded}>
        {(value) => (
          <>
            <Report contest={slug} value={value} loaded={loaded} />
            {value.same.length > 0 && <Same contest={slug} same={value.same} />}
            {value.summary && value.summary.groups.length > 0 && <Groups groups={value.summary.groups} />}
            {value.summary && value.summary.top.length > 0 && <Pairs contest={slug} summary={value.summary} />}
            {value.summary?.behaviour && <Behaviour contest={slug} behaviour={value.summary.behaviour} />}
            <ComparedWith
              contest={slug}
              changes={mayChange(contest, 'owner')}
              collections={value.collections}
              reload={loaded.reload}
            />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Report(props: { contest: string; value: SimilarReply; loaded: LoadedReply<SimilarReply> }): JSX.Element {
  const { contest, value, loaded } = props;
  const { state, summary } = value;
  const params = { contest };
  const isBusy = state === 'waiting' || state === 'running';
  return (
    <Card title={t('similar.report')}>
      {state === 'none' && <p>{t('similar.none')}</p>}
      {useContext(Archived) && <p class="hint">{t('similar.archived')}</p>}
      {isBusy && (
        <>
          <p role="status">{t('similar.running', { done: percent(value.done) })}</p>
          <progress value={value.done} max={1} aria-label={t('similar.report')} />
        </>
      )}
      {state === 'failed' && (
        <p class="problem" role="alert">
          {t('similar.failed')} {capital(value.why ?? '')}
        </p>
      )}
      {summary && (
        <>
          <p>
            {many('similar.pairs', summary.pairs)}, {many('similar.unusual', summary.unusual)}
            {value.at && (
              <>
                {' '}
                · <When at={value.at} />
              </>
            )}
          </p>
          <p class="hint">
            {t('similar.usual', {
              sources: summary.sources,
              median: percent(summary.median),
              nearly: percent(summary.nearlyAll),
              level: percent(summary.level),
            })}
          </p>
        </>
      )}
      <p class="row-actions">
        {summary && (
          <>
            <a class="button main" href={addressOf('similarReport', { params })} target="_blank" rel="noopener">
              {t('similar.open')}
            </a>
            <a class="button" href={addressOf('similarPairs', { params })} download={`${contest}-pairs.csv`}>
              {t('similar.csv')}
            </a>
          </>
        )}
        {!isBusy && (
          <Action
            class={summary ? undefined : 'main'}
            run={async () => {
              await ask('compare', { params });
              await loaded.reload();
            }}
          >
            {summary ? t('similar.compare') : t('similar.compare-first')}
          </Action>
        )}
      </p>
      {summary && summary.left.length > 0 && (
        <details>
          <summary>{many('similar.left', summary.left.length)}</summary>
          <ul>
            {summary.left.map((sentence) => (
              <li key={sentence}>{capital(sentence)}</li>
            ))}
          </ul>
        </details>
      )}
      <p class="hint">{t('similar.careful')}</p>
    </Card>
  );
}

/**
 * Submissions whose modules are identical byte for byte, because one is a copy, or because entrants were given the
 * file.
 */
function Same(props: { contest: string; same: SimilarReply['same'] }): JSX.Element {
  return (
    <Card title={t('similar.same')}>
      <p class="hint">{t('similar.same-hint')}</p>
      <ul class="plain rows">
        {props.same.map((all) => (
          <li key={all.map(({ submission }) => submission).join()}>
            {all.map(({ entrant, name, submission }) => (
              <span key={entrant}>
                <a href={`/c/${props.contest}/entrants/${entrant}`}>{name}</a>{' '}
                <a class="hint" href={`/c/${props.contest}/submissions/${submission}`}>
                  #{submission}
                </a>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Groups({ groups }: { groups: Summary['groups'] }): JSX.Element {
  return (
    <Card title={t('similar.groups')}>
      <p class="hint">{t('similar.groups-hint')}</p>
      <ol>
        {groups.map((group) => (
          <li key={group.map(({ name, year }) => `${name} ${year}`).join()}>
            {group.map(({ name, year }) => (year === null ? name : `${name} (${year})`)).join(', ')}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The most similar pairs, with links to the pairs that the report shows. */
function Pairs({ contest, summary }: { contest: string; summary: Summary }): JSX.Element {
  const report = addressOf('similarReport', { params: { contest } });
  return (
    <Card title={t('similar.most')}>
      <p class="hint">{t('similar.most-hint')}</p>
      <Table
        label={t('similar.most')}
        columns={[[t('number'), 'number'], t('similar.one'), t('similar.other'), [t('similar.share'), 'number']]}
      >
        {summary.top.map(({ similarity, unusual, left, right }, at) => (
          <tr key={`${left.name} ${right.name} ${right.year}`}>
            <td class="number">{number(at + 1)}</td>
            <th scope="row">
              <SideName contest={contest} side={left} isFirst={firstOf(left, right) === 0} />
            </th>
            <td>
              <SideName contest={contest} side={right} isFirst={firstOf(left, right) === 1} />
            </td>
            <td class={`number ${unusual ? 'loud' : ''}`}>
              {at < summary.shown ? (
                <a
                  href={`${report}#pair-${at + 1}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${percent(similarity)}, ${t('similar.side')}: ${left.name}, ${right.name}`}
                >
                  {percent(similarity)}
                </a>
              ) : (
                percent(similarity)
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** The list of entrants whose players make similar choices in the same recorded matches. */
function Behaviour(props: { contest: string; behaviour: NonNullable<Summary['behaviour']> }): JSX.Element {
  const { contest, behaviour } = props;
  const side = (each: Omit<Side, 'year' | 'at'>) => <SideName contest={contest} side={{ ...each, year: null }} />;
  return (
    <Card title={t('similar.behaviour')}>
      <p class="hint">
        {t('similar.behaviour-hint', {
          players: behaviour.players,
          showings: behaviour.showings,
          rounds: behaviour.rounds,
        })}
      </p>
      <p>
        {many('similar.pairs', behaviour.pairs)}, {many('similar.unusual', behaviour.unusual)}
      </p>
      <Table
        label={t('similar.behaviour')}
        columns={[[t('number'), 'number'], t('similar.one'), t('similar.other'), [t('similar.beyond'), 'number']]}
      >
        {behaviour.top.map(({ left, right, excess, margin, unusual }, at) => (
          <tr key={`${left.name} ${right.name}`}>
            <td class="number">{number(at + 1)}</td>
            <th scope="row">{side(left)}</th>
            <td>{side(right)}</td>
            <td class={`number ${unusual ? 'loud' : ''}`}>
              {percent(excess)} <span class="hint">± {percent(margin)}</span>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function SideName(props: { contest: string; side: Side; isFirst?: boolean }): JSX.Element {
  const { contest, side, isFirst = false } = props;
  const { name, version, year, at } = side;
  return (
    <>
      {name}{' '}
      {year === null ? (
        <a class="hint" href={`/c/${contest}/submissions/${version}`}>
          #{version}
        </a>
      ) : (
        <span class="badge quiet">{year}</span>
      )}
      {at && (
        <div class="hint">
          <When at={at} exact /> {isFirst && <span class="badge">{t('similar.first')}</span>}
        </div>
      )}
    </>
  );
}

import type { ComponentChildren, JSX } from 'preact';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import type { FormatTerms } from '../../rounds/terms.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { entrantIn, may, mayChange } from '../data/session.ts';
import { type Key, listOf, many, moment, number, t } from '../i18n/messages.ts';
import { Action, Copy } from '../parts/action.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { saveReveal } from '../reveal/save.ts';
import { Forecast, withoutText } from './forecast.tsx';
import { figure, markFacts } from './mark-fields.tsx';
import { RoundFacts } from './rounds.tsx';

type RoundDetails = ReplyOf<'round'>;

/** A round's page: its terms and commitment, its progress, and finally its table. */
export function RoundPage({ contest, round }: { contest: Contest; round: number }): JSX.Element {
  const params = { contest: contest.slug, round };
  const loaded = useLoad('round', { params }, ['round', 'match']);
  const { value } = loaded;
  if (!value)
    return (
      <Page title={t('tab.rounds')}>
        {loaded.problem ? <Problem problem={loaded.problem} /> : <p class="hint waiting">{t('wait')}</p>}
      </Page>
    );
  const isOwner = mayChange(contest, 'owner');
  const canReveal = value.state === 'published' || (may(contest.slug, 'observer') && value.state === 'played');
  const change = (body: Parameters<typeof ask<'changeRound'>>[1]['body']) => async () => {
    await ask('changeRound', { params, body });
    await loaded.reload();
  };
  return (
    <Page
      title={value.title}
      about={<RoundFacts round={value} />}
      actions={
        <>
          {canReveal && (
            <a class="button main" href={`/c/${contest.slug}/rounds/${round}/reveal`}>
              {t('round.reveal')}
            </a>
          )}
          {isOwner && value.state === 'played' && (
            <Action sure={t('round.publish-sure')} run={change({ what: 'publish' })}>
              {t('round.publish')}
            </Action>
          )}
          {canReveal && (
            <a class="button" href={addressOf('exportRound', { params })} download>
              {t('export')}
            </a>
          )}
          {may(contest.slug, 'observer') && canReveal && (
            <>
              <a class="button" href={addressOf('exportRound', { params, query: { names: '1' } })} download>
                {t('reveal.export-names')}
              </a>
              <Action ofArchived run={() => saveReveal(contest, round)}>
                {t('reveal.save')}
              </Action>
            </>
          )}
          {isOwner && (value.state === 'announced' || value.state === 'playing') && (
            <Action class="danger" sure={t('round.cancel-sure')} run={change({ what: 'cancel' })}>
              {t('round.cancel')}
            </Action>
          )}
        </>
      }
    >
      {value.void.length > 0 && (
        <Card title={t('round.void')}>
          <p class="hint">{t('round.void-hint')}</p>
          <ul class="plain rows">
            {value.void.map(({ match, inRound, why }) => (
              <li key={match}>
                <a href={`/c/${contest.slug}/matches/${match}`}>{t('match', { n: String(match) })}</a>
                <span>{why}</span>
                <span class="space" />
                {mayChange(contest, 'assistant') && (
                  <Action run={() => ask('rerunMatch', { params: { contest: contest.slug, match } })}>
                    {t('match.again')}
                  </Action>
                )}
                {isOwner && (
                  <Action sure={t('round.annul-sure')} run={change({ what: 'annul', inRound })}>
                    {t('round.annul')}
                  </Action>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {value.waitsUntil && (
        <p class="notice">
          {t('round.waits-until', { when: moment(value.waitsUntil) })}
          {value.extended.length > 0 &&
            ` ${t('round.extended', { names: listOf(value.extended.map(({ name }) => name)) })}`}
        </p>
      )}
      {isOwner && value.state === 'announced' ? (
        <Forecast
          contest={contest.slug}
          of={{ format: JSON.stringify(value.terms.format), playOn: value.terms.playOn }}
        />
      ) : (
        value.without.length > 0 && <p class="notice">{withoutText(value.without)}</p>
      )}
      {value.waitsFor.length > 0 && <p class="notice">{many('round.waits', value.waitsFor.length)}</p>}
      {value.standing.length > 0 && <Standing contest={contest} round={value} withdraw={change} />}
      {value.marks.length > 0 &&
        (may(contest.slug, 'observer') ? (
          <Marks contest={contest.slug} round={value} />
        ) : (
          <OwnMark marks={value.marks} />
        ))}
      <div class="columns even">
        <Card title={t('round.terms')}>
          <Terms round={value} />
        </Card>
        <Card title={t('round.marks')}>
          {value.terms.marks === null ? (
            <p>{t('marks.no-rule')}</p>
          ) : (
            <Facts facts={markFacts(value.terms.marks, value.lateUntil !== null)} />
          )}
        </Card>
        <Card title={t('round.commitment')}>
          <p class="hint">{t('round.commitment-hint')}</p>
          <Copy text={value.commitment} label={t('round.commitment')} />
          {value.secret && (
            <>
              <p class="hint">{t('round.secret')}</p>
              <Copy text={value.secret} label={t('round.secret')} />
              <p class="hint">{t('round.verify')}</p>
              <Copy text="npx ludus round verify EXPORT" label="ludus round verify" />
            </>
          )}
        </Card>
      </div>
      {value.standing.length === 0 && value.field.length > 0 && <Field contest={contest.slug} field={value.field} />}
    </Page>
  );
}

function Terms({ round }: { round: RoundDetails }): JSX.Element {
  const { terms } = round;
  const { format } = terms;
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t('round.format'), t(`format.${format.kind}`)],
    [format.kind === 'last-out' ? t('round.matches-all') : t('round.matches-table'), number(format.matches)],
    ...formatFacts(format),
    [t('round.counts'), terms.counts === 'places' ? t('round.counts-places') : t('round.counts-scores')],
    ...(terms.revision === undefined ? [] : [[t('contest.revision'), terms.revision] as const]),
    [t('contest.boards'), terms.boards.map(({ name }) => name).join(', ')],
    [t('round.play-on'), number(terms.playOn)],
    [t('round.order'), terms.order === 'given' ? t('round.order-given') : t('round.order-drawn')],
  ];
  return <Facts facts={facts} />;
}

function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="facts-list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function formatFacts(format: FormatTerms): (readonly [string, string])[] {
  switch (format.kind) {
    case 'last-out':
      return [
        [t('round.out'), number(format.out)],
        [t('round.out-percent'), number(format.outPercent)],
      ];
    case 'knock-out':
      return [[t('round.lives'), number(format.lives)]];
    case 'round-robin':
      return [[t('round.decides'), number(format.decides)]];
    case 'swiss':
      return [
        [t('round.stages'), number(format.stages)],
        [t('round.decides'), number(format.decides)],
      ];
  }
}

/** The title of the table, by the state of the final. */
const TITLES: Partial<Record<RoundDetails['state'], Key>> = { published: 'match.result', played: 'round.unpublished' };

function Standing(props: {
  contest: Contest;
  round: RoundDetails;
  withdraw(body: { what: 'withdraw'; entrant: number }): () => Promise<void>;
}): JSX.Element {
  const { contest, round } = props;
  const own = entrantIn(contest.slug)?.number;
  const canWithdraw = mayChange(contest, 'owner') && round.state === 'playing';
  return (
    <Card title={t(TITLES[round.state] ?? 'round.so-far')}>
      <Table
        label={t('match.result')}
        class="ladder"
        columns={[
          [t('place'), 'number'],
          t('name'),
          [t('score'), 'number'],
          [t('games'), 'number wide-only'],
          t('state'),
        ]}
      >
        {round.standing.map((row) => (
          <tr key={row.entrant} class={row.entrant === own ? 'own' : undefined}>
            <td class="number place">{row.place}</td>
            <th scope="row">
              <a href={`/c/${contest.slug}/entrants/${row.entrant}`}>{row.name}</a>
              <span class="hint"> #{row.submission}</span>
            </th>
            <td class="number">{number(row.points, 3)}</td>
            <td class="number wide-only">{number(row.matches)}</td>
            <td>
              {row.withdrew !== null ? t('round.withdrew') : row.out !== null && t('round.out-after', { n: row.out })}
              {row.drawn && ' '}
              {row.drawn && <span class="badge quiet">{t('round.by-secret')}</span>}
              {canWithdraw && row.out === null && row.withdrew === null && (
                <Action
                  class="quiet"
                  sure={t('round.withdraw-sure')}
                  label={`${t('round.withdraw')}: ${row.name}`}
                  run={props.withdraw({ what: 'withdraw', entrant: row.entrant })}
                >
                  {t('round.withdraw')}
                </Action>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

/** The table of marks for the contest's staff. The best marks come first, and people who didn't play come last. */
function Marks({ contest, round }: { contest: string; round: RoundDetails }): JSX.Element {
  const hasTeams = round.marks.some(({ team }) => team !== null);
  const last = Number.POSITIVE_INFINITY;
  const people = round.marks.toSorted((a, b) => (a.place ?? last) - (b.place ?? last) || (a.id < b.id ? -1 : 1));
  return (
    <Card
      title={t('marks.people')}
      actions={
        <a
          class="button"
          href={addressOf('marks', { params: { contest }, query: { rounds: String(round.number) } })}
          download
        >
          {t('marks.csv')}
        </a>
      }
    >
      {round.standing.some(({ drawn }) => drawn) && <p class="hint">{t('marks.lots')}</p>}
      <Table
        label={t('marks.people')}
        columns={[t('name'), ...(hasTeams ? [t('team')] : []), [t('place'), 'number'], [t('marks.mark'), 'number']]}
      >
        {people.map(({ id, name, team, entrant, place, mark }, at) => (
          <tr key={id || at}>
            <th scope="row">
              {entrant === null ? name : <a href={`/c/${contest}/entrants/${entrant}`}>{name}</a>}
              {id !== '' && <span class="hint"> {id}</span>}
            </th>
            {hasTeams && <td>{team}</td>}
            <td class="number">{place ?? <span class="hint">{t('marks.not-in')}</span>}</td>
            <td class="number">{mark === null ? '–' : figure(mark)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function OwnMark({ marks: [{ place, mark }] }: { marks: RoundDetails['marks'] }): JSX.Element {
  return (
    <Card title={t('marks.own')}>
      {mark === null ? (
        <p>{t('marks.not-in')}</p>
      ) : (
        <Facts
          facts={[
            [t('marks.mark'), <strong key="mark">{figure(mark)}</strong>],
            ...(place === null ? [] : [[t('place'), number(place)] as const]),
          ]}
        />
      )}
    </Card>
  );
}

/** The list of participants, which is shown while there is no table. */
function Field(props: { contest: string; field: RoundDetails['field'] }): JSX.Element {
  return (
    <Card title={t('round.field')}>
      <ul class="plain name-list">
        {props.field.map(({ entrant, name, submission, daysLate }) => (
          <li key={entrant}>
            <a href={`/c/${props.contest}/entrants/${entrant}`}>{name}</a> <span class="hint">#{submission}</span>
            {daysLate > 0 && <span class="badge busy">{t('round.late', { n: daysLate })}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { roundMs } from '@ludus/viewer/player.ts';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { ofMatch } from '../data/news.ts';
import { entrantIn, mayChange } from '../data/session.ts';
import { sidesIn } from '../data/sides.ts';
import { number, percent, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { Captions, CommentaryButton } from '../parts/captions.tsx';
import { Card, Page, Problem } from '../parts/page.tsx';
import { Replay } from '../parts/replay.tsx';
import type { ReplayHandle } from '../parts/replay-frame.tsx';
import { Seat } from '../parts/seat.tsx';
import { Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';

type MatchDetails = ReplyOf<'match'>;

/** The page on which a match is watched, from its decisive round. */
export function MatchPage({ contest, match }: { contest: Contest; match: number }): JSX.Element {
  const params = { contest: contest.slug, match };
  const loaded = useLoad('match', { params }, ['match', 'submission', 'round', 'premiere'], ofMatch(match));
  const [handle, setHandle] = useState<ReplayHandle>();
  const { value } = loaded;
  const title = t('match', { n: String(match) });
  if (!value)
    return (
      <Page title={title}>
        {loaded.problem ? <Problem problem={loaded.problem} /> : <p class="hint waiting">{t('wait')}</p>}
      </Page>
    );
  const sides = sidesIn(value.seats);
  const mine = entrantIn(contest.slug)?.number;
  const own = value.seats.find(({ entrant }) => entrant !== null && entrant === mine);
  return (
    <Page
      title={title}
      about={
        <>
          {t(`kind.${value.kind}`)} · {value.board}
          {value.at && (
            <>
              {' '}
              · <When at={value.at} />
            </>
          )}
          {value.rounds !== null && <> · {t('match.rounds', { n: value.rounds })}</>}
        </>
      }
      actions={
        <>
          {handle && (
            <button
              type="button"
              class="main"
              onClick={() => {
                handle.play();
                handle.focus();
              }}
            >
              {t('match.decisive', { n: handle.round })}
            </button>
          )}
          {handle && <CommentaryButton />}
          {value.watchable && (
            <a class="button" href={addressOf('replay', { params })} download={`${contest.slug}-${match}`}>
              {t('download')}
            </a>
          )}
          {mayChange(contest, 'assistant') && value.state === 'void' && (
            <Action run={() => ask('rerunMatch', { params })}>{t('match.again')}</Action>
          )}
        </>
      }
    >
      {value.state === 'done' ? null : <Waiting match={value} />}
      {value.watchable && (
        <Replay
          contest={contest.slug}
          match={match}
          names={value.seats.map(({ name }) => name)}
          explained={own?.seat ?? 'last'}
          keepsRound
          onReady={setHandle}
        />
      )}
      {handle && (
        <Captions
          key={match}
          viewer={handle.viewer}
          sides={sides.map((side) => side.map(({ seat }) => seat))}
          names={sides.map(([{ name }]) => name)}
          msPerRound={roundMs(handle.viewer)}
        />
      )}
      {value.premiere && (
        <p class="notice" role="status">
          <a href={`/c/${contest.slug}`}>{t('premiere.in-matches')}</a>
        </p>
      )}
      {value.state === 'done' && !value.watchable && !value.premiere && <p class="notice">{t('match.gone')}</p>}
      <Card title={t('match.result')}>
        <Seats contest={contest} match={value} />
        <p class="hint engine">{t('match.engine', { engine: value.engine })}</p>
      </Card>
    </Page>
  );
}

function Waiting({ match }: { match: MatchDetails }): JSX.Element {
  return (
    <p class={match.state === 'void' ? 'notice bad' : 'notice'} role="status">
      {match.state === 'void' ? t('match.void-hint') : t('match.waiting')}
    </p>
  );
}

function Seats({ contest, match }: { contest: Contest; match: MatchDetails }): JSX.Element {
  const sides = sidesIn(match.seats);
  // Here, tied sides share the best of their places; in the tables, they share the mean of their places.
  const better = (place: number) => sides.filter(([seat]) => seat.place !== null && seat.place < place).length;
  return (
    <Table
      label={t('match.result')}
      columns={[t('seat'), t('name'), [t('place'), 'number'], [t('score'), 'number'], [t('budget'), 'number']]}
    >
      {sides.map((side) => {
        const [seat] = side;
        const verdicts = match.verdicts.filter((each) => side.some((own) => own.seat === each.seat));
        const used = side.flatMap((own) => match.used[own.seat] ?? []);
        return (
          <tr key={seat.seat}>
            <td>
              {side.map((own) => (
                <span key={own.seat} class="seat">
                  <Seat game={contest.game} seat={own.seat} /> P{own.seat + 1}
                </span>
              ))}
            </td>
            <th scope="row">
              {seat.entrant === null ? (
                seat.name
              ) : (
                <a href={`/c/${contest.slug}/entrants/${seat.entrant}`}>{seat.name}</a>
              )}
              {seat.version !== null && <span class="hint"> #{seat.version}</span>}
              {verdicts.map((verdict) => (
                <p key={verdict.seat} class="problem">
                  {side.length > 1 && `P${verdict.seat + 1}: `}
                  {t('match.fault', { round: String(verdict.round) })} {verdict.sentence}
                </p>
              ))}
            </th>
            <td class="number">{seat.place === null ? '' : number(1 + better(seat.place))}</td>
            <td class="number">{seat.score === null ? '' : number(seat.score)}</td>
            <td class="number">
              {used.map((share, at) => (
                <div key={side[at].seat}>{percent(share)}</div>
              ))}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

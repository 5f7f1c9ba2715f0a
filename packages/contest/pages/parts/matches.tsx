import type { ComponentChildren, JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import type { MatchLine } from '../../api/submissions.ts';
import { sidesIn } from '../data/sides.ts';
import { number, t } from '../i18n/messages.ts';
import { Seat } from './seat.tsx';
import { When } from './when.tsx';

/** A list of matches, with each match's result and the player at each seat. */
export function MatchList(props: {
  contest: Pick<Contest, 'slug' | 'game'>;
  matches: readonly MatchLine[];
  none: ComponentChildren;
}): JSX.Element {
  const { contest, matches } = props;
  if (matches.length === 0) return <>{props.none}</>;
  return (
    <ul class="match-list">
      {matches.map((match) => (
        <li key={match.number}>
          <a class="match" href={`/c/${contest.slug}/matches/${match.number}`}>
            <span class="match-head">
              <strong>{t('match', { n: String(match.number) })}</strong>
              <span class="hint">
                {t(`kind.${match.kind}`)} · {match.board}
              </span>
              <span class="space" />
              {match.premiere ? (
                <span class="badge busy">{t('premiere')}</span>
              ) : match.state === 'done' ? (
                <span class="hint">{match.at && <When at={match.at} />}</span>
              ) : (
                <span class={`badge ${match.state === 'void' ? 'bad' : 'busy'}`}>{t(`match.${match.state}`)}</span>
              )}
            </span>
            <span class="match-seats">
              {sidesIn(match.seats).map((side) => {
                const [{ seat, name, score, place }] = side;
                return (
                  <span key={seat} class={place === 1 ? 'seat first' : 'seat'}>
                    {side.map((each) => (
                      <Seat key={each.seat} game={contest.game} seat={each.seat} size={11} />
                    ))}
                    <span class="seat-name">{name}</span>
                    {score !== null && <span class="score">{number(score, Number.isInteger(score) ? 0 : 1)}</span>}
                    {side.some(({ fault }) => fault) && (
                      <span class="fault" title={t('fault')}>
                        ✕<span class="visually-hidden"> {t('fault')}</span>
                      </span>
                    )}
                  </span>
                );
              })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

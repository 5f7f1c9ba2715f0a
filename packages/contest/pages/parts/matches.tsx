import type { JSX } from 'preact';
import type { Contest } from '../../server/api/contest.ts';
import type { MatchLine } from '../../server/api/submissions.ts';
import { number, t } from '../words/words.ts';
import { Seat } from './seat.tsx';
import { When } from './when.tsx';

/** Matches, each with who played at which seat and how it came out. */
export function MatchList(props: {
  contest: Pick<Contest, 'slug' | 'game'>;
  matches: readonly MatchLine[];
  none: string;
}): JSX.Element {
  const { contest, matches } = props;
  if (matches.length === 0) return <p class="empty">{props.none}</p>;
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
              {match.state === 'done' ? (
                <span class="hint">{match.at && <When at={match.at} />}</span>
              ) : (
                <span class={`badge ${match.state === 'void' ? 'bad' : 'busy'}`}>{t(`match.${match.state}`)}</span>
              )}
            </span>
            <span class="match-seats">
              {match.seats.map(({ seat, name, score, place, fault }) => (
                <span key={seat} class={place === 1 ? 'seat first' : 'seat'}>
                  <Seat game={contest.game} seat={seat} size={11} />
                  <span class="seat-name">{name}</span>
                  {score !== null && <span class="score">{number(score, Number.isInteger(score) ? 0 : 1)}</span>}
                  {fault && (
                    <span class="fault" title={t('fault')}>
                      ✕<span class="visually-hidden"> {t('fault')}</span>
                    </span>
                  )}
                </span>
              ))}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

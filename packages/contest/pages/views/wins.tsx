import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { useLoad } from '../data/load.ts';
import { entrantIn } from '../data/session.ts';
import { number, percent, t } from '../i18n/messages.ts';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Page, Scroll, Shown } from '../parts/page.tsx';

/**
 * The table of wins. For each pair of entrants, it shows in how many matches both played, and in how many the row's
 * entrant was ahead.
 */
export function Wins({ contest }: { contest: Contest }): JSX.Element {
  const wins = useLoad('wins', { params: { contest: contest.slug } }, ['ladder']);
  const own = entrantIn(contest.slug)?.number;
  return (
    <Page title={t('tab.wins')} about={t('wins.hint')}>
      <Card>
        <Shown of={wins}>
          {({ entrants, ahead, met }) =>
            entrants.length < 2 ? (
              <Nothing contest={contest} text={t('wins.none')} />
            ) : (
              <Scroll label={t('tab.wins')}>
                <table class="wins">
                  <thead>
                    <tr>
                      <td />
                      {entrants.map(({ entrant, name }, i) => (
                        <th key={entrant} scope="col" title={name}>
                          <span aria-hidden="true">{i + 1}</span>
                          <span class="visually-hidden">{name}</span>
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {entrants.map(({ entrant, name }, i) => (
                      <tr key={entrant} class={entrant === own ? 'own' : undefined}>
                        <th scope="row">
                          <span class="hint" aria-hidden="true">
                            {i + 1}
                          </span>{' '}
                          <a href={`/c/${contest.slug}/entrants/${entrant}`}>{name}</a>
                        </th>
                        {entrants.map((rival, j) => (
                          <Cell
                            key={rival.entrant}
                            same={i === j}
                            ahead={ahead[i][j]}
                            met={met[i][j]}
                            rival={rival.name}
                          />
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scroll>
            )
          }
        </Shown>
      </Card>
    </Page>
  );
}

function Cell(props: { same: boolean; ahead: number; met: number; rival: string }): JSX.Element {
  const { same, ahead, met, rival } = props;
  if (same) return <td class="same" />;
  if (met === 0) return <td class="heat none">·</td>;
  const share = ahead / met;
  return (
    <td
      class={`heat h${Math.round(share * 10)}`}
      title={t('wins.cell', { rival, ahead: number(ahead, ahead % 1 === 0 ? 0 : 1), met })}
    >
      {percent(share).replace(/\s?%/, '')}
    </td>
  );
}

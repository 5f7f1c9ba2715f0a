import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { ApiProblem } from '../../api/route.ts';
import { address } from '../data/address.ts';
import { ask, problemOf } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { mayChange } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Page, Problem } from '../parts/page.tsx';
import { Replay } from '../parts/replay.tsx';
import { channelWire } from './presenter.ts';
import { RevealStage } from './stage.tsx';

/**
 * A reveal for a lecture hall: the results of a round, one screen after the other. With `?notes` in the address, the
 * page shows the presenter's notes.
 */
export function Reveal({ contest, round }: { contest: Contest; round: number }): JSX.Element {
  const params = { contest: contest.slug, round };
  const loaded = useLoad('reveal', { params }, ['round']);
  const about = useLoad('round', { params }, ['round']);
  const [problem, setProblem] = useState<ApiProblem>();
  const wire = useMemo(() => channelWire(`${contest.slug} ${round}`), [contest.slug, round]);
  const publish = async () => {
    setProblem(undefined);
    try {
      await ask('changeRound', { params, body: { what: 'publish' } });
      await about.reload();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  if (!loaded.value || !about.value)
    return (
      <Page title={t('tab.rounds')}>
        {(loaded.problem ?? about.problem) ? (
          <Problem problem={(loaded.problem ?? about.problem)!} />
        ) : (
          <p class="hint waiting">{t('wait')}</p>
        )}
      </Page>
    );
  return (
    <RevealStage
      contest={contest}
      title={about.value.title}
      steps={loaded.value}
      standing={about.value.standing}
      isNotes={address.value.query.has('notes')}
      wire={wire}
      play={(match) => <DecisiveMatch contest={contest} match={match} />}
      actions={
        <a class="button" href={`/c/${contest.slug}/rounds/${round}`}>
          {t('reveal.leave')}
        </a>
      }
      atEnd={
        mayChange(contest, 'owner') &&
        about.value.state === 'played' && (
          <button type="button" onClick={() => void publish()}>
            {t('round.publish')}
          </button>
        )
      }
      notice={problem && <Problem problem={problem} />}
    />
  );
}

function DecisiveMatch({ contest, match }: { contest: Contest; match: number }): JSX.Element {
  const loaded = useLoad('match', { params: { contest: contest.slug, match } });
  if (!loaded.value) return <p class="hint">{loaded.problem?.message ?? t('wait')}</p>;
  return (
    <Replay
      contest={contest.slug}
      match={match}
      names={loaded.value.seats.map(({ name }) => name)}
      onReady={(handle) => handle.play()}
    />
  );
}

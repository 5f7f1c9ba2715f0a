import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { addressOf } from '../../api/client.ts';
import type { Contest } from '../../api/contest.ts';
import type { RoundLine } from '../../api/rounds.ts';
import { now } from '../data/clock.ts';
import { useLoad } from '../data/load.ts';
import { phaseOf } from '../data/phase.ts';
import { may, mayChange } from '../data/session.ts';
import { many, t } from '../i18n/messages.ts';
import { Choice } from '../parts/form.tsx';
import { useMarkChoice } from '../parts/mark-choice.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Card, Empty, Page, Shown } from '../parts/page.tsx';
import { When } from '../parts/when.tsx';
import { NewRound } from './new-round.tsx';

/** The list of finals and their progress. */
export function Rounds({ contest }: { contest: Contest }): JSX.Element {
  const rounds = useLoad('rounds', { params: { contest: contest.slug } }, ['round']);
  const [planning, setPlanning] = useState(false);
  return (
    <Page
      title={t('tab.rounds')}
      about={t('rounds.about')}
      actions={
        mayChange(contest, 'owner') && (
          <button type="button" class="main" aria-expanded={planning} onClick={() => setPlanning(!planning)}>
            {t('round.new')}
          </button>
        )
      }
    >
      {planning && (
        <NewRound
          contest={contest}
          cancel={() => setPlanning(false)}
          onMade={async () => {
            setPlanning(false);
            await rounds.reload();
          }}
        />
      )}
      <Shown of={rounds}>
        {(all) =>
          all.length === 0 ? (
            !planning && <None contest={contest} plan={() => setPlanning(true)} />
          ) : (
            <ul class="contests">
              {all.map((round) => (
                <li key={round.number}>
                  <a class="card contest" href={`/c/${contest.slug}/rounds/${round.number}`}>
                    <span class="contest-title">{round.title}</span>
                    <RoundFacts round={round} />
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {may(contest.slug, 'observer') && rounds.value && <Marks contest={contest.slug} rounds={rounds.value} />}
    </Page>
  );
}

/** The page while there is no final. An owner can plan a final; everyone else sees the contest's current phase. */
function None({ contest, plan }: { contest: Contest; plan(): void }): JSX.Element {
  const phase = phaseOf(contest, now.value);
  if (mayChange(contest, 'owner'))
    return (
      <p class="empty">
        {t('rounds.none')}{' '}
        <button type="button" onClick={plan}>
          {t('rounds.plan-first')}
        </button>
      </p>
    );
  const isOver = phase === 'closed' || phase === 'archived';
  if (phase === 'planned') return <Nothing contest={contest} text={t('rounds.none')} />;
  const text = t(isOver ? 'rounds.none-over' : 'rounds.none');
  return <Empty text={text} to={`/c/${contest.slug}`} label={t('empty.ladder')} />;
}

export function RoundFacts({ round }: { round: RoundLine }): JSX.Element {
  const kind = { announced: 'busy', playing: 'busy', played: 'good', published: 'good', cancelled: 'bad' } as const;
  return (
    <>
      <span class="facts">
        <span class={`badge ${kind[round.state]}`}>{t(`round.${round.state}`)}</span>
        <span>
          {t('round.deadline')} <When at={round.deadline} exact />
        </span>
        {round.entrants !== null && <span>{many('entrants', round.entrants)}</span>}
        {round.planned > 0 && <span>{t('round.played-of', { played: round.played, planned: round.planned })}</span>}
      </span>
      {round.state === 'playing' && (
        <progress value={round.played} max={Math.max(round.planned, 1)} aria-label={t('round.playing')} />
      )}
    </>
  );
}

/** The combined marks of some rounds, for the course's records. */
function Marks(props: { contest: string; rounds: readonly RoundLine[] }): JSX.Element | null {
  const choice = useMarkChoice(props.rounds);
  const [delimiter, setDelimiter] = useState<'comma' | 'semicolon'>('comma');
  if (!choice) return null;
  const decimal = delimiter === 'semicolon' ? 'comma' : 'point';
  const query = { ...choice.chosen, delimiter, decimal } as const;
  return (
    <Card title={t('round.marks')}>
      <div class="fields">
        {choice.fields}
        <Choice
          label={t('marks.delimiter')}
          name="delimiter"
          value={delimiter}
          onChange={(value) => setDelimiter(value === 'semicolon' ? 'semicolon' : 'comma')}
          options={[
            ['comma', '7.5,8.0'],
            ['semicolon', '7,5;8,0'],
          ]}
        />
      </div>
      {choice.chosen.rounds !== '' && (
        <p class="row-actions">
          <a class="button" href={addressOf('marks', { params: { contest: props.contest }, query })} download>
            {t('marks.csv')}
          </a>
        </p>
      )}
    </Card>
  );
}

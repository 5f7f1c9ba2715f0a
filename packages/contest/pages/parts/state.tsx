import type { JSX } from 'preact';
import type { Submission } from '../../api/submissions.ts';
import type { SubmissionState } from '../../words.ts';
import { t } from '../i18n/messages.ts';

/** A badge that shows a submission's state in one word. */
export function StateBadge({ submission }: { submission: Pick<Submission, 'state' | 'live'> }): JSX.Element {
  const { state, live } = submission;
  if (live) return <span class="badge good">{t('state.live')}</span>;
  const kind = state === 'rejected' ? 'bad' : state === 'in' ? 'quiet' : 'busy';
  return <span class={`badge ${kind}`}>{t(`state.${state}`)}</span>;
}

const WAY = ['received', 'compiling', 'checking', 'qualifying', 'in'] as const;

/**
 * The steps that a submission takes, and the submission's progress through them. `stopped`: the last state before the
 * rejection.
 */
export function Steps(props: {
  state: SubmissionState;
  stopped?: SubmissionState | undefined;
  qualifying: Submission['qualifying'];
}): JSX.Element {
  const rejected = props.state === 'rejected';
  const at = WAY.indexOf((rejected ? (props.stopped ?? 'compiling') : props.state) as (typeof WAY)[number]);
  return (
    <ol class="steps" aria-label={t('steps')}>
      {WAY.map((state, i) => {
        const done = i < at || (props.state === 'in' && i === at);
        const kind = done ? 'done' : i > at ? 'later' : rejected ? 'failed' : 'now';
        const { qualifying } = props;
        return (
          <li key={state} class={kind} aria-current={kind === 'now' ? 'step' : undefined}>
            <span class="dot" aria-hidden="true">
              {kind === 'done' ? '✓' : kind === 'failed' ? '✕' : i + 1}
            </span>
            <span>
              {t(`step.${state}`)}
              <span class="visually-hidden"> ({t(`step.${kind}`)})</span>
              {state === 'qualifying' && qualifying && i <= at && (
                <small>{t('qualifying', { ...qualifying, ahead: qualifying.ahead, played: qualifying.played })}</small>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

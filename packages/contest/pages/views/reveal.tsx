import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { ApiProblem } from '../../api/route.ts';
import type { ReplyOf } from '../../api/routes.ts';
import { ask, problemOf } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { isOrganiser } from '../data/session.ts';
import { number, t } from '../i18n/messages.ts';
import { Page, Problem } from '../parts/page.tsx';
import { Replay } from '../parts/replay.tsx';

type ShownStep = ReplyOf<'reveal'>[number];

/** For a lecture hall: what came out of a round, one step after the other, with the match that decided it. */
export function Reveal({ contest, round }: { contest: Contest; round: number }): JSX.Element {
  const params = { contest: contest.slug, round };
  const loaded = useLoad('reveal', { params }, ['round']);
  const about = useLoad('round', { params }, ['round']);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const steps = loaded.value ?? [];
  const here = Math.min(at, steps.length);
  const to = (next: number) => setAt(Math.max(0, Math.min(steps.length, next)));
  const publish = async () => {
    setProblem(undefined);
    try {
      await ask('changeRound', { params, body: { what: 'publish' } });
      await about.reload();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  // Before it is seen that the page is ready, its keys are.
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A presenter's keys are the page's wherever one is; the arrows are the viewer's and a field's while one is in it.
      const isBusy = event
        .composedPath()
        .some((each) => /^(?:input|select|textarea|ludus-viewer)$/.test((each as Element).localName));
      if (event.key === 'PageDown' || (event.key === 'ArrowRight' && !isBusy)) to(here + 1);
      else if (event.key === 'PageUp' || (event.key === 'ArrowLeft' && !isBusy)) to(here - 1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', keys, true);
    return () => document.removeEventListener('keydown', keys, true);
  });
  if (!loaded.value)
    return (
      <Page title={t('tab.rounds')}>
        {loaded.problem ? <Problem problem={loaded.problem} /> : <p class="hint waiting">{t('wait')}</p>}
      </Page>
    );
  const nameOf = namesIn(steps);
  const step = here === 0 ? undefined : steps[here - 1];
  return (
    <div class="reveal">
      <header>
        <h1>{about.value?.title}</h1>
        <p class="reveal-at">{t('reveal.at', { at: here, of: steps.length })}</p>
        <span class="space" />
        <button type="button" onClick={() => to(here - 1)} disabled={here === 0}>
          ← {t('reveal.back')}
        </button>
        <button type="button" class="main" disabled={here === steps.length} onClick={() => to(here + 1)}>
          {t('reveal.next')} →
        </button>
        {isOrganiser.value && about.value?.state === 'played' && here === steps.length && (
          <button type="button" onClick={() => void publish()}>
            {t('round.publish')}
          </button>
        )}
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => void document.querySelector('.reveal')?.requestFullscreen()}>
            {t('reveal.full')}
          </button>
        )}
      </header>
      {problem && <Problem problem={problem} />}
      <div class="reveal-body" aria-live="polite">
        {step ? (
          <Step contest={contest} step={step} nameOf={nameOf} key={here} last={here === steps.length} />
        ) : (
          <p class="reveal-begin">{steps.length === 0 ? t('reveal.none') : t('reveal.begin')}</p>
        )}
      </div>
    </div>
  );
}

/** The names of entrants in the steps. */
function namesIn(steps: readonly ShownStep[]): (entrant: number) => string {
  const names = new Map<number, string>();
  for (const { rows } of steps) for (const { entrant, name } of rows) names.set(entrant, name);
  return (entrant) => names.get(entrant) ?? `#${entrant}`;
}

interface StepProps {
  readonly contest: Contest;
  readonly step: ShownStep;
  readonly last: boolean;
  nameOf(entrant: number): string;
}

function Step({ contest, step, last, nameOf }: StepProps): JSX.Element {
  return (
    <>
      <div class="reveal-table">
        {step.kind === 'place' ? (
          <div class={step.place === 1 && last ? 'winner' : 'fallen'}>
            <p class="reveal-place">{step.place === 1 ? t('reveal.winner') : t('reveal.place', { n: step.place })}</p>
            {step.rows.map(({ entrant, points }) => (
              <p key={entrant} class="reveal-name">
                {nameOf(entrant)} <small>{number(points, 2)}</small>
              </p>
            ))}
          </div>
        ) : (
          <Cut step={step} nameOf={nameOf} />
        )}
      </div>
      {step.decisive !== null && (
        <section class="reveal-match" aria-label={t('reveal.decisive', { n: String(step.decisive) })}>
          <h2>{t('reveal.decisive', { n: String(step.decisive) })}</h2>
          <DecisiveMatch contest={contest} match={step.decisive} />
        </section>
      )}
    </>
  );
}

function Cut({ step, nameOf }: { step: Extract<ShownStep, { kind: 'cut' }>; nameOf(n: number): string }): JSX.Element {
  const out = step.rows.filter(({ stays }) => !stays);
  return (
    <>
      <p class="reveal-place">
        {t('reveal.stage', { n: step.stage })}
        {step.table !== null && <> · {t('reveal.table', { n: step.table })}</>}
      </p>
      <p class="reveal-out">
        {t('reveal.out')} <strong>{out.map(({ entrant }) => nameOf(entrant)).join(', ')}</strong>
      </p>
      {step.drawn.length > 0 && <p class="notice">{t('reveal.drawn', { names: step.drawn.map(nameOf).join(', ') })}</p>}
      {step.playedOn.length > 0 && <p class="hint">{t('reveal.played-on', { n: step.playedOn.length })}</p>}
      <ol class="reveal-rows">
        {step.rows.map(({ entrant, points, stays }) => (
          <li key={entrant} class={stays ? undefined : 'out'}>
            <span>
              {nameOf(entrant)}
              {!stays && <span class="visually-hidden"> {t('reveal.is-out')}</span>}
            </span>
            <span class="points">{number(points, 3)}</span>
          </li>
        ))}
      </ol>
    </>
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

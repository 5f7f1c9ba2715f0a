import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Contest } from '../../api/contest.ts';
import type { ApiProblem } from '../../api/route.ts';
import { address } from '../data/address.ts';
import { ask, problemOf } from '../data/ask.ts';
import { useLoad } from '../data/load.ts';
import { isOrganiser } from '../data/session.ts';
import { t } from '../i18n/messages.ts';
import { Page, Problem } from '../parts/page.tsx';
import { Notes } from './notes.tsx';
import { useSharedScreen } from './presenter.ts';
import { screensOf } from './screens.ts';
import { Shown } from './shown.tsx';

/** For a lecture hall: how a round came out, one screen after the other. With `?notes` in the address: the presenter's notes. */
export function Reveal({ contest, round }: { contest: Contest; round: number }): JSX.Element {
  const params = { contest: contest.slug, round };
  const loaded = useLoad('reveal', { params }, ['round']);
  const about = useLoad('round', { params }, ['round']);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const tell = useSharedScreen(`${contest.slug} ${round}`, at, setAt);
  const steps = loaded.value ?? [];
  const screens = screensOf(steps, about.value?.standing ?? []);
  const here = Math.min(at, screens.length);
  const to = (next: number) => {
    const screen = Math.max(0, Math.min(screens.length, next));
    setAt(screen);
    tell(screen);
  };
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
  const isNotes = address.value.query.has('notes');
  return (
    <div class="reveal">
      <header>
        <h1>{about.value.title}</h1>
        <p class="reveal-at">{t('reveal.at', { at: here, of: screens.length })}</p>
        <span class="space" />
        <button type="button" onClick={() => to(here - 1)} disabled={here === 0}>
          ← {t('reveal.back')}
        </button>
        <button type="button" class="main" disabled={here === screens.length} onClick={() => to(here + 1)}>
          {t('reveal.next')} →
        </button>
        {isOrganiser.value && about.value.state === 'played' && here === screens.length && (
          <button type="button" onClick={() => void publish()}>
            {t('round.publish')}
          </button>
        )}
        {!isNotes && (
          <>
            <a class="button" href="?notes" target="ludus-notes">
              {t('reveal.notes')}
            </a>
            {document.fullscreenEnabled && (
              <button type="button" onClick={() => void document.querySelector('.reveal')?.requestFullscreen()}>
                {t('reveal.full')}
              </button>
            )}
            <a class="button" href={`/c/${contest.slug}/rounds/${round}`}>
              {t('reveal.leave')}
            </a>
          </>
        )}
      </header>
      {problem && <Problem problem={problem} />}
      {isNotes ? (
        <Notes contest={contest} steps={steps} screens={screens} at={here} />
      ) : (
        <div class="reveal-body" aria-live="polite">
          {here > 0 ? (
            <Shown contest={contest} title={about.value.title} steps={steps} screen={screens[here - 1]} key={here} />
          ) : (
            <p class="reveal-begin">{steps.length === 0 ? t('reveal.none') : t('reveal.begin')}</p>
          )}
        </div>
      )}
    </div>
  );
}

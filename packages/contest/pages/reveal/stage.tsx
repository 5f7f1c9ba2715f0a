import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../i18n/messages.ts';
import { Notes } from './notes.tsx';
import { useSharedScreen } from './presenter.ts';
import { type RevealedStep, type Standing, screensOf } from './screens.ts';
import { Shown, type ShownContest } from './shown.tsx';

/** The results of a round, one screen after the other, or the presenter's notes on these results. */
export function RevealStage(props: {
  contest: ShownContest;
  /** The round's title. */
  title: string;
  steps: readonly RevealedStep[];
  standing: readonly Standing[];
  isNotes: boolean;
  wire: Parameters<typeof useSharedScreen>[0];
  /** Shows a match in the viewer. */
  play(match: number): JSX.Element;
  /** Elements next to the buttons. `atEnd`: elements that are shown only after the last screen. */
  actions?: ComponentChildren;
  atEnd?: ComponentChildren;
  /** Elements below the buttons. */
  notice?: ComponentChildren;
}): JSX.Element {
  const { contest, title, steps, isNotes } = props;
  const [at, setAt] = useState(0);
  const tell = useSharedScreen(props.wire, at, setAt);
  const screens = screensOf(steps, props.standing);
  const here = Math.min(at, screens.length);
  const to = (next: number) => {
    const screen = Math.max(0, Math.min(screens.length, next));
    setAt(screen);
    tell(screen);
  };
  // This is a layout effect, so that the keys work before the page is painted.
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A presenter's keys always control the page. Arrow keys belong to the viewer or to a field while it has the
      // focus.
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
  return (
    <div class="reveal">
      <header>
        <h1>{title}</h1>
        <p class="reveal-at">{t('reveal.at', { at: here, of: screens.length })}</p>
        <span class="space" />
        <button type="button" onClick={() => to(here - 1)} disabled={here === 0}>
          ← {t('reveal.back')}
        </button>
        <button type="button" class="main" disabled={here === screens.length} onClick={() => to(here + 1)}>
          {t('reveal.next')} →
        </button>
        {here === screens.length && props.atEnd}
        {!isNotes && (
          <>
            {/* In a saved page, the notes communicate with their opener, which must be this window. */}
            <a class="button" href="?notes" target="ludus-notes" rel="opener">
              {t('reveal.notes')}
            </a>
            {document.fullscreenEnabled && (
              <button type="button" onClick={() => void document.querySelector('.reveal')?.requestFullscreen()}>
                {t('reveal.full')}
              </button>
            )}
            {props.actions}
          </>
        )}
      </header>
      {props.notice}
      {isNotes ? (
        <Notes steps={steps} screens={screens} at={here} />
      ) : (
        <div class="reveal-body" aria-live="polite">
          {here > 0 ? (
            <Shown {...{ contest, title, steps }} play={props.play} screen={screens[here - 1]} key={here} />
          ) : (
            <p class="reveal-begin">{steps.length === 0 ? t('reveal.none') : t('reveal.begin')}</p>
          )}
        </div>
      )}
    </div>
  );
}

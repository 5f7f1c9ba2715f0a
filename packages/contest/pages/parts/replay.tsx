import { VIEWS } from '@ludus/studio/views.ts';
import { explainShown, forgetShown } from '@ludus/studio/why.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import type { Viewer } from '@ludus/viewer/player.ts';
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/client.ts';
import type { ApiProblem } from '../../api/route.ts';
import { problemOf } from '../data/ask.ts';
import { decisiveRound, lead } from '../data/decisive.ts';
import { theme } from '../data/theme.ts';
import { t } from '../i18n/messages.ts';
import { Problem } from './page.tsx';

/** The page's controls over the match that it shows. */
export interface ReplayHandle {
  /** The round that decided it. */
  readonly round: number;
  readonly viewer: Viewer;
  /** Goes there and plays. */
  play(): void;
  /** From now on keys are the viewer's. */
  focus(): void;
}

/**
 * A match in the viewer. It begins where it was decided. `names`: what the players are called, by seat. `explained`: the seat whose play is
 * explained at the end, `last` for the one that came last; without it nothing is.
 */
export function Replay(props: {
  contest: string;
  match: number;
  names: readonly string[];
  explained?: number | 'last';
  onReady?(handle: ReplayHandle): void;
  class?: string;
}): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const [problem, setProblem] = useState<ApiProblem>();
  const { contest, match, explained } = props;
  useEffect(() => {
    defineLudusViewer(VIEWS);
    const viewer = new LudusViewerElement();
    const leaving = new AbortController();
    host.current!.append(viewer);
    const stops: (() => void)[] = [effect(() => viewer.setAttribute('theme', theme.value))];
    const params = { contest, match };
    const show = async () => {
      const [replay, sidecar] = await Promise.all([
        ask({ signal: leaving.signal }, 'replay', { params }).then((answer) => answer.arrayBuffer()),
        ask({ signal: leaving.signal }, 'sidecar', { params }).then(
          (answer) => answer.text(),
          () => undefined,
        ),
      ]);
      if (!viewer.load(new Uint8Array(replay), `${contest}-${match}`, props.names)) return;
      if (sidecar !== undefined) viewer.loadSidecar(sidecar);
      if (explained !== undefined) explainShown(viewer, explained === 'last' ? undefined : explained);
      stops.push(
        forgetShown,
        whenDecided(viewer, (handle) => props.onReady?.(handle)),
      );
    };
    show().catch((error) => {
      if (!leaving.signal.aborted) setProblem(problemOf(error));
    });
    return () => {
      leaving.abort();
      for (const stop of stops) stop();
      viewer.remove();
    };
  }, [contest, match, explained]);
  if (problem) return <Problem problem={problem} />;
  return <section ref={host} class={`replay ${props.class ?? ''}`} aria-label={t('match.viewer')} />;
}

/** Once the whole match has been looked through, goes shortly before the round that decided it. */
function whenDecided(viewer: LudusViewerElement, tell: (handle: ReplayHandle) => void): () => void {
  let told = false;
  return effect(() => {
    const { analysed, analysis, timeline } = viewer.viewer;
    void analysed.value;
    const shown = timeline.value;
    const known = analysis.value;
    if (told || !shown || !known || known.done <= shown.last) return;
    told = true;
    const round = decisiveRound(known.curves[0] ?? []);
    const play = () => {
      viewer.pause();
      viewer.seek(lead(round));
      viewer.play();
    };
    // A user who has begun to look around stays in place.
    if (viewer.round === 0 && !viewer.playing) viewer.seek(lead(round));
    tell({ round, viewer: viewer.viewer, play, focus: () => viewer.focus() });
  });
}

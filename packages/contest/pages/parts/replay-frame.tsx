import { VIEWS } from '@ludus/studio/views.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { keepRound, roundOfHash } from '@ludus/viewer/page.ts';
import type { Viewer } from '@ludus/viewer/player.ts';
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/route.ts';
import { problemOf } from '../data/ask.ts';
import { decisiveRound, lead } from '../data/decisive.ts';
import { leadCurves } from '../data/lead-curves.ts';
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
 * A viewer that begins where the match that it opened was decided. It is made again for another `match`.
 *
 * @param props `open`: gives the viewer its match; false: it has none, and shows why. `keepsRound`: the address names the round, and
 * the viewer begins there
 */
export function ReplayFrame(props: {
  match: string;
  open(viewer: LudusViewerElement, leaving: AbortSignal): Promise<boolean> | boolean;
  keepsRound?: boolean | undefined;
  onReady?: ((handle: ReplayHandle) => void) | undefined;
  class?: string | undefined;
}): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    defineLudusViewer(VIEWS);
    const viewer = new LudusViewerElement();
    const leaving = new AbortController();
    host.current!.append(viewer);
    const stops: (() => void)[] = [effect(() => viewer.setAttribute('theme', theme.value))];
    const show = async () => {
      if (!(await props.open(viewer, leaving.signal))) return;
      const round = props.keepsRound ? roundOfHash() : undefined;
      if (round !== undefined) viewer.seek(round);
      if (props.keepsRound) keepRound(viewer, leaving.signal);
      stops.push(whenDecided(viewer, round === undefined, (handle) => props.onReady?.(handle)));
    };
    show().catch((error) => {
      if (!leaving.signal.aborted) setProblem(problemOf(error));
    });
    return () => {
      leaving.abort();
      for (const stop of stops) stop();
      viewer.remove();
    };
  }, [props.match]);
  if (problem) return <Problem problem={problem} />;
  return <section ref={host} class={`replay ${props.class ?? ''}`} aria-label={t('match.viewer')} />;
}

/** Once the whole match has been looked through, goes shortly before the round that decided it, if it `goes`. */
function whenDecided(viewer: LudusViewerElement, goes: boolean, tell: (handle: ReplayHandle) => void): () => void {
  let told: number | undefined;
  return effect(() => {
    const { analysed, analysis, timeline, turn } = viewer.viewer;
    void analysed.value;
    const shown = timeline.value;
    const known = analysis.value;
    const turning = turn.value?.round;
    if (!shown || !known || known.done <= shown.last) return;
    // The end card names the same round, once the match has been explained.
    const round = turning ?? decisiveRound(leadCurves(viewer.viewer));
    if (round === told) return;
    const isFirst = told === undefined;
    told = round;
    const play = () => {
      viewer.pause();
      viewer.seek(lead(round));
      viewer.play();
    };
    // A user who has begun to look around stays in place.
    if (goes && isFirst && viewer.round === 0 && !viewer.playing) viewer.seek(lead(round));
    tell({ round, viewer: viewer.viewer, play, focus: () => viewer.focus() });
  });
}

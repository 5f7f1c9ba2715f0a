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

/** The page's access to the match that it shows. */
export interface ReplayHandle {
  /** The decisive round. */
  readonly round: number;
  readonly viewer: Viewer;
  /** Goes to the decisive round and plays from there. */
  play(): void;
  /** Moves the keyboard focus to the viewer. */
  focus(): void;
}

/**
 * A viewer that starts near the decisive round of its match. If `match` changes, a new viewer is created.
 *
 * @param props `open`: loads the match into the viewer; false: there is no match to load, and the viewer shows the
 * reason. `keepsRound`: the viewer starts at the round in the address
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

/** Reports when the whole match is analysed. If `goes` is true, seeks to shortly before the decisive round. */
function whenDecided(viewer: LudusViewerElement, goes: boolean, tell: (handle: ReplayHandle) => void): () => void {
  let told: number | undefined;
  return effect(() => {
    const { analysed, analysis, timeline, turn } = viewer.viewer;
    void analysed.value;
    const shown = timeline.value;
    const known = analysis.value;
    const turning = turn.value?.round;
    if (!shown || !known || known.done <= shown.last) return;
    // The end card, which appears after the analysis, names the same round.
    const round = turning ?? decisiveRound(leadCurves(viewer.viewer));
    if (round === told) return;
    const isFirst = told === undefined;
    told = round;
    const play = () => {
      viewer.pause();
      viewer.seek(lead(round));
      viewer.play();
    };
    // If the user has already moved to another round, the viewer stays there.
    if (goes && isFirst && viewer.round === 0 && !viewer.playing) viewer.seek(lead(round));
    tell({ round, viewer: viewer.viewer, play, focus: () => viewer.focus() });
  });
}

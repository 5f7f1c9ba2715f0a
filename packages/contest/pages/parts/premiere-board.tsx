import { VIEWS } from '@ludus/studio/views.ts';
import { explainShown, forgetShown } from '@ludus/studio/why.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { compareSeats, type Viewer } from '@ludus/viewer/player.ts';
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/client.ts';
import type { ApiProblem } from '../../api/route.ts';
import { problemOf } from '../data/ask.ts';
import { serverMs } from '../data/clock.ts';
import { afterBusyMs } from '../data/retry-delays.ts';
import { theme } from '../data/theme.ts';
import { t } from '../i18n/messages.ts';
import { Problem } from './page.tsx';

/**
 * Interval at which the board is synchronised with the server's clock, and the difference that is allowed between the
 * two, in milliseconds.
 */
const CHECK_MS = 1000;
const OFF_MS = 700;
/** Maximum number of repeated requests for a premiere's replay, if the server doesn't return it yet. */
const MAX_TRIES = 5;

/**
 * A match synchronised with the server's clock, in the viewer without its controls. `times`: its start and its end, in
 * milliseconds.
 */
export function PremiereBoard(props: {
  contest: string;
  match: number;
  seats: readonly { readonly seat: number; readonly name: string }[];
  times: readonly [number, number];
  onViewer(viewer: Viewer | undefined): void;
}): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const [problem, setProblem] = useState<ApiProblem>();
  const { contest, match, times, seats } = props;
  const [starts, ends] = times;
  useEffect(() => {
    defineLudusViewer(VIEWS);
    const viewer = new LudusViewerElement();
    viewer.setAttribute('controls', 'none');
    // The board ignores keys and clicks, so that no one can look ahead.
    viewer.inert = true;
    host.current!.append(viewer);
    const leaving = new AbortController();
    const stops: (() => void)[] = [effect(() => viewer.setAttribute('theme', theme.value)), forgetShown];
    const show = async () => {
      const bytes = await replayOf(contest, match, leaving.signal);
      const names = seats.map(({ name }) => name);
      if (!viewer.load(bytes, `${contest}-${match}`, names) || viewer.rounds === 0) return;
      viewer.setAttribute('delay', String((ends - starts) / viewer.rounds));
      // Everyone sees the same moment, so the viewer must not slow down.
      viewer.viewer.slows.value = false;
      viewer.viewer.sound.value = false;
      explainShown(viewer, winnerIn(viewer));
      const keepUp = () => {
        follow(viewer, starts, ends);
        if (serverMs() < ends) return;
        // The premiere is over for everyone, so spectators may save a clip.
        clearInterval(timer);
        viewer.inert = false;
      };
      const timer = setInterval(keepUp, CHECK_MS);
      stops.push(() => clearInterval(timer));
      keepUp();
      props.onViewer(viewer.viewer);
    };
    show().catch((error) => {
      if (!leaving.signal.aborted) setProblem(problemOf(error));
    });
    return () => {
      leaving.abort();
      props.onViewer(undefined);
      for (const stop of stops) stop();
      viewer.remove();
    };
  }, [contest, match, starts, ends]);
  if (problem) return <Problem problem={problem} />;
  return <section ref={host} class="premiere-board" aria-label={t('premiere.viewer')} />;
}

/** Loads the replay. All pages send requests at the same time, so a rejected request is repeated a little later. */
async function replayOf(contest: string, match: number, signal: AbortSignal): Promise<Uint8Array> {
  for (let left = MAX_TRIES; ; left--) {
    try {
      const answer = await ask({ signal }, 'replay', { params: { contest, match } });
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      if (left === 0 || signal.aborted) throw error;
      await new Promise((done) => setTimeout(done, afterBusyMs(Math.random())));
    }
  }
}

/** Moves the board to the round that is due by the server's clock, and plays from there. */
function follow(viewer: LudusViewerElement, starts: number, ends: number): void {
  const { rounds } = viewer;
  const share = (serverMs() - starts) / (ends - starts);
  if (share >= 1) {
    if (viewer.playing) viewer.pause();
    if (viewer.round < rounds) viewer.seek(rounds);
    return;
  }
  const expected = Math.max(0, share * rounds);
  const offMs = (Math.abs(viewer.viewer.position - expected) * (ends - starts)) / rounds;
  if (!viewer.playing && Math.round(expected) >= rounds) return;
  if (!viewer.playing || offMs > OFF_MS) viewer.seek(Math.round(expected));
  if (!viewer.playing) viewer.play();
}

/** Returns the winners' first seat; the viewer explains the play of this seat. */
function winnerIn({ viewer }: LudusViewerElement): number | undefined {
  const timeline = viewer.timeline.peek();
  if (!timeline || timeline.ending === undefined) return undefined;
  const seats = timeline.view.seats(timeline.frame(timeline.last));
  return seats.indexOf([...seats].sort(compareSeats)[0]);
}

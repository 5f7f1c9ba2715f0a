import type { LudusViewerElement, TurningPoint } from '@ludus/viewer/element.ts';

/** The first frames of a match come first, in milliseconds. */
const DELAY_MS = 1500;

let worker: Worker | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** The message to `why-worker.ts`. */
export interface WhyQuestion {
  readonly replay: string;
  readonly seat: number | undefined;
  readonly names: readonly string[] | undefined;
}

/** Its answer; without sentences if the match can't be explained. */
export interface WhyAnswer {
  readonly sentences: readonly string[];
  readonly turn: TurningPoint | undefined;
}

/**
 * Explains the match that the viewer shows, in a worker, for its end. A match that is still played is explained once it is whole.
 * `seat`: undefined for the one that came last.
 */
export function explainShown(viewer: LudusViewerElement, seat?: number): void {
  forgetShown();
  waiting = setTimeout(() => {
    const { source } = viewer.viewer;
    if (source === '') return;
    const started = new Worker(new URL('./why-worker.ts', import.meta.url), { type: 'module' });
    worker = started;
    started.addEventListener('message', ({ data }: MessageEvent<WhyAnswer>) => {
      if (viewer.viewer.source === source) viewer.explain(data.sentences, data.turn);
      started.terminate();
    });
    const question: WhyQuestion = { replay: source, seat, names: viewer.viewer.timeline.value?.names };
    started.postMessage(question);
  }, DELAY_MS);
}

/** Explains nothing any more. */
export function forgetShown(): void {
  clearTimeout(waiting);
  worker?.terminate();
  worker = undefined;
}

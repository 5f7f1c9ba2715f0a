import type { ChancePoint, LudusViewerElement, TurningPoint } from '@ludus/viewer/element.ts';
import type { Mishap, Mistake } from './mistakes.ts';

/** Delay before an explanation, in milliseconds, so that the first frames of a match aren't slowed down. */
const DELAY_MS = 1500;

let worker: Worker | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

const newWorker = () => new Worker(new URL('./why-worker.ts', import.meta.url), { type: 'module' });

/** The message to `why-worker.ts`. */
export interface WhyQuestion {
  readonly replay: string;
  readonly seat: number | undefined;
  readonly names: readonly string[] | undefined;
  /** Whether to leave out the curve and the search for other moves. */
  readonly isQuick: boolean;
}

/** The worker's answer; undefined if the match can't be explained. */
export interface WhyAnswer {
  /** The seat for which the match is explained. */
  readonly seat: number;
  /** The result of the match, by seat. */
  readonly scores: readonly number[];
  readonly sentences: readonly string[];
  readonly turn: TurningPoint | undefined;
  /** The chances of winning in some rounds. */
  readonly curve: readonly ChancePoint[];
  readonly mistakes: readonly Mistake[];
  readonly mishaps: readonly Mishap[];
}

/**
 * Explains the shown match in a worker, and shows the explanation at the end of the match. A match in progress is
 * explained when it is complete. `seat`: undefined for the seat that came last. `told` receives the explanation.
 */
export function explainShown(
  viewer: LudusViewerElement,
  seat?: number,
  told: (answer: WhyAnswer) => void = () => {},
): void {
  forgetShown();
  waiting = setTimeout(() => {
    const { source } = viewer.viewer;
    if (source === '') return;
    const started = newWorker();
    worker = started;
    started.addEventListener('message', ({ data }: MessageEvent<WhyAnswer | undefined>) => {
      if (data && viewer.viewer.source === source) {
        showWhy(viewer, data);
        told(data);
      }
      started.terminate();
    });
    const question: WhyQuestion = { replay: source, seat, names: viewer.viewer.timeline.value?.names, isQuick: false };
    started.postMessage(question);
  }, DELAY_MS);
}

/** Shows an explanation of the shown match. */
export function showWhy(
  viewer: LudusViewerElement,
  { sentences, turn, curve }: Pick<WhyAnswer, 'sentences' | 'turn' | 'curve'>,
): void {
  viewer.explain(sentences, turn);
  viewer.chances = curve;
}

/** Uses a worker to search a replay for a seat's mishaps. Returns undefined if the match can't be explained. */
export function findMishaps(replay: string, seat: number): Promise<readonly Mishap[] | undefined> {
  const started = newWorker();
  const found = new Promise<readonly Mishap[] | undefined>((done) => {
    started.addEventListener('message', ({ data }: MessageEvent<WhyAnswer | undefined>) => done(data?.mishaps));
    started.addEventListener('error', () => done(undefined));
  });
  started.postMessage({ replay, seat, names: undefined, isQuick: true } satisfies WhyQuestion);
  return found.finally(() => started.terminate());
}

/** Cancels pending explanations. */
export function forgetShown(): void {
  clearTimeout(waiting);
  worker?.terminate();
  worker = undefined;
}

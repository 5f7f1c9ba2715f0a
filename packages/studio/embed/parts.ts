import type { PARTS as Parts } from '@ludus/viewer/parts.ts';
import * as signals from '@preact/signals';
import * as preact from 'preact';
import * as hooks from 'preact/hooks';
import * as jsx from 'preact/jsx-runtime';

/**
 * The replacement for `@ludus/viewer/parts.ts` if the viewer is one script. The parts are in a second script in the
 * same folder. This script is loaded at first use, and shares the first script's libraries. A page that contains both
 * scripts needs no download.
 */
export type LoadedParts = { readonly [Name in keyof typeof Parts]: Awaited<ReturnType<(typeof Parts)[Name]>> };

interface SharedLibraries {
  readonly preact: typeof preact;
  readonly hooks: typeof hooks;
  readonly jsx: typeof jsx;
  readonly signals: typeof signals;
  /** The parts, after the second script has run. */
  parts?: LoadedParts;
  /**
   * Loads the second script. A page made by a bundler sets this function. By default, the script is in the first
   * script's folder.
   */
  load?: () => Promise<unknown>;
}

declare global {
  var ludusViewer: SharedLibraries;
}

globalThis.ludusViewer = { ...globalThis.ludusViewer, preact, hooks, jsx, signals };

const FIRST = 'ludus-viewer.js';
const SECOND = 'ludus-viewer-more.js';
/** The element of this script, which is known only while the script runs for the first time. */
const running = globalThis.document?.currentScript as HTMLScriptElement | null | undefined;

function bySecondScript(): Promise<void> {
  return new Promise((done, failed) => {
    const first = running ?? document.querySelector<HTMLScriptElement>(`script[src*="${FIRST}"]`);
    const script = document.createElement('script');
    script.src = new URL(SECOND, first?.src || location.href).href;
    if (first?.nonce) script.nonce = first.nonce;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => failed(new Error(`${script.src} cannot be fetched`)));
    document.head.append(script);
  });
}

let coming: Promise<unknown> | undefined;

async function parts(): Promise<LoadedParts> {
  const shared = globalThis.ludusViewer;
  if (shared.parts === undefined) {
    coming ??= (shared.load ?? bySecondScript)().catch((error: unknown) => {
      // After a failure, the next use loads the script again.
      coming = undefined;
      throw error;
    });
    await coming;
  }
  if (shared.parts === undefined) throw new Error(`${SECOND} doesn’t belong to this viewer`);
  return shared.parts;
}

/** The parts that the page's bundle uses instead of the viewer's own parts (vite.config.ts). @public */
export const PARTS: typeof Parts = {
  charts: async () => (await parts()).charts,
  clip: async () => (await parts()).clip,
  beside: async () => (await parts()).beside,
};

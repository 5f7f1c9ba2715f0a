import type { PARTS as Parts } from '@ludus/viewer/parts.ts';
import * as signals from '@preact/signals';
import * as preact from 'preact';
import * as hooks from 'preact/hooks';
import * as jsx from 'preact/jsx-runtime';

/**
 * The replacement for `@ludus/viewer/parts.ts` if the viewer is one script. Its parts are in a second script next to it, which is
 * loaded at first use and shares the first one's libraries. A page that holds both scripts fetches nothing.
 */
export type Loaded = { readonly [Name in keyof typeof Parts]: Awaited<ReturnType<(typeof Parts)[Name]>> };

interface Shared {
  readonly preact: typeof preact;
  readonly hooks: typeof hooks;
  readonly jsx: typeof jsx;
  readonly signals: typeof signals;
  /** Where the second script has put what is in it. */
  parts?: Loaded;
  /** Brings the second script; a bundler's page says how, others find it next to the first one. */
  load?: () => Promise<unknown>;
}

declare global {
  var ludusViewer: Shared;
}

globalThis.ludusViewer = { ...globalThis.ludusViewer, preact, hooks, jsx, signals };

const FIRST = 'ludus-viewer.js';
const SECOND = 'ludus-viewer-more.js';
/** Known only while the first script is run. */
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

async function parts(): Promise<Loaded> {
  const shared = globalThis.ludusViewer;
  if (shared.parts === undefined) {
    coming ??= (shared.load ?? bySecondScript)().catch((error: unknown) => {
      // The next use tries again.
      coming = undefined;
      throw error;
    });
    await coming;
  }
  if (shared.parts === undefined) throw new Error(`${SECOND} is not that of this viewer`);
  return shared.parts;
}

/** The bundle of the page takes this instead of the viewer's own (vite.config.ts). @public */
export const PARTS: typeof Parts = {
  charts: async () => (await parts()).charts,
  clip: async () => (await parts()).clip,
  beside: async () => (await parts()).beside,
};

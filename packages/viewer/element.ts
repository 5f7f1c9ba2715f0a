import { sidecarFileName } from '@ludus/game/sidecar.ts';
import { effect } from '@preact/signals';
import { h, render } from 'preact';
import { openAddress, openSecondMatchAddress } from './player/files.ts';
import { abandon, append, finish, loadBytes, loadSidecar, loadText, startLive, warn } from './player/load.ts';
import { pause, play, seek } from './player/playback.ts';
import { loadSecondMatch } from './player/second-match.ts';
import { createViewer, SPEEDS, type Speed, type Viewer } from './player/state.ts';
import { App } from './ui/app.tsx';
import type { RendererChoice } from './ui/picture.tsx';
import style from './ui/style.css?inline';
import type { AnyView, Theme } from './view/view.ts';

/** What `loaded` tells. */
export interface LoadedDetail {
  readonly game: string;
  readonly names: readonly string[];
  readonly rounds: number;
}

/** Where there is no page (in Node) the class can be imported all the same. */
const Element = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<ludus-viewer src="match.res">`: plays a replay of any game. docs/viewer.md describes attributes, methods, slots and events.
 * It is a class because custom elements are.
 */
export class LudusViewerElement extends Element {
  static readonly observedAttributes = ['src', 'sidecar', 'round', 'theme', 'delay', 'size', 'mode', 'speed'];
  /** The games whose replays it can show, as `defineLudusViewer` was told. */
  static views: readonly AnyView[] = [];
  /** The viewer's whole state, for the pages around it and the tests. */
  readonly viewer: Viewer = createViewer(LudusViewerElement.views);
  private stop: (() => void)[] = [];
  private loading: Promise<boolean> | undefined;
  private wanted = '';

  connectedCallback(): void {
    const { viewer } = this;
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // A sheet made by script is allowed where a page's policy forbids inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [sheet];
    const holder = document.createElement('div');
    holder.className = 'holder';
    shadow.replaceChildren(holder);

    const dark = matchMedia('(prefers-color-scheme: dark)');
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const chosen = this.getAttribute('theme');
    if (chosen !== 'dark' && chosen !== 'light') viewer.theme.value = dark.matches ? 'dark' : 'light';
    viewer.calm.value = still.matches;
    const calm = () => {
      viewer.calm.value = still.matches;
    };
    still.addEventListener('change', calm);

    viewer.onEnded = () => this.tell('ended', { round: viewer.round.value });
    let shown: unknown;
    this.stop = [
      () => still.removeEventListener('change', calm),
      effect(() => {
        const timeline = viewer.timeline.value;
        if (timeline === shown) return;
        shown = timeline;
        if (timeline === undefined) return;
        const detail: LoadedDetail = { game: timeline.view.id, names: timeline.names, rounds: timeline.last };
        this.tell('loaded', detail);
      }),
      effect(() => {
        const round = viewer.round.value;
        if (viewer.timeline.peek() !== undefined) this.tell('round', { round });
      }),
      effect(() => {
        const problem = viewer.problem.value;
        if (problem !== undefined) this.tell('problem', problem);
      }),
    ];
    const renderer = (this.getAttribute('renderer') ?? 'auto') as RendererChoice;
    render(h(App, { viewer, options: { renderer, page: this.hasAttribute('page') } }), holder);
    for (const name of LudusViewerElement.observedAttributes) {
      const value = this.getAttribute(name);
      if (value !== null && name !== 'src') this.attributeChangedCallback(name, null, value);
    }
    const src = this.getAttribute('src');
    if (src !== null) void this.open(src);
  }

  disconnectedCallback(): void {
    for (const stop of this.stop) stop();
    this.stop = [];
    const holder = this.shadowRoot?.querySelector('.holder');
    if (holder) render(null, holder);
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    const { viewer } = this;
    if (this.shadowRoot === null || value === null) return;
    if (name === 'src') void this.open(value);
    else if (name === 'round') this.seek(Number(value) || 0);
    else if (name === 'theme' && (value === 'dark' || value === 'light')) viewer.theme.value = value as Theme;
    else if (name === 'delay') viewer.delayMs.value = Math.max(0, Number(value) || 0);
    else if (name === 'size') viewer.cellSize.value = Math.max(0, Number(value) || 0);
    else if (name === 'mode') viewer.mode.value = value;
    else if (name === 'speed' && SPEEDS.includes(Number(value) as Speed)) viewer.speed.value = Number(value) as Speed;
  }

  /** The keys are the viewer's. */
  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('.viewer')?.focus();
  }

  private tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Fetches and shows a replay; the attribute `sidecar` (an address, or empty for the usual name) brings what lies beside it. */
  async open(address: string): Promise<boolean> {
    const sidecar = this.getAttribute('sidecar');
    this.wanted = address;
    const key = this.getAttribute('round');
    this.loading = openAddress(
      this.viewer,
      address,
      sidecar === null ? undefined : sidecar || sidecarFileName(address),
    );
    const done = await this.loading;
    if (done && key !== null && this.wanted === address) this.seek(Number(key) || 0);
    const other = this.getAttribute('with');
    if (done && other !== null && this.wanted === address) await openSecondMatchAddress(this.viewer, other);
    return done;
  }

  /**
   * Shows a replay given as text or as bytes (packed with gzip or not). False: it cannot be shown, and a `problem` was told. `names`: what
   * its players, by seat, are called instead of what the replay says.
   */
  load(replay: string | Uint8Array, name = 'replay', names?: readonly string[]): boolean {
    return typeof replay === 'string'
      ? loadText(this.viewer, replay, name, names)
      : loadBytes(this.viewer, replay, name, names);
  }

  /** Shows another match of the same game beside the one that is shown, in step with it. False: it cannot be shown, and a `problem` was told. */
  compare(replay: string | Uint8Array, name = 'the other replay'): boolean {
    return loadSecondMatch(this.viewer, replay, name);
  }

  /** Brings what lies beside the replay shown: a sidecar's text. */
  loadSidecar(text: string): boolean {
    return loadSidecar(this.viewer, text);
  }

  /** Says over the board that the replay shown does not verify; `differs`: where, as a sentence. */
  warn(differs: string): void {
    warn(this.viewer, differs);
  }

  /** Begins to follow a match that is still being played; `waiting` and `controls` slots are shown until its text comes. */
  startLive(name = 'live'): void {
    startLive(this.viewer, name);
  }

  /** More replay text of the live match, cut anywhere. */
  feed(text: string): void {
    append(this.viewer, text);
  }

  /** The live match is over. */
  finish(): void {
    finish(this.viewer);
  }

  /** The live match is ended before it is over: what has come of it stays, and is no broken file. */
  abandon(): void {
    abandon(this.viewer);
  }

  play(): void {
    play(this.viewer);
  }

  pause(): void {
    pause(this.viewer);
  }

  seek(round: number): void {
    seek(this.viewer, round);
  }

  get round(): number {
    return this.viewer.round.value;
  }

  get rounds(): number {
    return this.viewer.last.value;
  }

  get playing(): boolean {
    return this.viewer.playing.value;
  }
}

/** Makes `<ludus-viewer>` known to the page, for replays of these games; once is enough. */
export function defineLudusViewer(views: readonly AnyView[]): void {
  if (customElements.get('ludus-viewer') !== undefined) return;
  LudusViewerElement.views = views;
  customElements.define('ludus-viewer', LudusViewerElement);
}

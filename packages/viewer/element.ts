import { sidecarFileName } from '@ludus/game/replay.ts';
import { effect } from '@preact/signals';
import { h, render } from 'preact';
import { openAddress, openSecondMatchAddress } from './player/files.ts';
import { abandon, append, finish, loadBytes, loadSidecar, loadText, lookAs, startLive, warn } from './player/load.ts';
import { pause, play, seek } from './player/playback.ts';
import { nearestPlace } from './player/scene.ts';
import { loadSecondMatch } from './player/second-match.ts';
import { type ChancePoint, createViewer, SPEEDS, type Speed, type TurningPoint, type Viewer } from './player/state.ts';
import { recall } from './player/stored-switches.ts';
import { App } from './ui/app.tsx';
import type { RendererChoice } from './ui/picture.tsx';
import style from './ui/style.css?inline';
import type { HandMarks } from './view/hand.ts';
import type { AnyView, Place, Theme } from './view/view.ts';

export type { ChancePoint, TurningPoint } from './player/state.ts';

/** The detail of the event `loaded`. */
export interface LoadedDetail {
  readonly game: string;
  readonly names: readonly string[];
  readonly rounds: number;
}

/** Node has no `HTMLElement`, so in Node the class can be imported but not used. */
const Element = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * The custom element `<ludus-viewer src="match.res">`, which plays replays of any game. docs/viewer.md describes
 * attributes, methods, slots, and events.
 *
 * @example
 * defineLudusViewer(views);
 * const viewer = document.createElement('ludus-viewer') as LudusViewerElement;
 * document.body.append(viewer);
 * viewer.load(replayText);
 */
export class LudusViewerElement extends Element {
  static readonly observedAttributes = [
    'src',
    'sidecar',
    'round',
    'theme',
    'delay',
    'size',
    'mode',
    'speed',
    'looking',
  ];
  /** The games whose replays the viewer can show; set by `defineLudusViewer`. */
  static views: readonly AnyView[] = [];
  /** The viewer's whole state, for the surrounding page and for tests. */
  readonly viewer: Viewer = createViewer(LudusViewerElement.views);
  private stop: (() => void)[] = [];
  private loading: Promise<boolean> | undefined;
  private wanted = '';

  connectedCallback(): void {
    const { viewer } = this;
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // Strict policies allow a constructed style sheet, but not inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [sheet];
    const holder = document.createElement('div');
    holder.className = 'holder';
    // The viewer's text is English, whatever the page's language is.
    holder.lang = 'en';
    shadow.replaceChildren(holder);

    const dark = matchMedia('(prefers-color-scheme: dark)');
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const chosen = this.getAttribute('theme');
    if (chosen !== 'dark' && chosen !== 'light') viewer.theme.value = dark.matches ? 'dark' : 'light';
    viewer.calm.value = still.matches;
    recall(viewer);
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
        // The match stays the same if only the observing seat changes.
        if (viewer.whole === shown) return;
        shown = viewer.whole;
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
    const bare = this.getAttribute('controls') === 'none';
    render(h(App, { viewer, options: { renderer, page: this.hasAttribute('page'), bare } }), holder);
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
    else if (name === 'looking') lookAs(viewer, /^\d+$/.test(value) ? Number(value) : -1);
    else if (name === 'speed' && SPEEDS.includes(Number(value) as Speed)) viewer.speed.value = Number(value) as Speed;
  }

  /** Moves the focus to the viewer, so that it receives the keys. */
  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>('.viewer')?.focus();
  }

  private tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Fetches and shows a replay, with its sidecar if the attribute `sidecar` is set (an address, or empty for the usual
   * name).
   *
   * @returns false if the match can't be shown; the event `problem` then states the reason
   */
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
   * Shows a replay, given as text or as bytes (gzipped or not).
   *
   * @param name the file's name, for messages
   * @param names by seat: names of the players, instead of the names in the replay
   * @returns false if the match can't be shown; the event `problem` then states the reason
   */
  load(replay: string | Uint8Array, name = 'replay', names?: readonly string[]): boolean {
    return typeof replay === 'string'
      ? loadText(this.viewer, replay, name, names)
      : loadBytes(this.viewer, replay, name, names);
  }

  /**
   * Shows a second match of the same game next to the first, in the same round.
   *
   * @returns false if the match can't be shown; the event `problem` then states the reason
   */
  compare(replay: string | Uint8Array, name = 'the other replay'): boolean {
    return loadSecondMatch(this.viewer, replay, name);
  }

  /** Adds a sidecar, given as text, to the shown replay. Returns false if the sidecar doesn't fit the replay. */
  loadSidecar(text: string): boolean {
    return loadSidecar(this.viewer, text);
  }

  /**
   * Shows a warning over the board that the replay fails verification. `differs`: a message that states the first
   * difference.
   */
  warn(differs: string): void {
    warn(this.viewer, differs);
  }

  /**
   * Shows the reasons for the result at the end of the match, until another replay is shown.
   *
   * @param sentences the first sentence names the winner, and the second sentence gives the reason
   * @param turn the turning point of the match
   */
  explain(sentences: readonly string[], turn?: TurningPoint): void {
    this.viewer.reasons.value = sentences;
    this.viewer.turn.value = turn;
  }

  /**
   * Each seat's chance of winning in some rounds, in ascending order of the rounds. The chances are removed when
   * another replay is shown.
   */
  get chances(): readonly ChancePoint[] {
    return this.viewer.chances.value;
  }

  set chances(points: readonly ChancePoint[]) {
    this.viewer.chances.value = points;
  }

  /**
   * Starts to follow a match in progress. Shows the slots `waiting` and `controls` until the match's first text
   * arrives.
   */
  startLive(name = 'live'): void {
    startLive(this.viewer, name);
  }

  /**
   * Starts to show a match that a person plays: only this seat's observations, without the controls of a replay.
   *
   * @param hides whether the game has hidden information. If so, nothing is shown unless the view can show a seat's
   *   observations.
   */
  startHand(seat: number, name = 'live', hides = false): void {
    startLive(this.viewer, name, seat, hides);
  }

  /** Marks the person's choices on the board, until the next call. */
  markHand(marks: HandMarks): void {
    this.viewer.handMarks.value = marks;
  }

  /** Returns the index of the place that is drawn nearest to a point of the page, or −1 if no place is near. */
  nearest(places: readonly Place[], clientX: number, clientY: number): number {
    const box = this.shadowRoot?.querySelector('.picture')?.getBoundingClientRect();
    if (!box) return -1;
    const point = { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
    return nearestPlace(this.viewer, places, point, box);
  }

  /** Adds replay text of the match in progress, in pieces of any length. */
  feed(text: string): void {
    append(this.viewer, text);
  }

  /** Ends the match in progress. */
  finish(): void {
    finish(this.viewer);
  }

  /** Ends the match in progress before its replay is complete. Text received so far stays visible, without an error. */
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

/** Registers `<ludus-viewer>` in the page for replays of these games. Later calls have no effect. */
export function defineLudusViewer(views: readonly AnyView[]): void {
  if (customElements.get('ludus-viewer') !== undefined) return;
  LudusViewerElement.views = views;
  customElements.define('ludus-viewer', LudusViewerElement);
}

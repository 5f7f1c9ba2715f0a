import type { Sidecar } from '@ludus/game/replay.ts';
import type { Problem } from '@ludus/kernel/result.ts';
import { type Signal, signal } from '@preact/signals';
import type { HandMarks } from '../view/hand.ts';
import type { AnyView, MarkKind, Selection, Theme, Timeline } from '../view/view.ts';
import type { Analysis, Heat } from './analysis.ts';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64] as const;
export type Speed = (typeof SPEEDS)[number];
export type PanelTab = 'match' | 'events' | 'charts' | 'log' | 'map';

/** A transition between two rounds, which may be far apart. */
export interface Jump {
  readonly from: number;
  readonly to: number;
  /** The start of the transition, in milliseconds on the clock of `tick`. */
  readonly start: number;
  readonly duration: number;
}

/** The turning point of a match. */
export interface TurningPoint {
  readonly round: number;
  /** A sentence about the turning point. */
  readonly text: string;
}

/** Each seat's chance of winning, as of one round, 0…1. */
export interface ChancePoint {
  readonly round: number;
  readonly bySeat: readonly number[];
}

/**
 * The complete state of a viewer. The state is plain data, which the functions in this folder change, and the
 * components in `ui` show.
 */
export interface Viewer {
  /** The games whose replays the viewer can show. */
  readonly views: readonly AnyView[];
  readonly timeline: Signal<Timeline | undefined>;
  /** The name of the shown file. */
  readonly fileName: Signal<string>;
  readonly problem: Signal<Problem | undefined>;
  /** The name of the file that the problem is about. */
  readonly problemFile: Signal<string>;
  /** The last round that can be shown. */
  readonly last: Signal<number>;
  readonly round: Signal<number>;
  readonly playing: Signal<boolean>;
  readonly speed: Signal<Speed>;
  readonly loop: Signal<boolean>;
  /** Milliseconds per round at speed ×1. */
  readonly delayMs: Signal<number>;
  /** CSS pixels per cell; 0 for the largest size that fits. */
  readonly cellSize: Signal<number>;
  readonly theme: Signal<Theme>;
  readonly mode: Signal<string>;
  readonly selection: Signal<Selection | undefined>;
  /** The player with highlighted units, or −1. */
  readonly seat: Signal<number>;
  /** The seat whose observations are shown, or −1 for everything. */
  readonly looking: Signal<number>;
  /** The seat of the person who plays the shown match, or −1. Only this seat's observations are shown. */
  readonly handSeat: Signal<number>;
  readonly handMarks: Signal<HandMarks>;
  readonly trail: Signal<boolean>;
  readonly overlays: Signal<boolean>;
  /** Whether the cause of each loss is written where the loss happened. */
  readonly causes: Signal<boolean>;
  /** Whether each unit shows its player's shape. */
  readonly shapes: Signal<boolean>;
  /** Whether playback slows down at losses. */
  readonly slows: Signal<boolean>;
  readonly sound: Signal<boolean>;
  readonly heat: Signal<Heat | undefined>;
  /** Sentences that explain the match, shown at its end. */
  readonly reasons: Signal<readonly string[]>;
  /** The turning point of the match, if known. */
  readonly turn: Signal<TurningPoint | undefined>;
  /** The chances of winning in some rounds, in ascending order of the rounds; empty if unknown. */
  readonly chances: Signal<readonly ChancePoint[]>;
  /** Whether the chances are shown above the scrub bar; undefined to show them if there is room. */
  readonly chancesOpen: Signal<boolean | undefined>;
  readonly analysis: Signal<Analysis | undefined>;
  /** Counts updates of marks and curves. */
  readonly analysed: Signal<number>;
  readonly sidecar: Signal<Sidecar | undefined>;
  /** Whether the match is in progress, so that text may be appended. */
  readonly live: Signal<boolean>;
  /** Whether to always show the newest round of a live match. */
  readonly follow: Signal<boolean>;
  readonly help: Signal<boolean>;
  /** Whether the dialog that saves a clip is open. */
  readonly clip: Signal<boolean>;
  readonly tab: Signal<PanelTab>;
  /** The round under the pointer, on the bar or on a chart. */
  readonly pointed: Signal<number | undefined>;
  /** The kinds of events hidden from the list. */
  readonly unlisted: Signal<readonly MarkKind[]>;
  /** The search text of the log. */
  readonly logQuery: Signal<string>;
  /** Whether the panel is open; undefined to open it if there is room. */
  readonly panel: Signal<boolean | undefined>;
  /** The viewer's width in CSS pixels. */
  readonly width: Signal<number>;
  /** Whether decorative motion is off (prefers-reduced-motion). */
  readonly calm: Signal<boolean>;
  /** A second match next to this match, in the same round. */
  readonly beside: Signal<Viewer | undefined>;
  /** In the viewer of a second match: the viewer of the first match, which controls playback. */
  readonly leader?: Viewer;
  /** Zoom relative to the size at which everything fits, and the shift of the middle in cells. */
  readonly zoom: Signal<number>;
  readonly pan: Signal<{ x: number; y: number }>;
  /** The position of playback: whole rounds, and the fraction of the transition to the next round. */
  position: number;
  jump: Jump | undefined;
  /** Time that scripts took in each of the last frames, in milliseconds, for tests and diagnosis. */
  readonly frameTimes: number[];
  /** Called when playback reaches the end. */
  onEnded: (() => void) | undefined;
  /** The address of the shown replay; empty if it wasn't fetched. */
  address: string;
  /** The replay's text; empty without a replay or for a live match. */
  source: string;
  /** The difference between the shown replay and the rules' result, as a message, if known. */
  differs: string | undefined;
  /** The complete timeline. `timeline` contains only the observing seat's part. */
  whole: Timeline | undefined;
  /** Whether the game that a person plays has hidden information. If so, a timeline without `seenBy` isn't shown. */
  handHides: boolean;
  /** The text of a live match received so far, until its header is complete. */
  pending: string;
}

export function createViewer(views: readonly AnyView[]): Viewer {
  return {
    views,
    timeline: signal(undefined),
    fileName: signal(''),
    problem: signal(undefined),
    problemFile: signal(''),
    last: signal(0),
    round: signal(0),
    playing: signal(false),
    speed: signal<Speed>(1),
    loop: signal(false),
    delayMs: signal(0),
    cellSize: signal(0),
    theme: signal<Theme>('dark'),
    mode: signal(''),
    selection: signal(undefined),
    seat: signal(-1),
    looking: signal(-1),
    handSeat: signal(-1),
    handMarks: signal({ marks: [], arrows: [] }),
    trail: signal(true),
    overlays: signal(true),
    causes: signal(true),
    shapes: signal(false),
    slows: signal(true),
    sound: signal(false),
    heat: signal(undefined),
    reasons: signal([]),
    turn: signal(undefined),
    chances: signal([]),
    chancesOpen: signal(undefined),
    analysis: signal(undefined),
    analysed: signal(0),
    sidecar: signal(undefined),
    live: signal(false),
    follow: signal(true),
    help: signal(false),
    clip: signal(false),
    tab: signal<PanelTab>('match'),
    pointed: signal<number | undefined>(undefined),
    unlisted: signal<readonly MarkKind[]>([]),
    logQuery: signal(''),
    panel: signal<boolean | undefined>(undefined),
    width: signal(0),
    calm: signal(false),
    beside: signal<Viewer | undefined>(undefined),
    zoom: signal(1),
    pan: signal({ x: 0, y: 0 }),
    position: 0,
    jump: undefined,
    frameTimes: [],
    onEnded: undefined,
    address: '',
    source: '',
    differs: undefined,
    whole: undefined,
    handHides: false,
    pending: '',
  };
}

/** Minimum width at which the panel is next to the board by default, in pixels. */
const ROOM = 1000;
/** Maximum width at which the panel is below the board, in pixels. */
const NARROW = 640;
/** Minimum width at which the panel has room next to two boards, in pixels. */
const ROOM_BESIDE = 1700;

export function showsPanel(viewer: Viewer): boolean {
  const width = viewer.width.value;
  const byItself = viewer.beside.value === undefined ? width >= ROOM || width <= NARROW : width >= ROOM_BESIDE;
  return viewer.panel.value ?? byItself;
}

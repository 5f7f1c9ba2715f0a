import type { Sidecar } from '@ludus/game/replay.ts';
import type { Problem } from '@ludus/kernel/result.ts';
import { type Signal, signal } from '@preact/signals';
import type { HandMarks } from '../view/hand.ts';
import type { AnyView, MarkKind, Selection, Theme, Timeline } from '../view/view.ts';
import type { Analysis, Heat } from './analysis.ts';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64] as const;
export type Speed = (typeof SPEEDS)[number];
export type PanelTab = 'match' | 'events' | 'charts' | 'log' | 'map';

/** On the way from one round to another that need not be its neighbour. */
export interface Jump {
  readonly from: number;
  readonly to: number;
  /** Milliseconds, on the clock of `tick`. */
  readonly start: number;
  readonly duration: number;
}

/** Where and how a match turned. */
export interface TurningPoint {
  readonly round: number;
  /** A sentence. */
  readonly text: string;
}

/** The chances of all seats to win in one round, 0…1. */
export interface ChancePoint {
  readonly round: number;
  readonly bySeat: readonly number[];
}

/** All of the viewer's state. Plain data: the functions in this folder change it, the components in `ui` show it. */
export interface Viewer {
  /** The games whose replays it can show. */
  readonly views: readonly AnyView[];
  readonly timeline: Signal<Timeline | undefined>;
  /** The name of the file shown. */
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
  /** Milliseconds from round to round at ×1. */
  readonly delayMs: Signal<number>;
  /** CSS pixels in a cell; 0: as large as fits. */
  readonly cellSize: Signal<number>;
  readonly theme: Signal<Theme>;
  readonly mode: Signal<string>;
  readonly selection: Signal<Selection | undefined>;
  /** The player whose units are pointed out, or −1. */
  readonly seat: Signal<number>;
  /** The seat whose observations are shown, or −1: everything. */
  readonly looking: Signal<number>;
  /** The seat of the person who plays the match that is shown, or −1. Only what this seat observes is shown. */
  readonly handSeat: Signal<number>;
  readonly handMarks: Signal<HandMarks>;
  readonly trail: Signal<boolean>;
  readonly overlays: Signal<boolean>;
  /** Why something was lost is written where it happened. */
  readonly causes: Signal<boolean>;
  /** Each unit bears the shape of its player. */
  readonly shapes: Signal<boolean>;
  /** Playing slows down where something is lost. */
  readonly slows: Signal<boolean>;
  readonly sound: Signal<boolean>;
  readonly heat: Signal<Heat | undefined>;
  /** Sentences that explain the match, for its end. */
  readonly reasons: Signal<readonly string[]>;
  /** Where and how the match turned, if that is known. */
  readonly turn: Signal<TurningPoint | undefined>;
  /** The chances to win in some rounds, in order; empty if they aren't known. */
  readonly chances: Signal<readonly ChancePoint[]>;
  /** Whether they are shown above the scrub bar; undefined: if there is room for them. */
  readonly chancesOpen: Signal<boolean | undefined>;
  readonly analysis: Signal<Analysis | undefined>;
  /** Counts how often marks and curves grew. */
  readonly analysed: Signal<number>;
  readonly sidecar: Signal<Sidecar | undefined>;
  /** A match that is still being played: text may be appended. */
  readonly live: Signal<boolean>;
  /** Of a live match, always show the newest round. */
  readonly follow: Signal<boolean>;
  readonly help: Signal<boolean>;
  /** The dialog that saves a clip is open. */
  readonly clip: Signal<boolean>;
  readonly tab: Signal<PanelTab>;
  /** The round that the pointer is over, on the bar or on a chart. */
  readonly pointed: Signal<number | undefined>;
  /** The kinds of events that are not listed. */
  readonly unlisted: Signal<readonly MarkKind[]>;
  /** The search text of the log. */
  readonly logQuery: Signal<string>;
  /** Whether the panel is open; undefined: if there is room for it. */
  readonly panel: Signal<boolean | undefined>;
  /** The viewer's width in CSS pixels. */
  readonly width: Signal<number>;
  /** Nothing moves by itself: prefers-reduced-motion. */
  readonly calm: Signal<boolean>;
  /** A second match next to this one, in step with it. */
  readonly beside: Signal<Viewer | undefined>;
  /** For a second match: the first one, which is played and sought in. */
  readonly leader?: Viewer;
  /** Zoom over what fits, and the shift of the middle in cells. */
  readonly zoom: Signal<number>;
  readonly pan: Signal<{ x: number; y: number }>;
  /** Where playing stands between rounds: whole rounds and the fraction of the way to the next. */
  position: number;
  jump: Jump | undefined;
  /** Milliseconds of script of the frames drawn last, for the tests and for the curious. */
  readonly frameTimes: number[];
  /** Told when the end is reached by playing. */
  onEnded: (() => void) | undefined;
  /** Where the replay shown was fetched from; empty for one that came otherwise. */
  address: string;
  /** The replay's text; empty while nothing or a live match is shown. */
  source: string;
  /** Where the replay that is shown differs from what the rules give, as a message, if that is known. */
  differs: string | undefined;
  /** The timeline with everything in it. `timeline` is what the looking seat sees of it. */
  whole: Timeline | undefined;
  /** The game of the match that a person plays hides something: a timeline without `seenBy` isn't shown. */
  handHides: boolean;
  /** Text received of a live match before its head is whole. */
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

/** From this width on the panel is next to the board by itself. */
const ROOM = 1000;
/** Up to this width it stands below the board. */
const NARROW = 640;
/** From this width on there is room for it next to two boards. */
const ROOM_BESIDE = 1700;

export function showsPanel(viewer: Viewer): boolean {
  const width = viewer.width.value;
  const byItself = viewer.beside.value === undefined ? width >= ROOM || width <= NARROW : width >= ROOM_BESIDE;
  return viewer.panel.value ?? byItself;
}

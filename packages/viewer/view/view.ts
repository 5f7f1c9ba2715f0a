import type { Teams } from '@ludus/game/teams.ts';
import type { Problem, Result } from '@ludus/kernel/result.ts';
import type { ComponentType } from 'preact';
import type { Painter } from '../paint/painter.ts';
import type { Thumbnail } from './thumbnail.ts';

export type Theme = 'dark' | 'light';

/** The part of the world that a mode shows, in cells. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The user's selection. */
export type Selection =
  | { readonly kind: 'unit'; readonly unit: number }
  | { readonly kind: 'cell'; readonly row: number; readonly column: number };

/** The data for one picture: two frames, and the progress between them. */
export interface Scene<F> {
  readonly timeline: Timeline<F>;
  readonly from: F;
  readonly to: F;
  readonly fromRound: number;
  readonly toRound: number;
  /**
   * The frame before `from`, for effects that still fade from the previous round; absent at the start and in a jump.
   */
  readonly before: F | undefined;
  /** Progress from `from` to `to`, 0…1. */
  readonly t: number;
  /** Seconds for continuous animations. The clock stops if the user prefers reduced motion. */
  readonly clock: number;
  readonly theme: Theme;
  readonly mode: string;
  readonly selection: Selection | undefined;
  /** The player with highlighted units, or −1. */
  readonly seat: number;
}

/** One line of the side panel or the inspector. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface SeatSummary {
  readonly score: string;
  /** The seat's place, from 1, in a finished match whose scores don't determine the winner. */
  readonly place?: number;
  /** Number of living units, and of all units. */
  readonly alive: number;
  readonly units: number;
  readonly facts: readonly Fact[];
  /**
   * The share (0…1) of the seat's budget that is used, or −1 after the seat was disqualified. Undefined if the replay
   * doesn't contain the share.
   */
  readonly status: number | undefined;
  /** The reason for the seat's disqualification, if the replay states the reason. */
  readonly verdict?: string;
}

export const MARK_KINDS = ['kill', 'death', 'freeze', 'base'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** An event on the scrub bar. */
export interface Mark {
  readonly round: number;
  readonly kind: MarkKind;
  readonly seat: number;
  readonly text: string;
  /** The place and the cause of a loss, for a mark at which playback slows down. */
  readonly cause?: Cause;
}

/** The cause of a loss. The picture shows the cause where the loss happened. */
export interface Cause {
  readonly at: Place;
  /** The place of the unit that caused the loss, if the game knows the unit. A line starts at this place. */
  readonly from?: Place | undefined;
  /** The seat that caused the loss, or −1. */
  readonly by: number;
  /** The cause in a few words, such as `shot by Magpie`. */
  readonly text: string;
}

export interface Chart<F> {
  readonly id: string;
  readonly title: string;
  /** Whether the chart shows who leads. By default, only the first chart does. */
  readonly isLead?: boolean;
  value(frame: F, seat: number): number;
}

export interface Inspection {
  readonly title: string;
  readonly seat: number;
  readonly facts: readonly Fact[];
}

/** A place in a game's rows and columns. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * A replay with random access to its rounds. The timeline opens immediately, and creates frames on demand. While a
 * match is in progress, text is appended and `last` increases.
 */
export interface Timeline<F = unknown> {
  readonly view: AnyView;
  readonly names: readonly string[];
  /** The match's seed as text; empty if there is none. */
  readonly seed: string;
  /** The settings of the board, for users. */
  readonly settings: readonly Fact[];
  readonly rows: number;
  readonly columns: number;
  /** Rounds 0 to last can be shown. */
  readonly last: number;
  /** The maximum number of rounds in the match; at least `last`. */
  readonly planned: number;
  /** The reason for the end of the match, for users; undefined while it is unknown. */
  readonly ending: string | undefined;
  /** The error in the text; the rounds before it can be shown. */
  readonly problem: Problem | undefined;
  /**
   * `round`: a whole number from 0 to last. If the round's frame cannot be read, the nearest earlier frame is returned,
   * and `problem` states the reason.
   */
  frame(round: number): F;
  /** The team of each seat; absent if each seat plays for itself. */
  readonly teams?: Teams | undefined;
  /**
   * Returns the same match as this seat observed it, in a game with hidden information. Absent if every seat sees
   * everything.
   */
  seenBy?(seat: number): Timeline<F>;
  /**
   * The legal moves of a seat after this round, as text. Empty if the seat doesn't act; undefined if the game doesn't
   * list moves, or if other seats may not see them.
   */
  allowed?(round: number, seat: number): readonly string[] | undefined;
  /** Adds text of a match in progress, in pieces of any length. */
  append(text: string): void;
  /** Marks the text as complete. From then on, missing parts are errors. */
  finish(): void;
  /**
   * Changes the names of the players, including those in frames and in `ending`. Absent if only `names` contains the
   * players' names.
   */
  rename?(names: readonly string[]): void;
}

/**
 * A game's interface to the viewer: it reads replays into frames, and draws and describes frames. A frame is opaque to
 * the viewer, which only passes it between functions. No function here applies the rules.
 */
export interface GameView<F> {
  readonly id: string;
  readonly title: string;
  /** The file extension of the game's replays, such as `.res`. */
  readonly replayExtension: string;
  /** Milliseconds per round at speed ×1. */
  readonly delayMs: number;
  /**
   * Additional time for which the picture of a frame stays still, so that it can be read, in milliseconds at speed ×1.
   */
  stillMs?(frame: F): number;
  readonly modes: readonly { readonly id: string; readonly label: string }[];
  readonly charts: readonly Chart<F>[];
  /** The game's word for its seats' units, such as `cars`. */
  readonly unitsWord: string;
  /** The game's word for a disqualified player, such as `Frozen`. */
  readonly frozenWord: string;
  /** The game's words for its marks on the scrub bar, if the usual word doesn't fit: `{ base: 'wreck salvaged' }`. */
  readonly markWords?: Partial<Record<MarkKind, string>>;
  /** The result of the match, in words; undefined while it is in progress. */
  verdict(timeline: Timeline<F>): string | undefined;
  recognizes(text: string): boolean;
  open(text: string): Result<Timeline<F>>;
  seatColor(seat: number, theme: Theme): string;
  /** An SVG path in a box of −1…1 that distinguishes the seat in addition to its colour. */
  seatShape(seat: number): string;
  background(theme: Theme): string;
  extent(timeline: Timeline<F>, mode: string): Extent;
  /**
   * Whether there is a sky above row 0. The sky gets a small part of the free height, and the rest is below the board.
   */
  readonly grounded?: boolean;
  /**
   * The column of the picture (x in its cells) that a narrow screen follows. `round` may be between two rounds, and
   * `seat` is the highlighted player, or −1. Without this function, or if it returns undefined, everything is shown.
   */
  follow?(timeline: Timeline<F>, mode: string, round: number, seat: number): number | undefined;
  draw(painter: Painter, scene: Scene<F>): void;
  /** The position of a place in the picture's world, or undefined while the place is out of sight. */
  locate(scene: Scene<F>, place: Place): { x: number; y: number } | undefined;
  pick(scene: Scene<F>, x: number, y: number): Selection | undefined;
  /** The place of the selection in the frame. */
  find(frame: F, selection: Selection): Place | undefined;
  unitsOf(frame: F, seat: number): readonly { readonly selection: Selection; readonly label: string }[];
  seats(frame: F): readonly SeatSummary[];
  inspect(frame: F, selection: Selection): Inspection | undefined;
  /** `after` is the round after `before`. */
  marks(before: F, after: F, names: readonly string[]): readonly Mark[];
  /** One or two sentences for users who don't see the board. */
  describe(frame: F, before: F | undefined, names: readonly string[]): string;
  /** A small picture of a board file; undefined if the text isn’t a board of the game. */
  thumbnail?(board: string, theme: Theme): Thumbnail | undefined;
  /** The CSS background of the game's name in lists of games; grey by default. The name is white. */
  readonly banner?: string;
  /** Calls `add` with each place where the seat has units, and with the number of units there. */
  presence(frame: F, seat: number, add: (place: Place, weight: number) => void): void;
  /**
   * Calls `add` with each place where the seat lost units between two consecutive rounds, and with the number of lost
   * units.
   */
  losses(before: F, after: F, seat: number, add: (place: Place, weight: number) => void): void;
}

// biome-ignore lint/suspicious/noExplicitAny: a frame only travels between its own game's functions
export type AnyView = GameView<any>;

/** The props of a game's panel next to the form. */
export interface PanelProps {
  /** The form's seed. */
  readonly seed: number;
  /** Calls one of the game's services on the server (`services` in its `node.ts`). Rejects with a message for users. */
  ask(service: string, query: Readonly<Record<string, string>>): Promise<unknown>;
}

/**
 * A game's addition to the studio's form: `Panel` in its `view/studio.tsx`. The panel is shown if a server offers the
 * game's services.
 */
export type GamePanel = ComponentType<PanelProps>;

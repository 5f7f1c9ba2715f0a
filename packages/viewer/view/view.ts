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

/** Everything one picture is drawn from: two frames and how far it is from one to the other. */
export interface Scene<F> {
  readonly timeline: Timeline<F>;
  readonly from: F;
  readonly to: F;
  readonly fromRound: number;
  readonly toRound: number;
  /** The frame before `from`, for what is still fading from the round before; absent at the start and in a jump. */
  readonly before: F | undefined;
  /** 0…1 on the way from `from` to `to`. */
  readonly t: number;
  /** Seconds that run while the picture is alive, for what moves by itself; it stands still under prefers-reduced-motion. */
  readonly clock: number;
  readonly theme: Theme;
  readonly mode: string;
  readonly selection: Selection | undefined;
  /** The player whose units are pointed out, or −1. */
  readonly seat: number;
}

/** One line of the side panel or the inspector. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface SeatSummary {
  readonly score: string;
  /** In a match that is over, where the scores don't say who won: its place, from 1. */
  readonly place?: number;
  /** Living units, of how many. */
  readonly alive: number;
  readonly units: number;
  readonly facts: readonly Fact[];
  /** The share (0…1) of its budget used, −1 once frozen; undefined if the replay doesn't contain it. */
  readonly status: number | undefined;
  /** Why it was taken out, if the replay states it. */
  readonly verdict?: string;
}

export const MARK_KINDS = ['kill', 'death', 'freeze', 'base'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Something that the scrub bar points at. */
export interface Mark {
  readonly round: number;
  readonly kind: MarkKind;
  readonly seat: number;
  readonly text: string;
  /** Where it happened and why, for a mark at which playing slows down. */
  readonly cause?: Cause;
}

/** The cause of a loss, which is written where it happened. */
export interface Cause {
  readonly at: Place;
  /** Where the one that did it was, if the game knows it: a line leads from there. */
  readonly from?: Place | undefined;
  /** The seat of the one that did it, or −1. */
  readonly by: number;
  /** A few words: `shot by Magpie`. */
  readonly text: string;
}

export interface Chart<F> {
  readonly id: string;
  readonly title: string;
  /** It shows who leads; by default the first chart does. */
  readonly isLead?: boolean;
  value(frame: F, seat: number): number;
}

export interface Inspection {
  readonly title: string;
  readonly seat: number;
  readonly facts: readonly Fact[];
}

/** A place in a game's own rows and columns. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * A replay that can be examined in any order. It is opened at once, and frames are made when they are asked for. While a match is
 * still being played, text is appended and `last` grows.
 */
export interface Timeline<F = unknown> {
  readonly view: AnyView;
  readonly names: readonly string[];
  /** The match's seed as it is written, or an empty text where there is none. */
  readonly seed: string;
  /** The settings of the board, for people. */
  readonly settings: readonly Fact[];
  readonly rows: number;
  readonly columns: number;
  /** Rounds 0 … last can be shown. */
  readonly last: number;
  /** The most rounds that the match can have; at least `last`. */
  readonly planned: number;
  /** The reason for the end of the match, for people; undefined while it is unknown. */
  readonly ending: string | undefined;
  /** The error in the text; the rounds before it can be shown. */
  readonly problem: Problem | undefined;
  /** A whole number 0 … last. A frame that cannot be read is the nearest one before it, and `problem` states why. */
  frame(round: number): F;
  /** The team of each seat; absent if each plays for itself. */
  readonly teams?: Teams | undefined;
  /** In a game that hides something: the same match as this seat observed it. Absent if every seat sees everything. */
  seenBy?(seat: number): Timeline<F>;
  /**
   * The moves that a seat may choose from after this round, as text. Empty if it doesn't act; undefined if the game doesn't list
   * moves, or another seat may not know them.
   */
  allowed?(round: number, seat: number): readonly string[] | undefined;
  /** More text of a match that is still being played, cut anywhere. */
  append(text: string): void;
  /** No more text will come: what is missing now is missing. */
  finish(): void;
  /** Calls the players otherwise, also in frames and in `ending`. Absent if only `names` has their names. */
  rename?(names: readonly string[]): void;
}

/**
 * All that the viewer knows of a game: how its replays are read into frames and how a frame looks and is described. A frame is
 * the game's own business; the viewer hands it from function to function. No function here decides anything by the rules.
 */
export interface GameView<F> {
  readonly id: string;
  readonly title: string;
  /** How the names of its replays end: `.res`. */
  readonly replayExtension: string;
  /** Milliseconds from round to round at speed ×1. */
  readonly delayMs: number;
  /** How much longer than usual the picture stays as it is in a frame, in milliseconds at speed ×1, so that it can be read. */
  stillMs?(frame: F): number;
  readonly modes: readonly { readonly id: string; readonly label: string }[];
  readonly charts: readonly Chart<F>[];
  /** What the game calls its seats' units: `cars`. */
  readonly unitsWord: string;
  /** What a player is that was taken out: `Frozen`. */
  readonly frozenWord: string;
  /** What the game calls its marks on the scrub bar, where the usual word doesn't fit: `{ base: 'wreck salvaged' }`. */
  readonly markWords?: Partial<Record<MarkKind, string>>;
  /** How the match ended, in the last round's words; undefined while it goes on. */
  verdict(timeline: Timeline<F>): string | undefined;
  recognizes(text: string): boolean;
  open(text: string): Result<Timeline<F>>;
  seatColor(seat: number, theme: Theme): string;
  /** An SVG path in a box of −1…1 that marks the seat also its colour. */
  seatShape(seat: number): string;
  background(theme: Theme): string;
  extent(timeline: Timeline<F>, mode: string): Extent;
  /** There is a sky above row 0: of the room that is free, it gets little, and the rest is below the board. */
  readonly grounded?: boolean;
  /**
   * The column of the picture (x in its cells) that a narrow screen follows. `round` may be between two rounds, and `seat` is the
   * player that is pointed out, or −1. Without this function, or if it returns undefined, all is shown.
   */
  follow?(timeline: Timeline<F>, mode: string, round: number, seat: number): number | undefined;
  draw(painter: Painter, scene: Scene<F>): void;
  /** Where a place is on the screen's world, or undefined while it is out of sight. */
  locate(scene: Scene<F>, place: Place): { x: number; y: number } | undefined;
  pick(scene: Scene<F>, x: number, y: number): Selection | undefined;
  /** Where what is selected is in that frame. */
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
  /** The ground, as CSS, on which the game's name is in white where one chooses a game; without it, grey. */
  readonly banner?: string;
  /** Calls back for each place where the seat has units, with how many. */
  presence(frame: F, seat: number, add: (place: Place, weight: number) => void): void;
  /** Calls back for each place where the seat lost units between two rounds that follow each other, with how many. */
  losses(before: F, after: F, seat: number, add: (place: Place, weight: number) => void): void;
}

// biome-ignore lint/suspicious/noExplicitAny: a frame only travels between its own game's functions
export type AnyView = GameView<any>;

/** The data for a game's panel next to the form. */
export interface PanelProps {
  /** The form's seed. */
  readonly seed: number;
  /** Calls something that the game has on the server (`services` of its `node.ts`). Rejects with a message for users. */
  ask(service: string, query: Readonly<Record<string, string>>): Promise<unknown>;
}

/** What a game adds to the studio's form: `Panel` in its `view/studio.tsx`. It is shown where a server answers for the game. */
export type GamePanel = ComponentType<PanelProps>;

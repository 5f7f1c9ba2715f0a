import type { Simulator } from '@ludus/env/simulator.ts';
import type { Game } from '@ludus/game/game.ts';
import type { AnyHandPlay } from '@ludus/game/protocol.ts';
import type { GameAnalysis, StrengthTable } from '@ludus/lab/why.ts';
import type { TrialStep } from '@ludus/referee/check.ts';
import type { Lesson } from '@ludus/referee/lesson.ts';
import type { BuiltinPlayer, PlayerApi, PlayerImage } from '@ludus/runtime/parts.ts';

export type { BuiltinPlayer } from '@ludus/runtime/parts.ts';
export type { AddGameCommand, CommandTools, NodeParts, Service, Services } from './node.ts';

/**
 * A game for applications: its rules and everything else that concerns neither a browser (`view/index.ts`) nor files
 * and processes (`node.ts`). It is pure: it uses neither Node nor the DOM. One line in `kits.ts` registers it.
 */
export interface GameKit<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  /** A one-sentence description for newcomers. */
  readonly summary?: string;
  /** Whether this is the default game; at most one game is the default. */
  readonly first?: boolean;
  /** The built-in players, weakest first. */
  readonly players: readonly BuiltinPlayer[];
  /** Built-in players for particular purposes. */
  readonly partners: {
    /** The first opponent of a new player, used by `check` and with the samples. */
    readonly sparring: string;
    /** The default players, which take the seats in turn: used by `play` and for the studio's first match. */
    readonly show: readonly string[];
    /**
     * Players that make the same moves in every match with the same seed, so that `verify` can also reproduce their
     * moves.
     */
    readonly exact?: readonly string[];
    /** The player for free seats, which is also the suggested opponent of a duel; default: the sparring partner. */
    readonly filler?: string;
  };
  /** Built-in players of graded strength, for measuring a player's strength with `ludus rivals` and `ludus climb`. */
  readonly ladder?: PracticeLadder<Board>;
  /** Follows a match and summarises each seat's play in figures that explain the result. */
  readonly figures?: (state: State) => FigureWatch<State>;
  /** Describes good and bad play, and how to detect them, for `ludus why`. */
  readonly analysis?: GameAnalysis<State, Move>;
  /** Unusual boards that test players, grouped by the step of `ludus check` that plays them. */
  readonly trials?: () => readonly TrialStep[];
  /**
   * The lessons of the tutorial, if the game has one, for `ludus check --lesson`. The lessons' texts and players are in
   * the game's folder `lessons`.
   */
  readonly lessons?: readonly Lesson<State>[];
  /** The figures for a player's strength, comparable between players. */
  readonly strength?: StrengthTable;
  /** Draws a state as lines of text for a terminal. Every frame of a match has the same number of lines. */
  readonly drawText?: (state: State, names: readonly string[], ink: Ink) => string[];
  /** Defines how a person plays, in the terminal and on the page. */
  readonly hand?: AnyHandPlay;
  /** Steps and observes matches as arrays, for `ludus env`. */
  readonly simulator?: Simulator<Board, State, Move>;
  /** Words that identify a file as a player of this game if its imports don't. */
  readonly words?: RegExp;
  /** For players that are modules: the exports of `ludus/ID`, and the conversion of such a module to a player. */
  readonly api?: PlayerApi;
  /** The input of compiled players (native and WebAssembly), and the reader of their answers. */
  readonly image?: PlayerImage<Board, State, Move>;
  /** Sample players from which users can start, by language. */
  readonly samples?: Readonly<Partial<Record<Language, Sample>>>;
  /**
   * The pages with the game's rules, as files of `docs`, in reading order; default: the page named after the game's id.
   */
  readonly pages?: readonly string[];
  /** Words for examples in help texts. */
  readonly example?: { readonly board?: string; readonly player?: string };
}

/**
 * Built-in opponents, weakest first: each scores at least three quarters of the points against the previous opponent.
 */
export interface PracticeLadder<Board> {
  readonly opponents: readonly LadderOpponent[];
  /**
   * A match in which each of the samples beats the weakest built-in opponents. It is a new player's first match.
   */
  readonly first?: { readonly board?: string; readonly seed: number };
  /**
   * The board that all matches of a group share, by the group's number from 0. By default, the built-in boards
   * alternate, or the game generates a board.
   */
  readonly board?: (group: number) => Board;
}

/** A built-in player on the practice ladder. */
export interface LadderOpponent {
  readonly name: string;
  /** A paragraph about how the opponent plays, what its weaknesses are, and how to beat it. */
  readonly about: string;
  /** The opponent's rating in Elo, as measured by `ludus rivals --measure`. The weakest opponent has 0. */
  readonly rating: number;
  /**
   * The share of the points (0 to 1) that the opponent scored against the previous opponent; absent for the weakest.
   */
  readonly share?: number;
}

/** Receives each state of a match. The watch is created with the first state. */
export interface FigureWatch<State> {
  see(state: State): void;
  figures(): readonly Figure[];
}

export interface Figure {
  /** `units lost` */
  readonly label: string;
  readonly bySeat: readonly number[];
}

// biome-ignore lint/suspicious/noExplicitAny: board, state and move only travel between the game's own functions
export type AnyKit = GameKit<any, any, any>;

/** Colours and weights of a terminal; each method returns the text unchanged if the terminal doesn't support them. */
export interface Ink {
  bold(text: string): string;
  grey(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  /** The colour of a seat. */
  seat(seat: number, text: string): string;
}

/** The languages with a starter player. */
export const LANGUAGES = [
  { id: 'typescript', title: 'TypeScript' },
  { id: 'javascript', title: 'JavaScript' },
  { id: 'cpp', title: 'C++' },
  { id: 'python', title: 'Python' },
  { id: 'java', title: 'Java' },
  { id: 'rust', title: 'Rust' },
  { id: 'go', title: 'Go' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

/**
 * A short player that works immediately. Paths are relative to the folder of all games: `trails/samples/cyclist.py`.
 */
export interface Sample {
  readonly file: string;
  /** The word in the sample that is replaced with the player's name. */
  readonly word: string;
  /** The file's name, with `NAME` as the placeholder for the player's name: `AINAME.cc`. */
  readonly as: string;
  /** Files of the game that must be in the same folder as the sample. */
  readonly beside?: readonly string[];
  /** Words of the sample that differ between games. */
  readonly words?: Readonly<Record<string, string>>;
}

/**
 * Returns a page of rules without its pictures, and without the sections whose headings name only other games.
 *
 * @param titles of all games
 */
export function ownSections(markdown: string, title: string, titles: readonly string[]): string {
  let isCode = false;
  let omitted = Number.POSITIVE_INFINITY;
  const kept = markdown
    .replace(/^!\[.*\]\(.*\)\n\n/gm, '')
    .split('\n')
    .filter((line) => {
      if (line.startsWith('```')) isCode = !isCode;
      const heading = isCode ? null : /^(#+) (.*)/.exec(line);
      if (heading && heading[1].length <= omitted) {
        const named = titles.filter((each) => heading[2].includes(each));
        omitted = named.length > 0 && !named.includes(title) ? heading[1].length : Number.POSITIVE_INFINITY;
      }
      return omitted === Number.POSITIVE_INFINITY;
    });
  return kept.join('\n');
}

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
 * A game as applications see it: its rules and everything else that concerns neither a browser (`view/index.ts`) nor files and
 * processes (`node.ts`). Pure: no Node, no DOM. One line in `kits.ts` makes it known.
 */
export interface GameKit<Board, State, Move> {
  readonly game: Game<Board, State, Move>;
  /** The game in one sentence, for anyone who sees it for the first time. */
  readonly summary?: string;
  /** The game that is shown where no one has chosen one; at most one is. */
  readonly first?: boolean;
  /** The built-in players, the weakest first. */
  readonly players: readonly BuiltinPlayer[];
  /** Built-in players by what they are good for. */
  readonly partners: {
    /** Whom a new player meets first: `check`, the samples. */
    readonly sparring: string;
    /** Who plays where no one is named, by turns over the seats: `play`, the studio's first match. */
    readonly show: readonly string[];
    /** Those that ask the same in every match of the same seed, so that `verify` works out what they asked as well. */
    readonly exact?: readonly string[];
    /** The player for free seats, which is also the suggested opponent of a duel; by default, the sparring partner. */
    readonly filler?: string;
  };
  /** Built-in players of graded strength, for anyone who wants to know where a player stands: `ludus rivals`, `ludus climb`. */
  readonly ladder?: PracticeLadder<Board>;
  /** Follows a match and says what each seat did in it: why one won, in figures. */
  readonly figures?: (state: State) => FigureWatch<State>;
  /** Good and bad play in words, and how they are noticed: `ludus why`. */
  readonly analysis?: GameAnalysis<State, Move>;
  /** Boards that show whether a player copes with what boards may be, by the step of `ludus check` that plays them. */
  readonly trials?: () => readonly TrialStep[];
  /** A tutorial, for the game that teaches one: `ludus check --lesson`. Its texts and players are in the game's folder `lessons`. */
  readonly lessons?: readonly Lesson<State>[];
  /** The figures for the strength of a player, comparable with those of others. */
  readonly strength?: StrengthTable;
  /** A state as lines of text for a terminal; every frame of a match has the same number of lines. */
  readonly drawText?: (state: State, names: readonly string[], ink: Ink) => string[];
  /** How a person plays: the terminal and the page ask by it. */
  readonly hand?: AnyHandPlay;
  /** How matches are stepped and observed as arrays: `ludus env`. */
  readonly simulator?: Simulator<Board, State, Move>;
  /** Words of a file that is a player of this game, if its imports do not tell. */
  readonly words?: RegExp;
  /** Players that are modules: what `import … from 'ludus/ID'` gives, and how such a module becomes a player. */
  readonly api?: PlayerApi;
  /** The input of compiled players (native, WebAssembly), and the reader of their answers. */
  readonly image?: PlayerImage<Board, State, Move>;
  /** Starting points for a player, by language. */
  readonly samples?: Readonly<Partial<Record<Language, Sample>>>;
  /** The pages with its rules, as files of `docs`, in the order of reading; by default the one named after its id. */
  readonly pages?: readonly string[];
  /** Words for examples in help texts. */
  readonly example?: { readonly board?: string; readonly player?: string };
}

/** Built-in opponents, the weakest first: each scores at least three quarters against the one before. */
export interface PracticeLadder<Board> {
  readonly opponents: readonly LadderOpponent[];
  /** Where each of the samples beats the weakest built-in opponents: what a begun player plays first. */
  readonly first?: { readonly board?: string; readonly seed: number };
  /** The board of a group of matches, counted from 0. By default the built-in boards take turns, or the game generates one. */
  readonly board?: (group: number) => Board;
}

/** A built-in player as a member of the practice ladder. */
export interface LadderOpponent {
  readonly name: string;
  /** A paragraph: how it plays, what it overlooks, and so how it is beaten. */
  readonly about: string;
  /** In Elo, the weakest 0, as `ludus rivals --measure` found it. */
  readonly rating: number;
  /** The share (0…1) that it scored against the one before; absent for the weakest. */
  readonly share?: number;
}

/** Is shown each state of a match, the first one when it is made. */
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

/** Colours and weights of a terminal; each gives the text back as it is where there are none. */
export interface Ink {
  bold(text: string): string;
  grey(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  /** The colour of a seat. */
  seat(seat: number, text: string): string;
}

/** The languages that a player can be begun in. */
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

/** A player of a few lines that works at once. Paths are relative to the folder of all games: `trails/samples/Follower.py`. */
export interface Sample {
  readonly file: string;
  /** The word in it that becomes the player's name. */
  readonly word: string;
  /** The file's name, where `NAME` stands for the player's: `AINAME.cc`. */
  readonly as: string;
  /** Files of the game that must be next to it. */
  readonly beside?: readonly string[];
  /** Words of the sample that each game has its own for. */
  readonly words?: Readonly<Record<string, string>>;
}

/**
 * A page of rules without its pictures, and without the sections whose headings name only other games.
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

import type { Sidecar } from '@ludus/game/replay.ts';
import type {
  HandComparison,
  HandDrafts,
  HandHint,
  HandPlayedMatch,
  HandQuestion,
  HandReply,
} from '@ludus/referee/hand.ts';
import type { CompiledPlayer } from '../cpp/messages.ts';
import type { RulesOrder } from '../games/kits.ts';
import type { CodePlace, SourceMistake } from './code-place.ts';
import type { OwnFile, PlayerLanguage } from './files.ts';

/** A player for one seat, as the page sends it to the worker. */
export type PlayerOrder =
  | { readonly kind: 'builtin'; readonly name: string }
  | {
      readonly kind: 'own';
      readonly name: string;
      readonly source: string;
      /** The language; absent for TypeScript. */
      readonly language?: PlayerLanguage;
      /** The extension of a script, such as `.js`; `.ts` if absent. */
      readonly ending?: string;
      /** The other files that the player imports or includes; absent if there are none. */
      readonly files?: readonly OwnFile[];
    }
  | HandOrder;

/** A seat of the person at the page. */
export interface HandOrder {
  readonly kind: 'hand';
  readonly name: string;
  /** Milliseconds per round; 0 if the match waits for each move. */
  readonly beatMs: number;
  /** How long another player's turn is shown, in milliseconds. */
  readonly turnMs: number;
}

/** An action of a person during a match. */
export type HandAction =
  | { readonly do: 'choose'; readonly round: number; readonly id: string }
  | { readonly do: 'hint' | 'pause' | 'resume' | 'leave' };

/** The code of a user's player. */
export type OwnCode = Pick<OwnPlayerOrder, 'source' | 'language' | 'ending' | 'files'>;

/** Returns only the parts of a player that define its code, without absent parts. */
export const codeOf = ({
  source,
  language,
  ending,
  files,
}: {
  readonly source: string;
  readonly language?: OwnCode['language'] | undefined;
  readonly ending?: string | undefined;
  readonly files?: OwnCode['files'] | undefined;
}): OwnCode => ({
  source,
  ...(language && { language }),
  ...(ending && ending !== USUAL_ENDING && { ending }),
  ...(files && files.length > 0 && { files }),
});

/** The name of a player's main file in messages. */
export const mainFileOf = ({
  name,
  language,
  ending = USUAL_ENDING,
}: {
  readonly name: string;
  readonly language?: OwnCode['language'] | undefined;
  readonly ending?: string | undefined;
}): string => `${name}${language ? MAIN_ENDINGS[language] : ending}`;
const USUAL_ENDING = '.ts';
const MAIN_ENDINGS = { cpp: '.cc', python: '.py' } as const;

export type OwnPlayerOrder = Extract<PlayerOrder, { kind: 'own' }>;

/** One match to be played. */
export interface MatchOrder extends RulesOrder {
  /** The board file's text. */
  readonly board: string;
  /** The match's seed: a 32-bit signed integer. */
  readonly seed: number;
  readonly players: readonly PlayerOrder[];
  /**
   * The fuel budget, as in `ludus match --budget fuel`. `key`: the source of all randomness, 64 hexadecimal digits. If
   * absent, there is no budget.
   */
  readonly fuel?: { readonly key: string };
  /** Whether to play without a budget even in the playground, to repeat a match of the practice ladder. */
  readonly isPlain?: boolean;
}

/** A recorded match that continues from one of its rounds. */
export interface BranchOrder {
  readonly game: string;
  /** The recorded match's text. */
  readonly replay: string;
  /**
   * The revision of the rules that the replay's sidecar names. This revision is used if several revisions agree with
   * the replay for the same number of rounds.
   */
  readonly told?: string | undefined;
  /** The first round to play again; 0 is the round in which players receive their first request. */
  readonly round: number;
  /** By seat: the player that decides from this round on; undefined if the seat repeats its recorded moves. */
  readonly players: readonly (PlayerOrder | undefined)[];
}

/** A bot to compare with a person's moves in a match. */
export interface CompareOrder extends RulesOrder {
  readonly players: readonly [PlayerOrder];
  readonly played: HandPlayedMatch;
}

/** Additional data for an order whose players run in separate engines with fuel metering. */
export interface FuelNeeds {
  /** Address of the folder that contains the page's files, with `/` at the end. */
  readonly base: string;
  /** By seat: the compiled module of a C++ player. */
  readonly modules: readonly (CompiledPlayer | undefined)[];
}

/** A request to the worker that plays matches with fuel. */
export type FuelWorkerOrder =
  | { readonly type: 'hand'; readonly action: HandAction }
  | { readonly type: 'match'; readonly order: MatchOrder; readonly needs: FuelNeeds }
  | { readonly type: 'branch'; readonly order: BranchOrder; readonly needs: FuelNeeds }
  | { readonly type: 'compare'; readonly order: CompareOrder; readonly needs: FuelNeeds }
  | {
      readonly type: 'check';
      readonly order: RulesOrder & { readonly players: readonly PlayerOrder[] };
      readonly needs: FuelNeeds;
    };

/** A request to the worker that plays matches of the served folder. */
export type FolderWorkerOrder =
  | { readonly type: 'match'; readonly order: MatchOrder }
  | { readonly type: 'branch'; readonly order: BranchOrder };

/**
 * The worker's messages. First come any number of `preparing`, `asking`, `fault`, and `progress`, and the messages to
 * the person who plays. The last message is `done` or `problem`. `fault`: a user's player failed, with its source
 * location if known. `asking` precedes each turn of a user's player, because the turn may never end. In round 0, the
 * message precedes the loading of the player.
 */
export type MatchNews =
  | PreparationNews
  | { readonly type: 'asking'; readonly seat: number; readonly round: number }
  | {
      readonly type: 'fault';
      readonly seat: number;
      readonly round: number;
      readonly place: CodePlace | undefined;
      readonly message: string;
    }
  | { readonly type: 'progress'; readonly round: number; readonly text: string }
  | { readonly type: 'question'; readonly question: HandQuestion }
  | { readonly type: 'reply'; readonly action: HandAction; readonly reply: HandReply }
  | { readonly type: 'hint'; readonly round: number; readonly hint: HandHint | undefined }
  | {
      readonly type: 'done';
      readonly replay: string;
      readonly sidecar: Sidecar | undefined;
      readonly scores: readonly number[];
      readonly reason: string;
      readonly verdicts: readonly string[];
      /**
       * The decisions of the person who played, if the replay doesn’t distinguish them from an assistant’s decisions.
       */
      readonly drafts?: HandDrafts | undefined;
    }
  | {
      readonly type: 'problem';
      readonly message: string;
      readonly seat?: number;
      /** A compiler's messages about this seat's source code. */
      readonly mistakes?: readonly SourceMistake[];
    };

/** A step before players can be loaded, such as `downloading Python: 0.4 MB`; undefined when it is done. */
export interface PreparationNews {
  readonly type: 'preparing';
  readonly doing: string | undefined;
}

/** The result of a check: an error message, or undefined if there is no error. */
export type CheckNews = PreparationNews | { readonly type: 'checked'; readonly problem: string | undefined };

/** The result of a comparison, or a message if the comparison is impossible. */
export type CompareNews =
  | PreparationNews
  | {
      readonly type: 'compared';
      readonly comparison: HandComparison | undefined;
      readonly problem: string | undefined;
    };

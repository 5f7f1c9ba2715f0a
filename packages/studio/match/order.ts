import type { Sidecar } from '@ludus/game/replay.ts';
import type {
  HandComparison,
  HandDrafts,
  HandHint,
  HandQuestion,
  HandReply,
  PlayedByHand,
} from '@ludus/referee/questions.ts';
import type { CompiledPlayer } from '../cpp/messages.ts';
import type { RulesOrder } from '../games/kits.ts';
import type { CodePlace, SourceMistake } from './code-place.ts';
import type { OwnFile, PlayerLanguage } from './files.ts';

/** A player for one seat, as the page hands it to the worker. */
export type PlayerOrder =
  | { readonly kind: 'builtin'; readonly name: string }
  | {
      readonly kind: 'own';
      readonly name: string;
      readonly source: string;
      /** Absent: TypeScript. */
      readonly language?: PlayerLanguage;
      /** How the file of a script ends, `.js`; absent: `.ts`. */
      readonly ending?: string;
      /** Its files that it imports or includes; absent: it is one file. */
      readonly files?: readonly OwnFile[];
    }
  | HandOrder;

/** A seat that the person at the page plays. */
export interface HandOrder {
  readonly kind: 'hand';
  readonly name: string;
  /** Milliseconds per round; 0: the match waits for each move. */
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

/** The same without anything else, and without what is absent. */
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

/** How the file of a player that begins is called, in the sentences about it. */
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
  /** A 32-bit signed number. */
  readonly seed: number;
  readonly players: readonly PlayerOrder[];
  /**
   * The match is played under a budget of fuel, as `ludus match --budget fuel` plays it. `key`: what chance is worked out from, 64 hexadecimal
   * digits. Absent: nothing is counted.
   */
  readonly fuel?: { readonly key: string };
  /** It is played without a budget in the playground as well: a match of the practice ladder is played again. */
  readonly isPlain?: boolean;
}

/** A recorded match that continues from one of its rounds. */
export interface BranchOrder {
  readonly game: string;
  /** The recorded match's text. */
  readonly replay: string;
  /** The revision of the rules that its sidecar names: it counts where the replay follows several equally long. */
  readonly told?: string | undefined;
  /** The first round that is played again; 0 is the one in which players are asked first. */
  readonly round: number;
  /** By seat: who decides from there on; undefined: the recorded moves continue unchanged. */
  readonly players: readonly (PlayerOrder | undefined)[];
}

/** A bot that is compared with what a person did in a match. */
export interface CompareOrder extends RulesOrder {
  readonly players: readonly [PlayerOrder];
  readonly played: PlayedByHand;
}

/** A worker's additional data for an order whose players run in separate engines, counted in fuel. */
export interface FuelNeeds {
  /** Where the page's files are; an address that ends in `/`. */
  readonly base: string;
  /** By seat: what a player in C++ was compiled to. */
  readonly modules: readonly (CompiledPlayer | undefined)[];
}

/** A request to the worker of such matches. */
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

/** A request to the worker of players of the folder. */
export type FolderWorkerOrder =
  | { readonly type: 'match'; readonly order: MatchOrder }
  | { readonly type: 'branch'; readonly order: BranchOrder };

/**
 * The worker's messages, in this order: any number of `preparing`, `asking`, `fault`, and `progress`, and those to the person who plays, then `done` or `problem`. `fault`: a
 * player that someone has written failed, at that place of its source if it is known. `asking` comes before a player that someone
 * has written gets its turn, as it may never end it; round 0: it is loaded.
 */
export type MatchNews =
  | PreparingNews
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
      /** The decisions of the person who played, where the replay doesn’t tell them from an assistant’s. */
      readonly drafts?: HandDrafts | undefined;
    }
  | {
      readonly type: 'problem';
      readonly message: string;
      readonly seat?: number;
      /** A compiler's messages about that seat's source. */
      readonly mistakes?: readonly SourceMistake[];
    };

/** A step before players can be loaded, `fetching Python: 0.4 MB`; undefined when it is done. */
export interface PreparingNews {
  readonly type: 'preparing';
  readonly doing: string | undefined;
}

/** The result of a check: empty if all is well. */
export type CheckNews = PreparingNews | { readonly type: 'checked'; readonly problem: string | undefined };

/** The result of a comparison, or a message about why there is none. */
export type CompareNews =
  | PreparingNews
  | {
      readonly type: 'compared';
      readonly comparison: HandComparison | undefined;
      readonly problem: string | undefined;
    };

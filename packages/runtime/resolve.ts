import type { AnyGame } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import type { GameParts } from './game-parts.ts';
import { missingPlayer } from './player-problems.ts';
import type { SessionLimits } from './process/limits.ts';
import type { SandboxLevel } from './sandbox/level-names.ts';

// A game's parts for Node need no more than these: each match loads them.
export { CPP_FALLBACK, CPP_FOLDER, programGame } from './compile/program-sdk.ts';
export { PlayerNotFoundError, PlayerRejectedError } from './player-problems.ts';
export { VoidMatchError } from './void-match.ts';

/** The unit of a player's budget, if it has one. */
export type Budget = 'none' | 'cpu' | 'fuel';
/** `each`: every player's in what fits it. */
export type BudgetChoice = Budget | 'each';

/** The purpose of a player: a match of a game, with the game's parts for its players. */
export interface ResolveContext extends GameParts {
  readonly game: AnyGame;
  /** Whether a budget is counted, and in what. */
  readonly budget: Budget;
  /** For players that are their own programs; what is not said has its default. */
  readonly limits?:
    | {
        /** CPU time, in milliseconds: of a whole match or of a move, as the game's budget is. */
        readonly cpuMs?: number;
        /**
         * CPU time in milliseconds that is not counted until the first answer; less than usual in tests of players that use it
         * up.
         */
        readonly startMs?: number;
        readonly sandbox?: SandboxLevel;
        /** Wall-clock time, in milliseconds, of an answer of a player in the referee's own process; absent: as of any other. */
        readonly answerMs?: number;
        readonly session?: Partial<SessionLimits>;
      }
    | undefined;
  /** Every player of someone's own file runs in a separate process, also where nothing is counted. */
  readonly isolated?: boolean | undefined;
  /** The player is run to be looked into: nothing is limited, stopped or timed. */
  readonly debug?: DebugContext;
  /** C++ players are compiled with all checks that the compiler has: what they do to memory is examined. */
  readonly sanitize?: boolean | undefined;
  /** The target that C++ players are compiled to; by default, a program of this machine. */
  readonly target?: 'native' | 'wasm' | undefined;
  /** Where relative paths start. */
  readonly folder: string;
  /** Hears the name of a file that must be compiled; what it gives is called when that is done. */
  readonly onCompile?: ((name: string) => () => void) | undefined;
}

/** A context before it is known which player it is for. */
export type OpenContext = Omit<ResolveContext, 'budget'> & { readonly budget: BudgetChoice };

/** How a player is looked into. */
export interface DebugContext {
  /** Where a debugger is to stop it, as the board's `rnd`, without limits of time; absent: nowhere, and the limits hold. */
  readonly round?: number;
  /** Where the inspector of a JavaScript player listens: `127.0.0.1:9229`. */
  readonly inspect: string;
  /** The state that the player's own generator had before the first round, if the match provides it. */
  readonly generator?: number;
  /** Gets the process id of a program once it runs. */
  readonly onStart?: (pid: number) => void;
}

/** A player found by its name on the command line; each match opens it afresh. */
export interface PlayerSource {
  /** As replays and tables show it (names.ts). */
  readonly name: string;
  /** It comes with its game. */
  readonly isBuiltin?: true;
  /** Bytes of memory that it takes between matches, if they aren't few. */
  readonly keptBytes?: number;
  /** @param shown its name in the match where that is to be another one; modules and scripts know how */
  open(output?: PlayerOutput, shown?: string): AnyRunner | Promise<AnyRunner>;
}

/** One way to name a player: built-in, a TypeScript file, a C++ file, any command … */
export interface PlayerKind {
  readonly id: string;
  /** What a player of this kind looks like on the command line, for messages: `./bot.py`. */
  readonly example: string;
  /** Several are prepared at the same time, in processes or separate threads. */
  readonly isParallel?: true;
  /** Whether the name looks like one of this kind. The first kind that says yes takes it. */
  accepts(name: string, context: ResolveContext): boolean;
  /** Finds, checks and prepares (compiles) the player; what is wrong with it is thrown as a `PlayerNotFoundError`. */
  prepare(name: string, context: ResolveContext): PlayerSource | Promise<PlayerSource>;
  /** In what a player of this kind is counted where each is counted in what fits it. */
  fits(name: string, context: OpenContext): Budget;
  /** The names of this kind that `-l` lists. */
  list?(context: ResolveContext): readonly { readonly name: string; readonly summary: string }[];
}

/** Finds the player of a name among the kinds, in their order. */
export async function resolvePlayer(
  name: string,
  kinds: readonly PlayerKind[],
  open: OpenContext,
): Promise<PlayerSource> {
  const context = contextFor(name, kinds, open);
  const kind = kindOf(name, kinds, open);
  if (kind) {
    const source = await kind.prepare(name, context);
    const wrong = nameProblem([source.name]);
    if (wrong !== undefined) throw missingPlayer('player/name', name, wrong);
    return source;
  }
  const known = listPlayers(kinds, context).map((player) => player.name);
  throw missingPlayer('player/unknown', name, context.game.title, known, nearestWord(name, known));
}

/** The kind of the player of a name, if it is of any. */
export function kindOf(name: string, kinds: readonly PlayerKind[], open: OpenContext): PlayerKind | undefined {
  const context = contextFor(name, kinds, open);
  return kinds.find((each) => each.accepts(name, context));
}

/** The context for this player, with what its budget is counted in. */
export function contextFor(name: string, kinds: readonly PlayerKind[], open: OpenContext): ResolveContext {
  const { budget } = open;
  if (budget !== 'each') return { ...open, budget };
  const kind = kinds.find((each) => each.accepts(name, { ...open, budget: 'cpu' }));
  return { ...open, budget: kind?.fits(name, open) ?? 'none' };
}

/** The text that `-l` lists. */
export function listPlayers(
  kinds: readonly PlayerKind[],
  context: ResolveContext,
): readonly { readonly name: string; readonly summary: string }[] {
  return kinds.flatMap((kind) => kind.list?.(context) ?? []);
}

/**
 * The most similar word, if one is near enough: one edit per three letters, at least two, but not in every letter. Otherwise the
 * first word that `word` abbreviates, `ts` for `typescript`.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.min(Math.max(2, Math.floor(word.length / 3)) + 1, word.length);
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best ?? words.find((candidate) => isShortFor(word.toLowerCase(), candidate.toLowerCase()));
}

/** Whether a word begins with the same letter, and has the others in their order. One letter is short for nothing. */
function isShortFor(short: string, word: string): boolean {
  if (short.length < 2 || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

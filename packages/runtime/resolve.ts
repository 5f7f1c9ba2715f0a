import type { AnyGame } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import type { GameParts } from './game-parts.ts';
import { missingPlayer } from './player-problems.ts';
import type { SessionLimits } from './process/limits.ts';
import type { SandboxLevel } from './sandbox/level-names.ts';

// Everything that a game's parts for Node need. Each match loads this module, so it must stay small.
export { CPP_FALLBACK, CPP_FOLDER, programGame } from './compile/program-sdk.ts';
export { PlayerNotFoundError, PlayerRejectedError } from './player-problems.ts';
export { VoidMatchError } from './void-match.ts';

/** The unit of a player's budget, or `none` if no budget is counted. */
export type Budget = 'none' | 'cpu' | 'fuel';
/** The unit of all budgets. With `each`, the unit depends on the kind of player. */
export type BudgetChoice = Budget | 'each';

/** The context in which a player is found and opened: the game's parts, and the options of its matches. */
export interface ResolveContext extends GameParts {
  readonly game: AnyGame;
  /** The unit of the budget, or none. */
  readonly budget: Budget;
  /** Limits for players that are separate programs. Missing limits have default values. */
  readonly limits?:
    | {
        /** CPU time in milliseconds, per match or per move, as in the game's budget. */
        readonly cpuMs?: number;
        /**
         * CPU time before the first answer that isn't counted, in milliseconds. Tests of players that use all this time
         * set a lower value.
         */
        readonly startMs?: number;
        readonly sandbox?: SandboxLevel;
        /**
         * Wall-clock limit of an answer by a player in the referee's process, in milliseconds. If absent, the limit is
         * the same as for players that are separate programs.
         */
        readonly answerMs?: number;
        readonly session?: Partial<SessionLimits>;
      }
    | undefined;
  /** Whether every player from a user's file runs in a separate process, even if nothing is counted. */
  readonly isolated?: boolean | undefined;
  /** The options for debugging a player. If present, the player isn't limited, stopped, or timed. */
  readonly debug?: DebugContext;
  /** Whether C++ players are compiled with all the compiler's checks, including the checks of memory access. */
  readonly sanitize?: boolean | undefined;
  /** The target for C++ players; by default, a program for this machine. */
  readonly target?: 'native' | 'wasm' | undefined;
  /** The folder that relative paths refer to. */
  readonly folder: string;
  /**
   * Called with the name of a file before its compilation. The function that it returns is called after the
   * compilation.
   */
  readonly onCompile?: ((name: string) => () => void) | undefined;
}

/** A context without a specific player. */
export type OpenContext = Omit<ResolveContext, 'budget'> & { readonly budget: BudgetChoice };

/** Debugging options of a player. */
export interface DebugContext {
  /**
   * The round (the board's `rnd`) in which a debugger stops the player. If present, time isn't limited. If absent, the
   * player isn't stopped, and the limits apply.
   */
  readonly round?: number;
  /** Address of the inspector of a JavaScript player: `127.0.0.1:9229`. */
  readonly inspect: string;
  /** The initial state of the player's generator, if the match provides it. */
  readonly generator?: number;
  /** Receives the process id of a program once it is running. */
  readonly onStart?: (pid: number) => void;
}

/** A player that was found by its name on the command line. Each match opens a new instance of the player. */
export interface PlayerSource {
  /** The player's name in replays and tables (names.ts). */
  readonly name: string;
  /** Whether it is a built-in player of its game. */
  readonly isBuiltin?: true;
  /** Bytes of memory that the player uses between matches, if that is significant. */
  readonly keptBytes?: number;
  /** @param shown the player's name in the match, if it differs from `name`; only modules and scripts support this */
  open(output?: PlayerOutput, shown?: string): AnyRunner | Promise<AnyRunner>;
}

/**
 * A kind of player, such as built-in players, TypeScript files, C++ files, or commands. The kind is recognised by the
 * player's name.
 */
export interface PlayerKind {
  readonly id: string;
  /** Example of a player of this kind on the command line, for messages: `./bot.py`. */
  readonly example: string;
  /** Whether several players of this kind can be prepared in parallel, in processes or separate threads. */
  readonly isParallel?: true;
  /** Whether the name looks like the name of a player of this kind. The first kind that accepts a name is used. */
  accepts(name: string, context: ResolveContext): boolean;
  /** Finds, checks, and prepares (for example, compiles) the player. Throws a `PlayerNotFoundError` if that fails. */
  prepare(name: string, context: ResolveContext): PlayerSource | Promise<PlayerSource>;
  /** The unit of the budget for players of this kind if the choice is `each`. */
  fits(name: string, context: OpenContext): Budget;
  /** The players of this kind that `-l` lists. */
  list?(context: ResolveContext): readonly { readonly name: string; readonly summary: string }[];
}

/** Finds the player with this name. Tries the kinds of players in order. */
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

/** The kind of the player with this name, if any. */
export function kindOf(name: string, kinds: readonly PlayerKind[], open: OpenContext): PlayerKind | undefined {
  const context = contextFor(name, kinds, open);
  return kinds.find((each) => each.accepts(name, context));
}

/** The context for this player, with the unit of its budget. */
export function contextFor(name: string, kinds: readonly PlayerKind[], open: OpenContext): ResolveContext {
  const { budget } = open;
  if (budget !== 'each') return { ...open, budget };
  const kind = kinds.find((each) => each.accepts(name, { ...open, budget: 'cpu' }));
  return { ...open, budget: kind?.fits(name, open) ?? 'none' };
}

/** The players that `-l` prints. */
export function listPlayers(
  kinds: readonly PlayerKind[],
  context: ResolveContext,
): readonly { readonly name: string; readonly summary: string }[] {
  return kinds.flatMap((kind) => kind.list?.(context) ?? []);
}

/**
 * The word that needs the fewest edits from `word`. The limit is two edits, or one per three letters if that is more,
 * but always fewer edits than `word` has letters. If no word is that close, returns the first word that `word`
 * abbreviates, as `ts` abbreviates `typescript`.
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

/**
 * Whether a word begins with the same letter, and contains the other letters in order. A single letter isn't treated as
 * an abbreviation.
 */
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

import type { Sidecar } from '@ludus/game/replay.ts';
import { newMatchKey } from '@ludus/referee/match.ts';
import { BUILTIN_BOARDS, seedBoard } from '../data/boards.ts';
import { kitFor } from '../games/kits.ts';
import type { SourceMistake } from '../match/code-place.ts';
import type { MatchNews, MatchOrder, OwnCode, PlayerOrder } from '../match/order.ts';
import { runFuelMatch } from '../match/run-fuel.ts';

/**
 * Runs matches of users' players in pages without the studio, such as a lesson or an exercise. Such a page imports
 * `ludus-run.js` from a folder created by `ludus site build`:
 *
 *     import { runInPage } from './play/ludus-run.js';
 *     const { done, stop } = runInPage({ game: 'madmax', seed: 7, players: [{ name: 'Mine', source }, 'Demo', 'Demo', 'Demo'] });
 *     const result = await done;
 *     if (result.ok) viewer.load(result.replay);
 *     else say(result.problem);
 *
 * Matches can run one after the other or at the same time, each in a worker. Users' players run in QuickJS or CPython,
 * or as WebAssembly modules, with the fuel budget of `ludus match --budget fuel`. With the same board, seed, and key,
 * the replay is the same, byte for byte. An endless loop ends when the player's fuel is used up. Files are loaded at
 * first use: the C++ compiler with the first player in C++, and Python with the first in Python.
 */

/** A player for a seat: the name of a built-in player, or source code. */
export type PagePlayer =
  | string
  /**
   * `language`: 'cpp', 'python'; absent for TypeScript. `files`: the other files that the player imports or includes,
   * `{ name: 'helper.ts', text }`.
   */
  | ({ readonly name: string } & OwnCode);

export interface PageMatch {
  /** The game's id, such as `madmax`. */
  readonly game: string;
  /** The id of the revision of the game's rules, such as `2`; absent for the first revision. */
  readonly revision?: string;
  /**
   * The name of one of the game's boards, or a board's text. The default is the game's default board, or a board that
   * the game generates from the seed.
   */
  readonly board?: string;
  /** The match's seed: a 32-bit integer, 1 by default. */
  readonly seed?: number;
  /** The players by seat. The game's default sparring partner plays the seats for which no player is named. */
  readonly players: readonly PagePlayer[];
  /**
   * The key of all randomness, 64 hexadecimal digits. By default, the key is random, so two matches with the same seed
   * differ if the game uses random numbers.
   */
  readonly key?: string;
}

export interface PageOptions {
  /** The folder created by `ludus site build`, as an address that ends in `/`. */
  readonly base: string;
  /** Receives new text of the replay during the match, for `viewer.feed`. */
  readonly onReplay?: (text: string, round: number) => void;
  /** Receives the preparation under way: `downloading the C++ compiler: 3.1 of 26.0 MB`. */
  readonly onProgress?: (sentence: string) => void;
}

export interface PageVerdict {
  readonly seat: number;
  /** The round, numbered as on the board. */
  readonly round: number;
  readonly fault: string;
  /** A sentence such as `Mine used up its budget of 1 s of fuel in round 3 (Mine.ts:5:3).` */
  readonly sentence: string;
}

/** The result of a match. `problem`: the reason why the match couldn't be played (for C++, the compiler's lines). */
export type PageResult =
  | {
      readonly ok: true;
      /** The replay's text, as `ludus verify` checks it. */
      readonly replay: string;
      readonly scores: readonly number[];
      /** The reason why the match ended. */
      readonly reason: string;
      /** The disqualified players, with the reasons. */
      readonly verdicts: readonly PageVerdict[];
      /** The players' logs, by round and seat. */
      readonly log: readonly { readonly round: number; readonly seat: number; readonly text: string }[];
      /** Verdicts and log, with budgets and drawings, for `viewer.loadSidecar(JSON.stringify(sidecar))`. */
      readonly sidecar: Sidecar | undefined;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The seat of the faulty player, and the compiler's errors. */
      readonly seat?: number | undefined;
      readonly mistakes: readonly SourceMistake[];
    };

export interface RunningPageMatch {
  readonly done: Promise<PageResult>;
  /** Stops the match immediately. After that, `done` reports that the match was stopped. */
  stop(): void;
}

/** Plays a match in a worker of this page. This function never throws, because its result reports failures. */
export function runMatchInPage(match: PageMatch, { base, onReplay, onProgress }: PageOptions): RunningPageMatch {
  const order = orderOf(match);
  if (typeof order === 'string')
    return { done: Promise.resolve({ ok: false, problem: order, mistakes: [] }), stop() {} };
  let end: (result: PageResult) => void;
  const done = new Promise<PageResult>((resolve) => {
    end = resolve;
  });
  const running = runFuelMatch(
    order,
    { base, onDoing: (doing) => doing !== undefined && onProgress?.(doing) },
    (news: MatchNews) => {
      if (news.type === 'progress') onReplay?.(news.text, news.round);
      else if (news.type === 'problem')
        end({ ok: false, problem: news.message, seat: news.seat, mistakes: news.mistakes ?? [] });
      else if (news.type === 'done') {
        const { replay, scores, reason, sidecar } = news;
        end({ ok: true, replay, scores, reason, verdicts: sidecar?.verdicts ?? [], log: sidecar?.log ?? [], sidecar });
      }
    },
  );
  return {
    done,
    stop() {
      running.stop();
      end({ ok: false, problem: 'the match was stopped', mistakes: [] });
    },
  };
}

/** The match order, or a message about its first problem. */
function orderOf({
  game: id,
  revision,
  board,
  seed = 1,
  players,
  key = newMatchKey(),
}: PageMatch): MatchOrder | string {
  const kit = kitFor({ game: id, revision });
  if (typeof kit === 'string') return kit;
  const known = BUILTIN_BOARDS.filter((each) => each.game === id);
  const text =
    board === undefined
      ? (known[0] ?? seedBoard(id, seed))?.text
      : (known.find(({ name }) => name === board)?.text ?? board);
  if (text === undefined) return `there is no board for ${kit.game.title}`;
  const read = kit.game.readBoard(text);
  if (!read.ok) return `there is no board ${text.slice(0, 40)}, and the text isn’t a board: ${read.problem.message}`;
  const seats = kit.game.seatsOf(read.value);
  if (players.length > seats) return `${kit.game.title} has ${seats} seats on this board, not ${players.length}`;
  const seated = Array.from({ length: seats }, (_, seat): PlayerOrder => {
    const player = players[seat] ?? kit.partners.sparring;
    return typeof player === 'string' ? { kind: 'builtin', name: player } : { kind: 'own', ...player };
  });
  const rules = { game: id, ...(revision !== undefined && { revision }) };
  return { ...rules, board: text, seed: seed | 0, players: seated, fuel: { key } };
}

import type { Sidecar } from '@ludus/game/replay.ts';
import { newMatchKey } from '@ludus/referee/match.ts';
import { BUILTIN_BOARDS, seedBoard } from '../data/boards.ts';
import { kitFor } from '../games/kits.ts';
import type { SourceMistake } from '../match/code-place.ts';
import type { MatchNews, MatchOrder, OwnCode, PlayerOrder } from '../match/order.ts';
import { runFuelMatch } from '../match/run-fuel.ts';

/**
 * The door for pages that let someone's players play, without the studio around it: a lesson, an exercise. Such a page imports
 * `ludus-run.js` of a folder that `ludus site build` has made:
 *
 *     import { runInPage } from './play/ludus-run.js';
 *     const { done, stop } = runInPage({ game: 'madmax', seed: 7, players: [{ name: 'Mine', source }, 'Demo', 'Demo', 'Demo'] });
 *     const result = await done;
 *     if (result.ok) viewer.load(result.replay);
 *     else say(result.problem);
 *
 * Matches are played one after the other or at once, each in a worker. Users' players run in QuickJS, CPython, or as a WebAssembly module,
 * counted in fuel as `ludus match --budget fuel` counts. With the same board, seed, and key the replay is the same, byte for
 * byte. An endless loop ends with its fuel. Files are loaded at first use: the C++ compiler with the first player in C++, and Python with the first in Python.
 */

/** A player for a seat: the name of one that comes with the game, or a source. */
export type PagePlayer =
  | string
  /** `language`: 'cpp', 'python'; absent: TypeScript. `files`: the player's files that it imports or includes, `{ name: 'helper.ts', text }`. */
  | ({ readonly name: string } & OwnCode);

export interface PageMatch {
  /** The game's id: `madmax`. */
  readonly game: string;
  /** The revision of the game's rules, by id: `2`; absent: the first one. */
  readonly revision?: string;
  /**
   * The name of one of the game's boards, or a board's text. The default is the game's usual board, or the one that it generates
   * from the seed.
   */
  readonly board?: string;
  /** A whole number of 32 bits; absent: 1. */
  readonly seed?: number;
  /** By seat. Seats that are left out are played by the game's usual sparring partner. */
  readonly players: readonly PagePlayer[];
  /**
   * The key of all randomness, 64 hexadecimal digits. By default it is random, so that two matches of one seed differ if the game
   * has luck.
   */
  readonly key?: string;
}

export interface PageOptions {
  /** The folder that `ludus site build` has made, as an address that ends in `/`. */
  readonly base: string;
  /** More of the replay while it is played, for `viewer.feed`. */
  readonly onReplay?: (text: string, round: number) => void;
  /** What must be done before: `fetching the C++ compiler: 3.1 of 26.0 MB`. */
  readonly onProgress?: (sentence: string) => void;
}

export interface PageVerdict {
  readonly seat: number;
  /** As the board counts them. */
  readonly round: number;
  readonly fault: string;
  /** `Mine used up its budget of 1 s of fuel in round 3 (Mine.ts:5:3).` */
  readonly sentence: string;
}

/** The result of a match. `problem`: why it couldn't be played, as a message (for C++, the compiler's lines). */
export type PageResult =
  | {
      readonly ok: true;
      /** The replay's text, as `ludus verify` checks it. */
      readonly replay: string;
      readonly scores: readonly number[];
      /** Why it ended. */
      readonly reason: string;
      /** The players that were taken out, and why. */
      readonly verdicts: readonly PageVerdict[];
      /** The players' logs, by round and seat. */
      readonly log: readonly { readonly round: number; readonly seat: number; readonly text: string }[];
      /** Both, with budgets and drawings, for `viewer.loadSidecar(JSON.stringify(sidecar))`. */
      readonly sidecar: Sidecar | undefined;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whose player it is, and what the compiler complains of. */
      readonly seat?: number | undefined;
      readonly mistakes: readonly SourceMistake[];
    };

export interface RunningPageMatch {
  readonly done: Promise<PageResult>;
  /** Stops it immediately; `done` reports that. */
  stop(): void;
}

/** Plays a match in a worker of this page; nothing that goes wrong in it is thrown. */
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

/** The order of such a match, or a message on what is wrong with it. */
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
  if (!read.ok) return `there is no board ${text.slice(0, 40)}, and it isn’t the text of one: ${read.problem.message}`;
  const seats = kit.game.seatsOf(read.value);
  if (players.length > seats) return `${kit.game.title} has ${seats} seats on this board, not ${players.length}`;
  const seated = Array.from({ length: seats }, (_, seat): PlayerOrder => {
    const player = players[seat] ?? kit.partners.sparring;
    return typeof player === 'string' ? { kind: 'builtin', name: player } : { kind: 'own', ...player };
  });
  const rules = { game: id, ...(revision !== undefined && { revision }) };
  return { ...rules, board: text, seed: seed | 0, players: seated, fuel: { key } };
}

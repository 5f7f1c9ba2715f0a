import type { PlayerOutput } from '@ludus/game/output.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { handFromLegal } from '@ludus/game/protocol.ts';
import { HandSeat } from '@ludus/referee/hand.ts';
import { newMatchKey, playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { MatchNews } from '../match/order.ts';
import { SeenText, WATCHERS } from '../match/seen-text.ts';
import type { RoomMatch } from './room.ts';

/** Default time for a decision in a match with friends, in milliseconds. */
const FRIEND_MS = 30_000;
/**
 * Minimum time of a bot's move in games other than races, in milliseconds. This time lets people follow the turns, and
 * gives the server time for other rooms.
 */
const TURN_MS = 600;
/** Maximum number of characters in a match's text, and maximum number of rounds. A longer match is stopped. */
const MAX_TEXT = 2 ** 23;
const MAX_ROUNDS = 5000;

/** Maximum share of one processor core for the bots of all rooms. */
const BOTS_SHARE = 2 / 3;

const NO_OUTPUT = { log() {}, draw() {} };

export interface RoomMatchSetup {
  readonly kit: AnyKit;
  readonly board: unknown;
  readonly seed: number;
  readonly names: readonly string[];
  /** By seat: the built-in bot that plays, or that replaces a person. */
  readonly bots: readonly string[];
  readonly people: readonly boolean[];
  /** The number of rooms with a match under way. These rooms share the server's time equally. */
  readonly playing: () => number;
  /** Notifies a seat's person, or the spectators (−1). */
  readonly tell: (seat: number, news: MatchNews) => void;
  /** Called at the end of the match with `done` or `problem`, which are the same for all pages. */
  readonly onEnd: (news: MatchNews) => void;
}

/** A match of friends and bots that is under way. */
export interface PlayedMatch extends RoomMatch {
  /** The messages that a page needs to show the match so far. */
  shown(seat: number): MatchNews[];
}

/**
 * Plays a match in lockstep: all people receive a round's question at the same time, and have the same time for it. A
 * person sees the seat's observations. In games with hidden information, spectators see the match when it is over. The
 * match's randomness comes from a new secret key.
 */
export function beginMatch(setup: RoomMatchSetup): PlayedMatch {
  const { kit, board, seed, names, bots, people, playing, tell, onEnd } = setup;
  const { game } = kit;
  const hand = kit.hand ?? handFromLegal(game);
  if (!hand) throw new Error(`${game.title} can’t be played by a person`);
  const isRace = hand.beatsMs !== undefined;
  const beatMs = hand.friendMs ?? FRIEND_MS;
  const paceMs = isRace ? beatMs : TURN_MS;
  const recorder = new SidecarRecorder(game);
  const stopping = new AbortController();
  const questions = new Map<number, MatchNews>();
  const seats = new Map<number, HandSeat>();
  const replaced = new Set<number>();
  const text = new SeenText(game, board, names, people);
  // The bots' computing time in this round, the start of the round, and the earliest start of the next round, in
  // milliseconds.
  let thought = 0;
  let begun = performance.now();
  let restsUntil = begun;
  const open = (bot: string, output: PlayerOutput): AnyRunner => {
    const runner = openBot(kit, bot, output);
    return {
      ...forwardingRunner(runner),
      play(...question) {
        const before = performance.now();
        const answer = runner.play(...question);
        thought += performance.now() - before;
        return answer;
      },
    };
  };
  /**
   * Wraps a player so that it moves at the room's pace. `isAlone`: whether a bot decides. If so, its moves take at
   * least `paceMs`.
   */
  const paced = (runner: AnyRunner, isAlone: () => boolean = () => true): AnyRunner => ({
    ...forwardingRunner(runner),
    async play(...question) {
      const rest = restsUntil - performance.now();
      if (rest > 0) await pause(rest);
      // The bot's computing time is part of the pause.
      const pacing = isAlone() ? pause(paceMs + (hand.readMs?.(question[0]) ?? 0)) : undefined;
      await runner.play(...question);
      await pacing;
    },
  });
  const runners = names.map((name, seat) => {
    const builtin = (bot: string) => () => open(bot, NO_OUTPUT);
    if (!people[seat]) {
      const runner = { ...forwardingRunner(open(bots[seat], recorder.output(seat))), name };
      return paced(runner);
    }
    const { assistant } = hand;
    const person = new HandSeat({
      game,
      hand,
      name,
      beatMs,
      endsEarly: !isRace,
      startsPaused: true,
      idleMs: isRace ? beatMs : 0,
      substitute: builtin(bots[seat]),
      ...(assistant !== undefined && { assistant: builtin(assistant) }),
      tell(question) {
        const news: MatchNews = { type: 'question', question };
        questions.set(seat, news);
        tell(seat, news);
      },
    });
    seats.set(seat, person);
    return paced(person.runner, () => replaced.has(seat));
  });
  const readers = [WATCHERS, ...seats.keys()];
  let round = 0;
  const play = async (): Promise<void> => {
    const result = await playMatch<unknown, unknown, unknown>({
      game,
      board,
      seed,
      runners,
      limited: true,
      key: newMatchKey(),
      concurrent: true,
      signal: stopping.signal,
      recordsAtOnce: true,
      record: (piece) => text.add(piece),
      onFault(verdict) {
        recorder.onFault(verdict);
        text.fault(verdict.seat, verdict.fault);
      },
      onRound(state, now, used) {
        recorder.onRound(now, used);
        round = now;
        text.see(state, used);
        if (text.length > MAX_TEXT || now > MAX_ROUNDS) throw new Error('the match is too long for a room');
        restsUntil = begun + (thought * playing()) / BOTS_SHARE;
        begun = performance.now();
        thought = 0;
        questions.clear();
        for (const seat of readers) {
          const more = text.next(seat);
          if (more !== '') tell(seat, { type: 'progress', round: now, text: more });
        }
      },
    });
    const { outcome, verdicts } = result;
    onEnd({
      type: 'done',
      replay: text.whole,
      sidecar: recorder.finish(),
      scores: outcome.scores,
      reason: outcome.reason,
      verdicts: verdicts.map(({ sentence }) => sentence),
    });
  };
  // The room must receive its match before the match sends messages.
  const played = Promise.resolve().then(play);
  played.catch((error) => {
    if (!stopping.signal.aborted)
      onEnd({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  });
  return {
    choose: (seat, at, id) =>
      seats.get(seat)?.choose(at, id) ?? { ok: false, code: 'late', why: 'no person has this seat' },
    pause() {
      for (const person of seats.values()) person.pause();
    },
    resume() {
      for (const person of seats.values()) person.resume();
    },
    standIn(seat) {
      replaced.add(seat);
      seats.get(seat)?.standIn();
    },
    stop() {
      stopping.abort(new Error('the room has ended'));
      for (const person of seats.values()) person.standIn();
    },
    shown(seat) {
      const until = text.until(seat);
      const question = questions.get(seat);
      return [
        ...(until === '' ? [] : [{ type: 'progress', round, text: until } as const]),
        ...(question ? [question] : []),
      ];
    },
  };
}

/** The bot's name is valid, because the room has already checked it. */
const openBot = ({ players }: AnyKit, bot: string, output: PlayerOutput): AnyRunner =>
  players.find(({ name }) => name === bot)!.open(output);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

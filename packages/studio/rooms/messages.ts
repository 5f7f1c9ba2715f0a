import type { HandReply } from '@ludus/referee/questions.ts';
import type { MatchNews } from '../match/order.ts';

/** The messages between a server and the pages of a room. */

/** A person who has a seat in a room shows it with this secret. */
export type SeatToken = string;

/** The match that a room plays. */
export interface RoomOrder {
  readonly game: string;
  readonly revision?: string | undefined;
  /** The board file's text. */
  readonly board: string;
  /** The board's name, for people. */
  readonly boardName: string;
  /** By seat: the built-in bot that plays if no friend does. */
  readonly bots: readonly string[];
}

export type RoomPhase = 'waiting' | 'playing' | 'over';

/** A seat as everyone sees it. */
export interface SeatView {
  /** The name of the person or bot. */
  readonly name: string;
  readonly kind: 'person' | 'bot';
  /** Whether the person is connected. */
  readonly isHere: boolean;
  /** The built-in bot that plays on for a person who is gone. */
  readonly standIn?: string;
}

/** A room as everyone sees it. */
export interface RoomView {
  readonly code: string;
  readonly game: string;
  readonly revision?: string | undefined;
  readonly boardName: string;
  readonly phase: RoomPhase;
  /** How many matches have begun. */
  readonly matches: number;
  readonly seats: readonly SeatView[];
  /** The seat of the person who may start a match; −1 if no one is seated. */
  readonly host: number;
  /** How many look on. */
  readonly watching: number;
  /** Why the match stands still: it begins in `ms` milliseconds, or it waits that long for these seats. */
  readonly hold?: { readonly ms: number; readonly seats: readonly number[] };
}

/** The news that a page of a room gets. `room` comes first, and whenever something about the room changes. */
export type RoomNews =
  | { readonly type: 'room'; readonly room: RoomView; readonly seat: number; readonly address?: string | undefined }
  /** A match begins, or the page gets it again from its beginning. `seat`: that of the person, or −1. */
  | { readonly type: 'begin'; readonly match: number; readonly seat: number; readonly hides: boolean }
  /** A sign of life. */
  | { readonly type: 'beat' }
  | MatchNews;

/**
 * Why the referee or the room refuses a request.
 *
 * - `token`: the request shows no seat of this room.
 * - `late`: the round is over.
 * - `refused`: the rules don't allow it.
 * - `many`: too many requests, rooms, or people.
 * - `phase`: not in this moment.
 * - `none`: there is no such room.
 * - `taken`: another room has the code.
 * - `invalid`: the request has another form or size.
 */
export type RoomCode = 'token' | 'late' | 'refused' | 'many' | 'phase' | 'none' | 'taken' | 'invalid';

export interface RoomRefusal {
  readonly ok: false;
  readonly code: RoomCode;
  readonly why: string;
}

export const refusal = (code: RoomCode, why: string): RoomRefusal => ({ ok: false, code, why });

export interface Seated {
  readonly ok: true;
  readonly seat: number;
  readonly token: SeatToken;
}

/** The answer to a choice: the referee's, or the room's. */
export type ChoiceAnswer = HandReply | RoomRefusal;

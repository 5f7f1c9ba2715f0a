import type { HandReply } from '@ludus/referee/hand.ts';
import type { MatchNews } from '../match/order.ts';

/** The messages between a server and the pages of a room. */

/** The secret that identifies a person with a seat in a room. */
export type SeatToken = string;

/** The match that a room plays. */
export interface RoomOrder {
  readonly game: string;
  readonly revision?: string | undefined;
  /** The board file's text. */
  readonly board: string;
  /** The board's name for display. */
  readonly boardName: string;
  /** By seat: the built-in bot that plays if no friend takes the seat. */
  readonly bots: readonly string[];
}

export type RoomPhase = 'waiting' | 'playing' | 'over';

/** The public state of a seat. */
export interface SeatView {
  /** The name of the person or bot. */
  readonly name: string;
  readonly kind: 'person' | 'bot';
  /** Whether the person is connected. */
  readonly isHere: boolean;
  /** The built-in bot that replaces an absent person. */
  readonly standIn?: string;
}

/** The public state of a room. */
export interface RoomView {
  readonly code: string;
  readonly game: string;
  readonly revision?: string | undefined;
  readonly boardName: string;
  readonly phase: RoomPhase;
  /** The number of matches that have begun. */
  readonly matches: number;
  readonly seats: readonly SeatView[];
  /** The seat of the person who may start a match; −1 if no one is seated. */
  readonly host: number;
  /** The number of spectators. */
  readonly watching: number;
  /** The reason for a pause: the match begins in `ms` milliseconds, or waits for these seats for at most this time. */
  readonly hold?: { readonly ms: number; readonly seats: readonly number[] };
}

/** The events that a room's page receives. `room` is the first event, and is repeated after each change to the room. */
export type RoomNews =
  | { readonly type: 'room'; readonly room: RoomView; readonly seat: number; readonly address?: string | undefined }
  /** A match begins, or is sent again from its beginning. `seat`: the person's seat, or −1. */
  | { readonly type: 'begin'; readonly match: number; readonly seat: number; readonly hides: boolean }
  /** A heartbeat. */
  | { readonly type: 'beat' }
  | MatchNews;

/**
 * The reasons for which the referee or the room refuses a request.
 *
 * - `token`: the request's token has no seat in this room.
 * - `late`: the round is over.
 * - `refused`: the rules don't allow it.
 * - `many`: too many requests, rooms, or people.
 * - `phase`: the action isn't possible now.
 * - `none`: there is no such room.
 * - `taken`: another room has the code.
 * - `invalid`: the request's form or size is invalid.
 */
export type RoomCode = 'token' | 'late' | 'refused' | 'many' | 'phase' | 'none' | 'taken' | 'invalid';

export interface RoomRefusal {
  readonly ok: false;
  readonly code: RoomCode;
  readonly why: string;
}

export const refusal = (code: RoomCode, why: string): RoomRefusal => ({ ok: false, code, why });

export interface SeatGrant {
  readonly ok: true;
  readonly seat: number;
  readonly token: SeatToken;
}

/** The answer to a choice, from the referee or from the room. */
export type ChoiceAnswer = HandReply | RoomRefusal;

import type { Draws } from '@ludus/game/game.ts';
import { FACES, type TalltalesBoard } from './board.ts';
import { CALL, claimOf, countOf, faceOf, heightOf, isClaim, MOVE_WORDS, opens, type TalltalesMove } from './move.ts';
import { diceAt, fitting, NO_SEAT, type TalltalesState } from './state.ts';

/** Reasons for the end of a match (docs/talltales.md §6). */
export const REASONS = ['bouts', 'alone'] as const;

/** Plays one round in place: shakes the cups, or lets the current player claim or call. */
export function advance(state: TalltalesState, asked: readonly TalltalesMove[]): void {
  if (isOver(state)) return;
  state.round++;
  if (leaveTable(state)) beginDeal(state, state.turn === NO_SEAT ? state.next : state.turn);
  else if (state.turn === NO_SEAT) shakeCups(state);
  else act(state, state.turn, asked[state.turn].action);
  endBout(state);
}

/** Marks a failed player: it leaves the table in the next round (§5). */
export function freeze(state: TalltalesState, seat: number): void {
  state.failed[seat] = 1;
}

/** The failed players lose their dice, and all other players outlast them (§5). */
function leaveTable(state: TalltalesState): boolean {
  const { failed, left, players } = state;
  let leaving = 0;
  for (let seat = 0; seat < players; seat++) {
    if (failed[seat] === 0 || left[seat] === 0) continue;
    left[seat] = 0;
    leaving++;
  }
  if (leaving === 0) return false;
  for (let seat = 0; seat < players; seat++) if (left[seat] > 0) state.points[seat] += leaving;
  return true;
}

/** §2: every shaken cup gets new dice. */
function shakeCups(state: TalltalesState): void {
  const { cups, open, left, shaken, chance, players } = state;
  for (let seat = 0; seat < players; seat++) {
    if (shaken[seat] === 0) continue;
    shaken[seat] = 0;
    for (let under = left[seat] - diceAt(open, seat); under > 0; under--)
      cups[seat * FACES + chance.range(1, FACES) - 1]++;
  }
  state.turn = state.next;
}

/**
 * §3 to §5: an illegal move counts as the empty move, which calls, or makes the lowest claim if there is nothing to
 * call.
 */
function act(state: TalltalesState, seat: number, action: number): void {
  const isAllowed = action !== CALL && isClaim(action) && refuse(state, seat, action) === undefined;
  if (isAllowed) claim(state, seat, action);
  else if (state.told > 0) call(state, seat);
  else claim(state, seat, claimOf(1, state.wild === 1 ? 2 : 1));
}

/** §3: makes the claim; an opening claim opens the matching dice and shakes the other dice. */
function claim(state: TalltalesState, seat: number, action: number): void {
  const { cups, open, wild } = state;
  state.claims[state.told] = action;
  state.claimers[state.told++] = seat;
  state.next = seatAfter(state, seat);
  state.turn = state.next;
  if (!opens(action)) return;
  const first = seat * FACES;
  for (let face = 1; face <= FACES; face++) {
    const at = first + face - 1;
    if (face === faceOf(action) || face === wild) open[at] += cups[at];
    cups[at] = 0;
  }
  state.shaken[seat] = 1;
  state.turn = NO_SEAT;
}

/** §4: lifts the cups; the player that is wrong loses a die. */
function call(state: TalltalesState, caller: number): void {
  const { cups, open, lastDice, left, told, claims, claimers, wild } = state;
  const called = claims[told - 1];
  const claimer = claimers[told - 1];
  for (let at = 0; at < cups.length; at++) lastDice[at] = cups[at] + open[at];
  const isTrue = countFitting(state, faceOf(called)) >= countOf(called);
  const loser = isTrue ? caller : claimer;
  state.calls[caller]++;
  state.tested[claimer]++;
  if (!isTrue) {
    state.rightCalls[caller]++;
    state.caught[claimer]++;
  }
  state.lastClaims.set(claims);
  state.lastClaimers.set(claimers);
  state.lastTold = told;
  state.lastWild = wild;
  state.lastCaller = caller;
  state.lastLoser = loser;
  left[loser]--;
  if (left[loser] === 0) for (let seat = 0; seat < left.length; seat++) if (left[seat] > 0) state.points[seat]++;
  state.deal++;
  beginDeal(state, loser);
}

/** Number of dice on the table that match a face, including wild dice. */
function countFitting({ players, cups, open, wild }: TalltalesState, face: number): number {
  let count = 0;
  for (let seat = 0; seat < players; seat++) count += fitting(cups, seat, face, wild) + fitting(open, seat, face, wild);
  return count;
}

/**
 * §2: puts all dice under the cups, which are shaken in the next round. `first` begins or, if it has no dice, the next
 * player with dice.
 */
function beginDeal(state: TalltalesState, first: number): void {
  state.cups.fill(0);
  state.open.fill(0);
  state.claims.fill(0);
  state.claimers.fill(0);
  state.told = 0;
  state.turn = NO_SEAT;
  for (let seat = 0; seat < state.players; seat++) state.shaken[seat] = state.left[seat] > 0 ? 1 : 0;
  state.next = state.left[first] > 0 ? first : seatAfter(state, first);
}

/** §6: once at most one player has dice, the bout is over; all players that have not failed get their dice again. */
function endBout(state: TalltalesState): void {
  const { left, failed, board, players } = state;
  if (left.reduce((sum, dice) => sum + (dice > 0 ? 1 : 0), 0) > 1) return;
  state.bout++;
  const gone = failed.reduce((sum, each) => sum + each, 0);
  if (isOver(state)) {
    // The remaining players also outlast the failed players in the bouts that are no longer played.
    for (let seat = 0; seat < players; seat++)
      if (failed[seat] === 0) state.points[seat] += gone * (board.bouts - state.bout);
    return;
  }
  for (let seat = 0; seat < players; seat++) {
    left[seat] = failed[seat] === 1 ? 0 : board.dice;
    if (failed[seat] === 0) state.points[seat] += gone;
  }
  beginDeal(state, state.bout % players);
}

/** The next player with dice, to the left. */
function seatAfter({ left, players }: TalltalesState, seat: number): number {
  for (let n = 1; n < players; n++) if (left[(seat + n) % players] > 0) return (seat + n) % players;
  return seat;
}

export function isOver({ bout, board, failed, left }: TalltalesState): boolean {
  if (bout >= board.bouts) return true;
  let living = 0;
  for (const each of failed) if (each === 0) living++;
  return living < 2 && left.every((dice, seat) => dice === 0 || failed[seat] === 0);
}

export const reasonOf = ({ bout, board }: TalltalesState): (typeof REASONS)[number] =>
  bout >= board.bouts ? 'bouts' : 'alone';

/**
 * The reason why the rules don't allow a move, as a message without a full stop (§3, §4). The empty move is always
 * allowed.
 */
export function refuse(state: TalltalesState, seat: number, action: number): string | undefined {
  const { told, claims, wild, cups, total } = state;
  if (action === CALL) return told > 0 ? undefined : 'there is no claim to call';
  if (!isClaim(action)) return undefined;
  const word = MOVE_WORDS[action];
  if (countOf(action) > total) return `${word} claims more than the ${total} dice on the table`;
  if (faceOf(action) === wild) return `${word} claims the wild face`;
  if (told > 0 && heightOf(action) <= heightOf(claims[told - 1]))
    return `${word} isn’t taller than ${MOVE_WORDS[claims[told - 1]]}`;
  if (!opens(action)) return undefined;
  const fits = fitting(cups, seat, faceOf(action), wild);
  if (fits === 0) return `${word} opens dice that fit, and there are none under the cup`;
  return fits === diceAt(cups, seat) ? `${word} leaves no die to shake` : undefined;
}

/** All moves except the empty move, in ascending order. */
export function legalActions(state: TalltalesState, seat: number): number[] {
  const { told, claims, total } = state;
  const actions: number[] = [];
  const lowest = told > 0 ? 2 * (heightOf(claims[told - 1]) + 1) : 0;
  for (let action = lowest; action < 2 * FACES * total; action++)
    if (refuse(state, seat, action) === undefined) actions.push(action);
  if (told > 0) actions.push(CALL);
  return actions;
}

/** §8: the state without the dice under the other players' cups, and without the generator. */
export function observe(state: TalltalesState, seat: number): TalltalesState {
  const seen = state.clone();
  seen.chance.seed(0);
  const first = seat * FACES;
  seen.cups.fill(0, 0, first);
  seen.cups.fill(0, first + FACES);
  return seen;
}

/** Gives new faces to the dice under the other players' cups. */
export function redeal(state: TalltalesState, seat: number, random: Draws): void {
  const { cups, open, left, shaken, players } = state;
  for (let other = 0; other < players; other++) {
    if (other === seat || shaken[other] === 1) continue;
    const first = other * FACES;
    cups.fill(0, first, first + FACES);
    for (let under = left[other] - diceAt(open, other); under > 0; under--) cups[first + random.range(1, FACES) - 1]++;
  }
}

/**
 * The maximum number of rounds of a match: every deal has all claims, and each player fails at the end of an additional
 * longest deal.
 */
export function mostRounds({ players, dice, bouts }: TalltalesBoard): number {
  const total = players * dice;
  // In the longest deal, the cups are shaken, each height is claimed, each die is opened separately, and the last claim
  // is called.
  const longest = (count: number) => 1 + FACES * count + count + 1;
  let bout = 0;
  for (let count = 2; count <= total; count++) bout += longest(count);
  return bouts * bout + players * longest(total);
}

import type { Fault } from '@ludus/game/game.ts';
import type { Inspection, Mark, SeatSummary, Selection } from '@ludus/viewer/view.ts';
import { LETTERS } from '../rules/board.ts';
import { type Claim, readClaim } from '../rules/move.ts';
import { diceAt, lastCall, NO_SEAT, type TalltalesState } from '../rules/state.ts';
import { facesOf, isLifted, type TalltalesFrame } from './frame.ts';

const FAULT_WORDS: Record<Fault, string> = {
  illegal: 'makes an illegal move',
  time: 'runs out of time',
  disconnect: 'disconnects',
  crash: 'crashes',
  protocol: 'breaks the protocol',
  flood: 'prints too much',
  memory: 'uses too much memory',
};

/** The last claim of a player in this deal; undefined if there is none. */
function claimOfSeat({ claims, claimers, told }: TalltalesState, seat: number): Claim | undefined {
  const at = claimers.subarray(0, told).lastIndexOf(seat);
  return at < 0 ? undefined : readClaim(claims[at]);
}

export function seatSummaries({ state, shares, faults }: TalltalesFrame): SeatSummary[] {
  const { board, left, points, caught, tested, calls, rightCalls } = state;
  return shares.map((share, seat) => {
    const fault = faults[seat];
    return {
      score: String(points[seat]),
      alive: left[seat],
      units: board.dice,
      facts: [
        { label: 'claims called', value: `${tested[seat]}, false ${caught[seat]}` },
        { label: 'calls', value: `${calls[seat]}, right ${rightCalls[seat]}` },
      ],
      status: share,
      ...(fault !== undefined && { verdict: FAULT_WORDS[fault] }),
    };
  });
}

export function inspect({ state }: TalltalesFrame, selection: Selection): Inspection | undefined {
  if (selection.kind !== 'cell' || selection.column >= state.players) return undefined;
  const seat = selection.column;
  const claim = claimOfSeat(state, seat);
  const cup = facesOf(state.cups, seat);
  const under = state.left[seat] - diceAt(state.open, seat);
  return {
    title: `player ${LETTERS[seat]}`,
    seat,
    facts: [
      { label: 'dice', value: String(state.left[seat]) },
      { label: 'under the cup', value: cup.length > 0 ? cup.join(' ') : `${under} unseen` },
      { label: 'open', value: facesOf(state.open, seat).join(' ') || 'none' },
      { label: 'claims', value: claim === undefined ? 'nothing' : inWords(claim) },
    ],
  };
}

const inWords = ({ count, face, opens }: Claim): string => `${count} × ${face}${opens ? ', opening dice' : ''}`;

export function marks(before: TalltalesFrame, after: TalltalesFrame, names: readonly string[]): Mark[] {
  const { state } = after;
  return names.flatMap((name, seat): Mark[] => {
    if (state.failed[seat] === 1 && before.state.failed[seat] === 0)
      return [
        { round: state.round, kind: 'freeze', seat, text: `${name} ${FAULT_WORDS[after.faults[seat] ?? 'crash']}` },
      ];
    // At the end of a bout, all players get their dice back. The loser of the last call is out, because it has lost its
    // last die.
    const isOut = state.deal > before.state.deal && state.lastLoser === seat && before.state.left[seat] === 1;
    if (!isOut) return [];
    const by = lastCall(state).claimer === seat ? state.lastCaller : lastCall(state).claimer;
    const cause = {
      at: { row: 0, column: seat },
      from: { row: 0, column: by },
      by,
      text: by === state.lastCaller ? 'claimed too much' : 'doubted a true claim',
    };
    return [{ round: state.round, kind: 'death', seat, text: `${name} loses its last die`, cause }];
  });
}

export function describe(
  { state }: TalltalesFrame,
  before: TalltalesFrame | undefined,
  names: readonly string[],
): string {
  const { told, claims, claimers, turn, wild, left } = state;
  const dice = names.map((name, seat) => `${name} ${left[seat]}`).join(', ');
  return `Round ${state.round}. ${newsOf(state, before, names)} Dice: ${dice}.`;

  function newsOf(now: TalltalesState, then: TalltalesFrame | undefined, of: readonly string[]): string {
    if (isLifted(now)) return callInWords(now, of);
    if (told > 0 && (then === undefined || then.state.told < told))
      return `${of[claimers[told - 1]]} claims ${inWords(readClaim(claims[told - 1]))}.`;
    if (turn === NO_SEAT) return 'The cups are shaken.';
    return `${of[turn]} is next. ${wild === 0 ? 'No face is wild.' : `The face ${wild} is wild.`}`;
  }
}

function callInWords(state: TalltalesState, names: readonly string[]): string {
  const { count, face, claimer, there } = lastCall(state);
  const is = there >= count ? 'true' : 'false';
  return `${names[state.lastCaller]} calls ${count} × ${face} of ${names[claimer]}: ${there} fit, so the claim is ${is}. ${names[state.lastLoser]} loses a die.`;
}

/** The winners, in words. */
export function endingOf({ points }: TalltalesState, names: readonly string[]): string {
  const most = Math.max(...points);
  const best = names.filter((_, seat) => points[seat] === most);
  const listed = new Intl.ListFormat('en').format(best);
  return best.length === 1 ? `${listed} wins with ${most} points` : `${listed} share the win with ${most} points`;
}

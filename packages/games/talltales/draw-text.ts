import type { Ink } from '../kit.ts';
import { FACES, LETTERS } from './rules/board.ts';
import { readClaim } from './rules/move.ts';
import { diceAt, NO_SEAT, type TalltalesState } from './rules/state.ts';

const DICE = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'] as const;
/** An unseen die under a cup. */
const UNSEEN = '▒';

/**
 * Draws the table as text: one line per player with the player's dice and last claim, and one line about the previous
 * call.
 */
export function drawText(state: TalltalesState, names: readonly string[], ink: Ink): string[] {
  const { board, bout, wild, told, claims, claimers, turn } = state;
  const head = `Tall Tales  bout ${Math.min(bout + 1, board.bouts)} of ${board.bouts}`;
  const lines = [ink.bold(`${head}  ${wild > 0 ? `wild ${DICE[wild - 1]} ${wild}` : 'no wild face'}`), ''];
  const isLifted = told === 0 && turn === NO_SEAT && state.lastCaller !== NO_SEAT;
  names.forEach((name, seat) => {
    const said = state.claimers.subarray(0, told).lastIndexOf(seat);
    const { count, face, opens } = readClaim(said < 0 ? 0 : claims[said]);
    const tale = said < 0 ? '' : `“${count} × ${DICE[face - 1]} ${face}${opens ? ', open' : ''}”`;
    const stands = claimers[told - 1] === seat && said === told - 1;
    const mark = turn === seat ? '▶' : ' ';
    const label = ink.seat(seat, `${mark} ${LETTERS[seat]} ${name.padEnd(12)}`);
    const row = `${label} ${String(state.points[seat]).padStart(3)}  ${diceOf(state, seat, isLifted)}`;
    lines.push(`${row}  ${stands ? ink.bold(tale) : ink.grey(tale)}`);
  });
  lines.push('', isLifted ? lastCall(state, names) : '');
  return lines;
}

/** The dice under the cup, followed by the open dice in brackets, in a field of constant width. */
function diceOf({ board, cups, open, left, lastDice }: TalltalesState, seat: number, isLifted: boolean): string {
  const shown = (dice: Uint8Array) => DICE.map((die, n) => die.repeat(dice[seat * FACES + n])).join('');
  if (isLifted) return shown(lastDice).padEnd(board.dice + 4);
  const opened = shown(open);
  const under = left[seat] - diceAt(open, seat);
  const cup = shown(cups) || UNSEEN.repeat(under);
  return `${cup}${opened === '' ? '' : ` [${opened}]`}`.padEnd(board.dice + 4);
}

function lastCall(state: TalltalesState, names: readonly string[]): string {
  const { lastCaller, lastLoser, lastClaims, lastClaimers, lastTold } = state;
  const { count, face } = readClaim(lastClaims[lastTold - 1]);
  const claimer = names[lastClaimers[lastTold - 1]];
  return `${names[lastCaller]} calls ${count} × ${face} of ${claimer}: ${names[lastLoser]} loses a die`;
}

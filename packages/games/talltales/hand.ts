import type { HandChoice, HandPlay } from '@ludus/game/protocol.ts';
import { FACES } from './rules/board.ts';
import { CALL, CALL_WORD, countOf, faceOf, isClaim, MOVE_WORDS, opens, type TalltalesMove } from './rules/move.ts';
import { legalActions } from './rules/rules.ts';
import { lastCall, NO_SEAT, type TalltalesState } from './rules/state.ts';
import { REVEAL_MS } from './view/frame.ts';

export interface TalltalesDraft {
  readonly action?: number;
}

/**
 * A claim has a button if its count exceeds the lowest possible count by at most this number of dice. Higher claims can
 * be typed.
 */
const MORE_DICE = 2;

/** Defines a person's controls: a button for each of the lower claims, and a button for calling. */
export const hand: HandPlay<TalltalesState, TalltalesMove, TalltalesDraft> = {
  how: 'Choose a claim, or call the current one.',
  keys: 'The keys 1 to 6 make the lowest claim for that face, and C calls.',
  readMs: (state) => (isAfterCall(state) ? REVEAL_MS : 0),
  begin: () => ({}),
  look(state, seat) {
    const actions = legalActions(state, seat);
    const claims = actions.filter(isClaim);
    const least = Math.min(...claims.map(countOf));
    const keyed = new Set<number>();
    const choices: HandChoice[] = [];
    if (actions.includes(CALL)) choices.push({ id: CALL_WORD, label: 'Call', keys: ['c'], group: 'Answer' });
    for (const action of claims) {
      const [count, face] = [countOf(action), faceOf(action)];
      const isFirst = !opens(action) && !keyed.has(face);
      if (isFirst) keyed.add(face);
      choices.push({
        id: MOVE_WORDS[action],
        label: `${count} × ${face}`,
        group: opens(action) ? 'Claim, open the dice that fit, and shake the rest' : 'Claim',
        ...(isFirst && { keys: [String(face)] }),
        ...(count > least + MORE_DICE && { isQuiet: true }),
      });
    }
    return { choices, status: `${callBefore(state, seat)}${statusOf(state)} ${diceOf(state, seat)}` };
  },
  choose: (_state, _seat, _draft, id) => ({ action: MOVE_WORDS.indexOf(id) }),
  isWhole: ({ action }) => action !== undefined,
  write(_state, _seat, { action }, move) {
    if (action !== undefined) move.action = action;
  },
  steps: (_state, _seat, _draft, { action }) => (MOVE_WORDS[action] === undefined ? [] : [MOVE_WORDS[action]]),
};

/** Whether the cups have been lifted and there hasn't been a claim since. */
const isAfterCall = ({ told, lastCaller }: TalltalesState): boolean => told === 0 && lastCaller !== NO_SEAT;

/** In the first turn of a deal: the result of the previous deal. */
function callBefore(state: TalltalesState, seat: number): string {
  const { told, players, lastCaller, lastLoser } = state;
  if (told >= players || lastCaller === NO_SEAT) return '';
  const { count, face, claimer, there } = lastCall(state);
  const whose = claimer === seat ? 'your claim' : 'the claim';
  const who = lastCaller === seat ? 'You' : 'Another player';
  return `${who} called ${whose} ${count} × ${face}: ${there} fit. ${lastLoser === seat ? 'You lost' : 'Another player lost'} a die. `;
}

/** `Your dice: 1, 3, 4.` */
function diceOf({ cups, open }: TalltalesState, seat: number): string {
  const faces = Array.from({ length: FACES }, (_, at) => seat * FACES + at).flatMap((at) =>
    Array.from({ length: cups[at] + open[at] }, () => at - seat * FACES + 1),
  );
  return `Your dice: ${faces.join(', ')}.`;
}

function statusOf({ told, claims, total, wild }: TalltalesState): string {
  const wilds = wild > 0 ? ` ${wild} is wild.` : '';
  if (told === 0) return `You begin. ${total} dice are on the table.${wilds}`;
  const claim = claims[told - 1];
  return `${countOf(claim)} × ${faceOf(claim)} was claimed. ${total} dice are on the table.${wilds}`;
}

import type { HandChoice, HandPlace, HandPlay } from '@ludus/game/protocol.ts';
import { sideOf } from './rules/board.ts';
import { DIRECTIONS, NOWHERE } from './rules/directions.ts';
import { isOrder, NO_STEP, newMove, type Order, type PeriscopeMove, parseMove, printMove } from './rules/move.ts';
import { describeOrders } from './rules/reports.ts';
import { refuse } from './rules/rules.ts';
import type { PeriscopeState } from './rules/state.ts';

/** The submarine that the person has chosen, and its order as text once there is one. */
export interface PeriscopeDraft {
  readonly submarine: number;
  readonly order?: string;
}

const ARROWS = ['↑', '→', '↓', '←'] as const;
const ARROW_KEYS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
const FIRE_KEYS = ['w', 'd', 's', 'a'] as const;

const orderOf = (order: Order, submarine: number, direction = 0, second: number = NO_STEP): PeriscopeMove => ({
  ...newMove(),
  order,
  submarine,
  direction,
  second,
});

/**
 * Defines a person's commands. The cells that the chosen submarine can reach can be tapped. Torpedoes and pings have
 * buttons and keys.
 */
export const hand: HandPlay<PeriscopeState, PeriscopeMove, PeriscopeDraft> = {
  how: 'Tap a submarine, then tap the cell that it should go to.',
  keys: 'Digits choose a submarine, and the arrow keys move it. W A S D fire, P pings, Enter stays silent.',
  begin(state, seat, before) {
    const living = livingOf(state, seat);
    return { submarine: before && living.includes(before.submarine) ? before.submarine : (living[0] ?? 0) };
  },
  look(state, seat, { submarine }) {
    const living = livingOf(state, seat);
    const { board, scores } = state;
    const side = sideOf(seat);
    const choices = [
      ...living.map(
        (each): HandChoice => ({
          id: `submarine ${each + 1}`,
          label: String(each + 1),
          group: 'Submarine',
          keys: [String(each + 1)],
          place: placeOf(state, cellOf(state, seat, each)),
          ...(each === submarine && { isChosen: true }),
        }),
      ),
      ...(living.includes(submarine) ? ordersOf(state, seat, submarine) : []),
    ];
    return {
      choices:
        living.length > 0 ? [...choices, { id: 'silent', label: 'Stay silent', group: 'Listen', keys: ['Enter'] }] : [],
      status: `${describeOrders(state, seat)}${scores[side]} points for you, ${scores[1 - side]} for the others. Round ${state.round + 1} of ${board.rounds}.`,
    };
  },
  choose(_state, _seat, draft, id) {
    const [, chosen] = /^submarine (\d)$/.exec(id) ?? [];
    return chosen === undefined ? { ...draft, order: id } : { submarine: Number(chosen) - 1 };
  },
  isWhole: ({ order }) => order !== undefined,
  write(_state, _seat, { order }, move) {
    if (order !== undefined) parseMove(order, move);
  },
  steps(state, seat, draft, move) {
    if (!isOrder(move)) return ['silent'];
    const { submarine } = move;
    const before = submarine === draft.submarine ? [] : [`submarine ${submarine + 1}`];
    if (move.order !== 'move') return [...before, printMove(move)];
    const end = endOf(state, cellOf(state, seat, submarine), move);
    const same = movesOf(state, seat, submarine).find(
      (each) => endOf(state, cellOf(state, seat, submarine), each) === end,
    );
    return same ? [...before, printMove(same)] : ['silent'];
  },
};

const cellOf = ({ board, cells }: PeriscopeState, seat: number, submarine: number): number =>
  cells[seat * board.submarines + submarine];

const livingOf = (state: PeriscopeState, seat: number): number[] =>
  Array.from({ length: state.board.submarines }, (_, each) => each).filter((each) => cellOf(state, seat, each) >= 0);

const placeOf = ({ board: { columns } }: PeriscopeState, cell: number): HandPlace => ({
  row: Math.floor(cell / columns),
  column: cell % columns,
});

function endOf({ board }: PeriscopeState, from: number, { direction, second }: PeriscopeMove): number {
  const first = board.neighbours[4 * from + direction];
  return second === NO_STEP || first === NOWHERE ? first : board.neighbours[4 * first + second];
}

/** A move to each cell that the submarine can reach, with the fewest steps. */
function movesOf(state: PeriscopeState, seat: number, submarine: number): PeriscopeMove[] {
  const from = cellOf(state, seat, submarine);
  const ends = new Set([from]);
  const single = DIRECTIONS.map((direction) => orderOf('move', submarine, direction));
  const double = DIRECTIONS.flatMap((direction) =>
    DIRECTIONS.map((second) => orderOf('move', submarine, direction, second)),
  );
  return [...single, ...double].filter((move) => {
    if (refuse(state, seat, move) !== undefined) return false;
    const end = endOf(state, from, move);
    if (ends.has(end)) return false;
    ends.add(end);
    return true;
  });
}

function ordersOf(state: PeriscopeState, seat: number, submarine: number): HandChoice[] {
  const from = cellOf(state, seat, submarine);
  const moves = movesOf(state, seat, submarine).map((move): HandChoice => {
    const { direction, second } = move;
    const isStep = second === NO_STEP;
    const isStraight = second === direction;
    return {
      id: printMove(move),
      label: isStep ? ARROWS[direction] : `${ARROWS[direction]}${ARROWS[second]}`,
      group: 'Go',
      place: placeOf(state, endOf(state, from, move)),
      ...(isStep && { keys: [ARROW_KEYS[direction]] }),
      ...(isStraight && { keys: [`Shift+${ARROW_KEYS[direction]}`] }),
      ...(!isStep && { isQuiet: true }),
    };
  });
  const shots = DIRECTIONS.map((direction): HandChoice => {
    const isBlocked = state.board.neighbours[4 * from + direction] === NOWHERE;
    return {
      id: printMove(orderOf('fire', submarine, direction)),
      label: ARROWS[direction],
      group: 'Torpedo',
      keys: [FIRE_KEYS[direction]],
      ...(isBlocked && { warning: 'the torpedo would hit the shore immediately' }),
    };
  });
  return [
    ...moves,
    ...shots,
    { id: printMove(orderOf('ping', submarine)), label: 'Ping', group: 'Listen', keys: ['p'] },
  ];
}

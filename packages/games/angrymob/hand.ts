import type { HandArrow, HandChoice, HandPlace, HandPlay } from '@ludus/game/protocol.ts';
import { neighbour } from './rules/map.ts';
import type { MobMove } from './rules/moves.ts';
import { ABSORB_LIMIT, illegality } from './rules/rules.ts';
import type { MobState } from './rules/state.ts';

/** Units that march along a path. The path starts with the cell that they are on. */
interface March {
  readonly path: readonly number[];
  readonly count: number;
}

export interface MobDraft {
  /** The cell of the chosen crowd; −1 if none is chosen. */
  readonly from: number;
  /** The number of the crowd's units to send; 0 for all. */
  readonly count: number;
  readonly marches: readonly March[];
  readonly isDone: boolean;
}

/** The keys by direction: 0 right, 1 up, 2 left, 3 down. */
const DIRECTION_KEYS = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown'] as const;
const DIRECTIONS = [0, 1, 2, 3] as const;
/** Choices from one unit up to this number of units have a button and a key. */
const KEYED = 9;
/** The largest number of units that can be chosen individually. */
const MAX_CHOSEN_UNITS = 200;

/**
 * Defines how a person controls a mob: by choosing a crowd and then a cell. A distant cell is an order for several
 * turns.
 */
export const hand: HandPlay<MobState, MobMove, MobDraft> = {
  how: 'Tap one of your crowds, then the cell it should go to. A distant cell takes several turns.',
  keys: 'Tab chooses a crowd, 1 to 9 choose how many units go, the arrow keys send them, and Enter ends the turn.',
  friendMs: 5000,
  begin: (state, seat, before) => ({ from: -1, count: 0, marches: marchesLeft(state, seat, before), isDone: false }),
  look: (state, seat, draft) => ({
    choices: [
      { id: 'end turn', label: 'End turn', group: 'Turn', keys: ['Enter'] },
      ...(draft.marches.length > 0
        ? [
            { id: 'undo', label: 'Undo', group: 'Turn', keys: ['Backspace'] },
            { id: 'halt', label: 'Halt all', group: 'Turn', keys: ['Delete'] },
          ]
        : []),
      ...crowdsOf(state, seat, draft),
      ...(draft.from >= 0 ? sendings(state, seat, draft) : []),
    ],
    status: statusOf(state, seat),
    arrows: draft.marches.map((march) => arrowOf(state, seat, march)),
  }),
  choose(state, seat, draft, id) {
    if (id === 'end turn') return { ...draft, isDone: true };
    if (id === 'undo') return { ...draft, marches: draft.marches.slice(0, -1) };
    if (id === 'halt') return { ...draft, marches: [] };
    const [what, ...numbers] = id.split(' ');
    const [first, second] = numbers.map(Number);
    if (what === 'take') return { ...draft, count: numbers[0] === 'all' ? 0 : first };
    const cell = first * state.board.map.columns + second;
    if (what === 'crowd') return { ...draft, from: cell === draft.from ? -1 : cell, count: 0 };
    const free = freeUnits(state, seat, draft.marches, draft.from);
    const march = {
      path: pathTo(state, draft.from, cell),
      count: draft.count === 0 ? free : Math.min(free, draft.count),
    };
    return { ...draft, from: -1, count: 0, marches: [...draft.marches, march] };
  },
  isWhole: ({ isDone }) => isDone,
  write({ board: { map } }, _seat, { marches }, move) {
    for (const { path, count } of marches) {
      const direction = DIRECTIONS.find((d) => neighbour(map, path[0], d) === path[1]);
      if (direction !== undefined)
        move.push(Math.floor(path[0] / map.columns), path[0] % map.columns, count, direction);
    }
  },
  steps(state, seat, draft, move) {
    const { map } = state.board;
    const steps = draft.marches.length > 0 ? ['halt'] : [];
    for (let n = 0; n < move.length; n++) {
      const { i, j, k, d } = move.submove(n);
      const from = i * map.columns + j;
      const to = neighbour(map, from, d);
      steps.push(`crowd ${i} ${j}`);
      if (k !== state.armies[seat].units[from] && k <= MAX_CHOSEN_UNITS) steps.push(`take ${k}`);
      steps.push(`to ${Math.floor(to / map.columns)} ${to % map.columns}`);
    }
    return [...steps, 'end turn'];
  },
  refuse: illegality,
};

/** The marches that continue in this turn, with the remaining units. */
function marchesLeft(state: MobState, seat: number, before: MobDraft | undefined): March[] {
  const marches: March[] = [];
  for (const { path, count } of before?.marches ?? []) {
    const rest = path.slice(1);
    if (rest.length < 2) continue;
    const units = Math.min(count, freeUnits(state, seat, marches, rest[0]));
    if (units > 0) marches.push({ path: rest, count: units });
  }
  return marches;
}

function freeUnits(state: MobState, seat: number, marches: readonly March[], cell: number): number {
  const sent = marches.reduce((sum, { path, count }) => sum + (path[0] === cell ? count : 0), 0);
  return state.armies[seat].units[cell] - sent;
}

const placeOf = ({ board: { map } }: MobState, cell: number): HandPlace => ({
  row: Math.floor(cell / map.columns),
  column: cell % map.columns,
});

const wordsOf = (state: MobState, cell: number): string => {
  const { row, column } = placeOf(state, cell);
  return `${row} ${column}`;
};

/** The crowds that still have units to send. Tab moves from larger to smaller crowds. */
function crowdsOf(state: MobState, seat: number, { from, marches }: MobDraft): HandChoice[] {
  const army = state.armies[seat];
  const cells = [...army.cells.subarray(0, army.count)]
    .filter((cell) => freeUnits(state, seat, marches, cell) > 0)
    .sort((one, other) => army.units[other] - army.units[one] || one - other);
  const next = cells[(cells.indexOf(from) + 1) % Math.max(1, cells.length)];
  return cells.map((cell) => ({
    id: `crowd ${wordsOf(state, cell)}`,
    label: `${freeUnits(state, seat, marches, cell)} at ${wordsOf(state, cell).replace(' ', ', ')}`,
    group: 'Crowd',
    isQuiet: cells.indexOf(cell) >= 6,
    ...((cell === from || from < 0) && { place: placeOf(state, cell) }),
    ...(cell === from && { isChosen: true }),
    ...(cell === next && cell !== from && { keys: ['Tab'] }),
  }));
}

function sendings(state: MobState, seat: number, { from, count, marches }: MobDraft): HandChoice[] {
  const { map } = state.board;
  const free = freeUnits(state, seat, marches, from);
  const near = new Set(DIRECTIONS.map((direction) => neighbour(map, from, direction)));
  const targets: HandChoice[] = [];
  const distances = distancesFrom(state, from);
  for (let cell = 0; cell < distances.length; cell++) {
    if (distances[cell] < 1) continue;
    const direction = DIRECTIONS.find((d) => neighbour(map, from, d) === cell);
    targets.push({
      id: `to ${wordsOf(state, cell)}`,
      label: `to ${wordsOf(state, cell).replace(' ', ', ')}`,
      place: placeOf(state, cell),
      isQuiet: true,
      ...(direction !== undefined && near.has(cell) && { keys: [DIRECTION_KEYS[direction]] }),
    });
  }
  const counts = Array.from(
    { length: Math.min(free, MAX_CHOSEN_UNITS) },
    (_, n): HandChoice => ({
      id: `take ${n + 1}`,
      label: String(n + 1),
      group: 'How many',
      ...(n < KEYED ? { keys: [String(n + 1)] } : { isQuiet: true }),
      ...(count === n + 1 && { isChosen: true }),
    }),
  );
  return [
    { id: 'take all', label: `All ${free}`, group: 'How many', keys: ['0'], ...(count === 0 && { isChosen: true }) },
    ...counts,
    ...targets,
  ];
}

/** The number of steps from a cell to every other cell; −1 if unreachable. */
function distancesFrom({ board: { map } }: MobState, from: number): Int32Array {
  const distances = new Int32Array(map.rows * map.columns).fill(-1);
  distances[from] = 0;
  const queue = [from];
  for (let at = 0; at < queue.length; at++)
    for (const direction of DIRECTIONS) {
      const cell = neighbour(map, queue[at], direction);
      if (cell < 0 || map.passable[cell] === 0 || distances[cell] >= 0) continue;
      distances[cell] = distances[queue[at]] + 1;
      queue.push(cell);
    }
  return distances;
}

/** A shortest path, including its first and last cell. */
function pathTo(state: MobState, from: number, to: number): number[] {
  const { map } = state.board;
  const distances = distancesFrom(state, to);
  const path = [from];
  while (path[path.length - 1] !== to) {
    const here = path[path.length - 1];
    const next = DIRECTIONS.map((direction) => neighbour(map, here, direction)).find(
      (cell) => cell >= 0 && distances[cell] === distances[here] - 1 && distances[cell] >= 0,
    );
    if (next === undefined) break;
    path.push(next);
  }
  return path;
}

/**
 * The arrow for the next step of a march. It shows the number of the march's units, and of the opponent's units in the
 * next cell.
 */
function arrowOf(state: MobState, seat: number, { path, count }: March): HandArrow {
  const there = state.armies[1 - seat].units[path[1]];
  return {
    from: placeOf(state, path[0]),
    to: placeOf(state, path[1]),
    text: there > 0 ? `${count} against ${there}` : String(count),
  };
}

function statusOf(state: MobState, seat: number): string {
  const { total } = state.armies[seat];
  const grows =
    total <= ABSORB_LIMIT
      ? `${total} ≤ ${ABSORB_LIMIT}: neutral units join you`
      : `${total} > ${ABSORB_LIMIT}: neutral units don’t join`;
  return `Turn ${state.turn + 1}. ${grows}. The other side has ${state.armies[1 - seat].total}.`;
}

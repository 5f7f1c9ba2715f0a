import type { Simulator } from '@ludus/env/simulator.ts';
import { LETTERS, type PeriscopeBoard, sideOf } from './rules/board.ts';
import { DIRECTION_NAMES, DIRECTIONS } from './rules/directions.ts';
import { generateLike } from './rules/generator.ts';
import { clearMove, isOrder, NO_STEP, newMove, type PeriscopeMove } from './rules/move.ts';
import { isOver, refuse } from './rules/rules.ts';
import { isNear, type PeriscopeState, REPORTS, SUNK, UNKNOWN, UNSEEN, WRECK } from './rules/state.ts';

/** All orders to one submarine; the last action means that there is no order. */
const ACTIONS: readonly PeriscopeMove[] = [
  ...DIRECTIONS.map((direction) => ({ ...newMove(), order: 'move' as const, direction })),
  ...DIRECTIONS.flatMap((direction) =>
    DIRECTIONS.map((second) => ({ ...newMove(), order: 'move' as const, direction, second })),
  ),
  ...DIRECTIONS.map((direction) => ({ ...newMove(), order: 'fire' as const, direction })),
  { ...newMove(), order: 'ping' },
  newMove(),
];
const NO_ACTION = ACTIONS.length - 1;

function nameOf({ order, direction, second }: PeriscopeMove): string {
  const ways = order === 'silent' || order === 'ping' ? [] : [DIRECTION_NAMES[direction]];
  if (order === 'move' && second !== NO_STEP) ways.push(DIRECTION_NAMES[second]);
  return [order, ...ways].join('_').toUpperCase();
}

const PLANES = [
  'islands',
  'unknown_sites',
  'wrecks',
  'seen',
  ...LETTERS.map((_, n) => `submarines_${n}`),
  ...LETTERS.slice(1).map((_, n) => `heard_${n + 1}`),
  'contacts',
];
const SUBMARINES = PLANES.indexOf('submarines_0');
const HEARD = PLANES.indexOf('heard_1');
const CONTACTS = PLANES.indexOf('contacts');

/**
 * Periscope for learning and search: a unit is a submarine. If a turn's actions contain several possible orders, only
 * the first order counts.
 */
export const periscopeSimulator: Simulator<PeriscopeBoard, PeriscopeState, PeriscopeMove> = {
  actionNames: ACTIONS.map(nameOf),
  noAction: NO_ACTION,
  units: ({ harbours, submarines }) => harbours.length * submarines,
  rounds: ({ rounds }) => rounds,
  settings: ({ rounds, harbours, submarines, sight, ping, torpedo, wrecks, rows, columns, sites }) => ({
    rounds,
    players: harbours.length,
    submarines,
    sight,
    ping,
    torpedo,
    wrecks,
    rows,
    columns,
    sites: sites.length,
  }),
  like: generateLike,
  ask(actions, from, moves, state) {
    const { board } = state;
    for (const [seat, move] of moves.entries()) {
      clearMove(move);
      for (let submarine = 0; submarine < board.submarines; submarine++) {
        const action = ACTIONS[actions[from + seat * board.submarines + submarine]] ?? ACTIONS[NO_ACTION];
        if (action.order === 'silent' || refuse(state, seat, { ...action, submarine }) !== undefined) continue;
        Object.assign(move, action, { submarine });
        break;
      }
    }
  },
  actionsOf(moves, { board }, out, at) {
    out.fill(NO_ACTION, at, at + moves.length * board.submarines);
    for (const [seat, move] of moves.entries()) {
      if (!isOrder(move) || move.submarine >= board.submarines) continue;
      const { order, direction, second } = move;
      const action = ACTIONS.findIndex(
        (each) =>
          each.order === order &&
          (order === 'ping' || each.direction === direction) &&
          (order !== 'move' || each.second === second),
      );
      out[at + seat * board.submarines + move.submarine] = action;
    }
  },
  writeMask(state, out, at) {
    const { board, cells, turn } = state;
    const isPlayed = !isOver(state);
    for (let unit = 0; unit < cells.length; unit++) {
      const first = at + unit * ACTIONS.length;
      const isAsked = isPlayed && Math.floor(unit / board.submarines) === turn && state.failed[turn] === 0;
      for (let action = 0; action < NO_ACTION; action++) {
        const order = { ...ACTIONS[action], submarine: unit % board.submarines };
        out[first + action] = isAsked && refuse(state, turn, order) === undefined ? 1 : 0;
      }
      out[first + NO_ACTION] = 1;
    }
  },
  scores(state, into, at) {
    for (let seat = 0; seat < state.players; seat++) into[at + seat] = state.scores[sideOf(seat)];
  },
  // Nothing is random after the deal.
  reseed: () => {},
  planes: PLANES,
  planeMost: 20,
  shape: ({ rows, columns }) => [rows, columns],
  writePlanes,
  tables: [
    {
      name: 'submarines',
      fields: ['player', 'number', 'row', 'column', 'sunk'],
      most: ({ harbours, submarines }) => harbours.length * submarines,
      counted: false,
      write: writeSubmarines,
    },
    {
      name: 'sites',
      fields: ['row', 'column', 'content'],
      most: ({ sites }) => sites.length,
      counted: false,
      write: writeSites,
    },
    {
      name: 'last_orders',
      fields: ['player', 'report', 'row', 'column', 'direction', 'end_row', 'end_column', 'sunk'],
      most: ({ harbours }) => harbours.length,
      counted: false,
      write: writeLast,
    },
  ],
};

/** Player numbers relative to the observing seat, which is 0; the next seat is 1. */
const seenAs = (player: number, seat: number, players: number): number => (player - seat + players) % players;

function writePlanes(state: PeriscopeState, seat: number, _columns: number, out: Uint8Array, at: number): void {
  const { board, cells, wrecks, contacts, last, players } = state;
  const size = board.islands.length;
  out.fill(0, at, at + PLANES.length * size);
  out.set(board.islands, at);
  board.sites.forEach((cell, site) => {
    if (wrecks[site] === UNKNOWN) out[at + size + cell] = 1;
    if (wrecks[site] === WRECK) out[at + 2 * size + cell] = 1;
  });
  for (let cell = 0; cell < size; cell++)
    if (isNear(state, sideOf(seat), cell, board.sight)) out[at + 3 * size + cell] = 1;
  for (let unit = 0; unit < cells.length; unit++) {
    const player = seenAs(Math.floor(unit / board.submarines), seat, players);
    if (cells[unit] >= 0) out[at + (SUBMARINES + player) * size + cells[unit]]++;
    const contact = contacts[seat * cells.length + unit];
    if (contact >= 0) out[at + CONTACTS * size + contact]++;
  }
  last.forEach(({ cell }, player) => {
    if (player !== seat && cell >= 0) out[at + (HEARD - 1 + seenAs(player, seat, players)) * size + cell] = 1;
  });
}

/** Writes one row per submarine, first the observing seat's submarines. An unseen position is −1. */
function writeSubmarines(state: PeriscopeState, seat: number, most: number, out: Int32Array, at: number): number {
  const { board, cells, players } = state;
  for (let n = 0; n < Math.min(most, cells.length); n++) {
    const player = Math.floor(n / board.submarines);
    const number = n % board.submarines;
    const cell = cells[((player + seat) % players) * board.submarines + number];
    out.set([player, number + 1, ...placeOf(board, cell), cell === SUNK ? 1 : 0], at + 5 * n);
  }
  return cells.length;
}

function writeSites(
  { board, wrecks }: PeriscopeState,
  _seat: number,
  most: number,
  out: Int32Array,
  at: number,
): number {
  board.sites.slice(0, most).forEach((cell, site) => {
    out.set([...placeOf(board, cell), wrecks[site]], at + 3 * site);
  });
  return board.sites.length;
}

function writeLast(state: PeriscopeState, seat: number, most: number, out: Int32Array, at: number): number {
  const { board, last, players } = state;
  for (let player = 0; player < Math.min(most, players); player++) {
    const { report, cell, direction, end, sunk } = last[(player + seat) % players];
    const places = [...placeOf(board, cell), report === 'torpedo' ? direction : -1, ...placeOf(board, end)];
    out.set([player, REPORTS.indexOf(report), ...places, sunk], at + 8 * player);
  }
  return players;
}

function placeOf({ columns }: PeriscopeBoard, cell: number): [row: number, column: number] {
  return cell < 0 ? [UNSEEN, UNSEEN] : [Math.floor(cell / columns), cell % columns];
}

import type { GameAnalysis, Notes } from '@ludus/lab/why.ts';
import { sideOf } from './rules/board.ts';
import { DIRECTIONS, NOWHERE } from './rules/directions.ts';
import { NO_STEP, newMove, type PeriscopeMove, printMove } from './rules/move.ts';
import { refuse } from './rules/rules.ts';
import { isNear, type PeriscopeState, SUNK, WRECK } from './rules/state.ts';

/** Explains how a game of Periscope is lost: torpedoes, wrecks, and noise. */
export const analysis: GameAnalysis<PeriscopeState, PeriscopeMove> = {
  playouts: ['Barracuda', 'Otter'],
  skills: [
    {
      id: 'fire',
      doing: 'firing torpedoes',
      did: 'fired a torpedo at a submarine whose position it knew',
      chances: 'chances to fire a torpedo at a submarine whose position it knew',
      norm: 0.8,
      worth: 0.12,
      advice: 'Fire when a known submarine is in line and within a torpedo’s range.',
    },
    {
      id: 'aim',
      doing: 'aiming torpedoes',
      did: 'fired at a target',
      took: 'aimed',
      chances: 'torpedoes at a submarine that it had seen or heard; it fired the rest blindly',
      norm: 0.7,
      worth: 0.05,
      advice: 'A torpedo is loud: fire only where a submarine could be.',
    },
    {
      id: 'salvage',
      doing: 'salvaging wrecks',
      did: 'salvaged a known wreck',
      chances: 'chances to salvage a known wreck within two steps',
      norm: 0.7,
      worth: 0.06,
      advice: 'A wreck is worth 2 points: end a move on it.',
    },
  ],
  mishaps: [
    sunk(
      'heard',
      0,
      'right where it had just been heard',
      'Move a submarine away after a ping, a torpedo, or a salvage.',
    ),
    sunk('sunk', 1.5, 'to torpedoes', 'Stay out of line with submarines whose position you know.'),
    {
      id: 'own-torpedo',
      did: (count) => (count === 1 ? 'sank a submarine of its side' : `sank ${count} submarines of its side`),
      norm: 0,
      worth: 0.25,
      advice: 'Check a torpedo’s path for your own submarines.',
    },
  ],
  kinds: {
    move: { doing: 'moving', did: 'moved' },
    fire: { doing: 'firing torpedoes', did: 'fired a torpedo', worth: 0.5, usual: 0.2 },
    ping: { doing: 'pinging', did: 'pinged' },
  },
  kindsOf: (move, state, seat) =>
    move.order === 'silent' || refuse(state, seat, move) !== undefined ? [] : [move.order],
  watch: (first, notes) => new PeriscopeWatch(first, notes),
  alternatives: (state, seat) => allOrders(state, seat),
  describe: (move) => `“${printMove(move)}”`,
};

function sunk(id: string, norm: number, how: string, advice: string) {
  const did = (count: number) => (count === 1 ? `lost a submarine ${how}` : `lost ${count} submarines ${how}`);
  return { id, did, norm, worth: 0.15, advice };
}

function allOrders(state: PeriscopeState, seat: number): PeriscopeMove[] {
  const orders: PeriscopeMove[] = [];
  for (let submarine = 0; submarine < state.board.submarines; submarine++)
    for (const direction of DIRECTIONS) {
      const order = { ...newMove(), submarine, direction };
      for (const second of [NO_STEP, ...DIRECTIONS]) orders.push({ ...order, order: 'move', second });
      orders.push({ ...order, order: 'fire' });
    }
  return orders.filter((order) => refuse(state, seat, order) === undefined);
}

class PeriscopeWatch {
  readonly #notes: Notes;
  /** By submarine: the number of its orders so far. */
  readonly #orders: number[];
  /** By seat: the number of wrecks salvaged, of pings, and of all orders. */
  readonly #salvaged: number[];
  readonly #pings: number[];
  readonly #all: number[];
  #cells: number[] = [];
  #heard: number[] = [];
  #turn = 0;
  #couldSalvage = false;
  #order: PeriscopeMove['order'] = 'silent';

  constructor({ cells, players }: PeriscopeState, notes: Notes) {
    this.#notes = notes;
    this.#orders = Array.from(cells, () => 0);
    this.#salvaged = Array.from({ length: players }, () => 0);
    this.#pings = [...this.#salvaged];
    this.#all = [...this.#salvaged];
  }

  asked(state: PeriscopeState, moves: readonly PeriscopeMove[]): void {
    const { turn: seat, board, cells, last, failed } = state;
    const move = moves[seat];
    this.#cells = [...cells];
    this.#heard = last.map(({ cell }) => cell);
    this.#turn = seat;
    this.#couldSalvage = false;
    this.#order = refuse(state, seat, move) === undefined ? move.order : 'silent';
    if (failed[seat] === 1) return;
    this.#all[seat]++;
    if (this.#order !== 'silent') this.#orders[seat * board.submarines + move.submarine]++;
    if (this.#order === 'ping') this.#pings[seat]++;
    const known = knownEnemies(state, seat);
    const heard = new Set(known);
    for (const [other, { cell }] of last.entries()) if (sideOf(other) !== sideOf(seat) && cell >= 0) heard.add(cell);
    let canHit = false;
    for (let unit = seat * board.submarines; unit < (seat + 1) * board.submarines; unit++) {
      if (cells[unit] < 0) continue;
      for (const way of DIRECTIONS) if (torpedoMeets(state, cells[unit], way, known)) canHit = true;
      if (wreckIsNear(state, seat, cells[unit])) this.#couldSalvage = true;
    }
    const from = cells[seat * board.submarines + move.submarine];
    const isAimed = this.#order === 'fire' && from >= 0 && torpedoMeets(state, from, move.direction, heard);
    if (canHit) this.#notes.chance('fire', seat, this.#order === 'fire');
    if (this.#order === 'fire') this.#notes.chance('aim', seat, isAimed);
  }

  played(state: PeriscopeState): void {
    const { board, cells, last } = state;
    const seat = this.#turn;
    const isSalvage = last[seat].report === 'salvage';
    if (isSalvage) this.#salvaged[seat]++;
    if (this.#couldSalvage && this.#order !== 'fire') this.#notes.chance('salvage', seat, isSalvage);
    for (const [unit, cell] of cells.entries()) {
      if (cell !== SUNK || this.#cells[unit] < 0 || last[seat].report !== 'torpedo') continue;
      const victim = Math.floor(unit / board.submarines);
      if (sideOf(victim) === sideOf(seat)) this.#notes.mishap('own-torpedo', seat);
      else this.#notes.mishap(this.#heard[victim] === this.#cells[unit] ? 'heard' : 'sunk', victim, { about: unit });
    }
  }

  ended({ board, players }: PeriscopeState): void {
    for (let seat = 0; seat < players; seat++) {
      const own = this.#orders.slice(seat * board.submarines, (seat + 1) * board.submarines);
      const sum = own.reduce((all, each) => all + each, 0);
      const most = Math.max(...own);
      if (board.submarines > 1 && sum >= 15 && most > 0.9 * sum)
        this.#notes.remark(
          'one-submarine',
          seat,
          0.4,
          `used only one submarine: number ${own.indexOf(most) + 1} got ${most} of ${sum} orders`,
          'Use all your submarines: idle ones find and salvage nothing.',
        );
      const others = this.#salvaged.filter((_, other) => sideOf(other) !== sideOf(seat));
      const best = Math.max(...others);
      if (best >= 3 && this.#salvaged[seat] < best / 2)
        this.#notes.remark(
          'salvage',
          seat,
          0.12 * (best - this.#salvaged[seat]),
          `salvaged ${this.#salvaged[seat] || 'no'} ${this.#salvaged[seat] === 1 ? 'wreck' : 'wrecks'}, another player ${best}`,
          'Visit the sites: a wreck is worth 2 points.',
        );
      if (this.#pings[seat] >= 8 && this.#pings[seat] > 0.35 * this.#all[seat])
        this.#notes.remark(
          'ping',
          seat,
          0.5 * (this.#pings[seat] / this.#all[seat]),
          `pinged in ${this.#pings[seat]} of its ${this.#all[seat]} turns, and each ping gave its position away`,
          'Ping only when no opponent can exploit it.',
        );
    }
  }
}

/** The cells of hostile submarines that a seat knows, because it sees them now or found them with its last ping. */
function knownEnemies(state: PeriscopeState, seat: number): Set<number> {
  const { board, cells, contacts } = state;
  const known = new Set<number>();
  for (let unit = 0; unit < cells.length; unit++) {
    if (sideOf(Math.floor(unit / board.submarines)) === sideOf(seat)) continue;
    if (cells[unit] >= 0 && isNear(state, sideOf(seat), cells[unit], board.sight)) known.add(cells[unit]);
    const contact = contacts[seat * cells.length + unit];
    if (contact >= 0) known.add(contact);
  }
  return known;
}

/** Whether a torpedo's path crosses one of these cells, before any of the seat's own submarines. */
function torpedoMeets(
  { board, cells, turn }: PeriscopeState,
  from: number,
  way: number,
  targets: Set<number>,
): boolean {
  let cell = from;
  for (let n = 0; n < board.torpedo; n++) {
    cell = board.neighbours[4 * cell + way];
    if (cell === NOWHERE) return false;
    for (let unit = turn * board.submarines; unit < (turn + 1) * board.submarines; unit++)
      if (cells[unit] === cell) return false;
    if (targets.has(cell)) return true;
  }
  return false;
}

/** Whether a wreck that the seat knows is one or two steps away. */
function wreckIsNear({ board, wrecks, charts }: PeriscopeState, seat: number, from: number): boolean {
  const knows = (cell: number) => {
    const site = cell < 0 ? -1 : board.siteAt[cell];
    return site >= 0 && wrecks[site] === WRECK && charts[sideOf(seat) * board.sites.length + site] === 1;
  };
  return DIRECTIONS.some((way) => {
    const next = board.neighbours[4 * from + way];
    if (next === NOWHERE) return false;
    return knows(next) || DIRECTIONS.some((second) => knows(board.neighbours[4 * next + second]));
  });
}

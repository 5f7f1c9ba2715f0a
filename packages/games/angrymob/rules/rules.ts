import type { Fault } from '@ludus/game/game.ts';
import { cellName, neighbour } from './map.ts';
import type { MobMove } from './moves.ts';
import type { MobState, Reason } from './state.ts';

/** Maximum number of units with which a player absorbs neutral units (docs/angry-mob.md §2.4). */
export const ABSORB_LIMIT = 8;

/**
 * Plays one turn: submoves, fights, absorption, and the check of the bases, in the order of docs/angry-mob.md §2.2. A
 * player that was frozen before, or whose move is illegal, has failed. In this case, nothing moves, the turn does not
 * count as played, and the game is over. The running time is proportional to the number of submoves, whatever the size
 * of the map. Does nothing once the game is over.
 */
export function advance(state: MobState, asked: readonly MobMove[]): void {
  if (state.reason !== undefined) return;
  for (const seat of [0, 1]) {
    if (state.faults[seat] !== undefined) continue;
    const sentence = illegality(state, seat, asked[seat]);
    if (sentence === undefined) continue;
    state.faults[seat] = 'illegal';
    state.sentences[seat] = sentence;
  }
  if (state.faults[0] !== undefined || state.faults[1] !== undefined) {
    endByFault(state);
    return;
  }
  for (const seat of [0, 1]) carry(state, seat, asked[seat]);
  for (const seat of [0, 1]) settle(state, asked[seat]);
  for (const seat of [0, 1]) absorb(state, seat);
  state.turn++;
  endByRules(state);
}

/** Disqualifies a player; the next `advance` ends the game. Only the first fault of a player counts. */
export function freeze(state: MobState, seat: number, fault: Fault): void {
  if (state.reason === undefined) state.faults[seat] ??= fault;
}

/**
 * The reason why a player's move is illegal in this state (docs/angry-mob.md §3.1, §3.2), or undefined for a legal
 * move. The message names the first illegal submove, counted from 1, with its numbers.
 */
export function illegality(state: MobState, seat: number, move: MobMove): string | undefined {
  if (move.problem !== '') return move.problem;
  const { numbers, length } = move;
  const { leaving } = state;
  const { columns } = state.board.map;
  let sentence: string | undefined;
  let checked = 0;
  while (checked < length && sentence === undefined) {
    sentence = submoveFlaw(state, seat, numbers, checked * 4);
    if (sentence === undefined)
      leaving[numbers[checked * 4] * columns + numbers[checked * 4 + 1]] += numbers[checked * 4 + 2];
    checked++;
  }
  const sound = sentence === undefined ? checked : checked - 1;
  for (let n = 0; n < sound; n++) leaving[numbers[n * 4] * columns + numbers[n * 4 + 1]] = 0;
  return sentence === undefined
    ? undefined
    : `submove ${checked} (${numbers.subarray(checked * 4 - 4, checked * 4).join(' ')}) ${sentence}`;
}

function submoveFlaw(state: MobState, seat: number, numbers: Int32Array, at: number): string | undefined {
  const { map } = state.board;
  const [i, j, k, d] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]];
  if (i < 0 || i >= map.rows || j < 0 || j >= map.columns)
    return `starts on (${i}, ${j}), outside the map of ${map.rows} rows and ${map.columns} columns`;
  if (k < 1) return `moves ${k} units, and the least is 1`;
  if (d < 0 || d > 3) return `has the direction ${d}, and there are 0, 1, 2 and 3`;
  const cell = i * map.columns + j;
  const units = state.armies[seat].units[cell];
  if (units === 0) return `starts on (${i}, ${j}), where the player has no unit`;
  const target = neighbour(map, cell, d);
  if (target < 0) return `leads from (${i}, ${j}) off the map`;
  if (map.passable[target] === 0) return `leads from (${i}, ${j}) into the impassable cell ${cellName(map, target)}`;
  const leaving = state.leaving[cell];
  if (k <= units - leaving) return undefined;
  const before = leaving === 0 ? '' : `, and ${leaving} of them are already sent elsewhere`;
  return `moves ${k} units out of (${i}, ${j}), where the player has ${units}${before}`;
}

/** Applies all submoves together (docs/angry-mob.md §2.2). `settle` updates the lists of cells afterwards. */
function carry(state: MobState, seat: number, move: MobMove): void {
  const { map } = state.board;
  const army = state.armies[seat];
  const { numbers, length } = move;
  for (let at = 0; at < length * 4; at += 4) {
    const cell = numbers[at] * map.columns + numbers[at + 1];
    army.add(cell, -numbers[at + 2]);
    army.add(neighbour(map, cell, numbers[at + 3]), numbers[at + 2]);
  }
}

/** Resolves fights (docs/angry-mob.md §2.3). They only occur on cells where units have arrived. */
function settle(state: MobState, move: MobMove): void {
  const { map } = state.board;
  const [blue, red] = state.armies;
  const { numbers, length } = move;
  for (let at = 0; at < length * 4; at += 4) {
    const from = numbers[at] * map.columns + numbers[at + 1];
    const target = neighbour(map, from, numbers[at + 3]);
    const lost = Math.min(blue.units[target], red.units[target]);
    if (lost > 0) {
      blue.add(target, -lost);
      red.add(target, -lost);
      state.lost += lost;
    }
    blue.list(target);
    red.list(target);
    blue.list(from);
    red.list(from);
  }
}

/** Absorbs neutral units (docs/angry-mob.md §2.4). The total is checked once, before anything is absorbed. */
function absorb(state: MobState, seat: number): void {
  const army = state.armies[seat];
  if (army.total > ABSORB_LIMIT) return;
  for (let n = 0; n < army.count; n++) {
    const cell = army.cells[n];
    army.add(cell, state.neutrals[cell]);
    state.neutrals[cell] = 0;
  }
}

/** Checks the ways in which a game ends without a fault (docs/angry-mob.md §4.1). */
function endByRules(state: MobState): void {
  const { map, moveLimit } = state.board;
  const [blue, red] = state.armies;
  const blueConquers = blue.units[map.bases[1]] > 0;
  const redConquers = red.units[map.bases[0]] > 0;
  if (blueConquers && redConquers) state.reason = 'both-bases';
  else if (blueConquers || redConquers) {
    state.reason = 'base';
    state.winner = blueConquers ? 0 : 1;
  } else if (blue.total === 0 && red.total === 0) state.reason = 'no-units';
  else if (state.turn >= moveLimit) state.reason = 'move-limit';
}

function endByFault(state: MobState): void {
  const [blue, red] = state.faults;
  if (blue === undefined || red === undefined) {
    state.winner = blue === undefined ? 0 : 1;
    state.reason = faultReason((blue ?? red) as Fault);
  } else {
    const kind = faultReason(blue);
    state.reason = kind === faultReason(red) ? `both-${kind}` : 'mixed-fault';
  }
}

/**
 * The reason for a fault. A player over a socket can fail in three ways (docs/angry-mob.md §4.4). The other faults
 * occur only in players that are processes. Each of them is treated as the most similar of the three.
 */
function faultReason(fault: Fault): Extract<Reason, 'illegal' | 'time' | 'disconnect'> {
  switch (fault) {
    case 'illegal':
    case 'protocol':
    case 'flood':
      return 'illegal';
    case 'time':
      return 'time';
    case 'disconnect':
    case 'crash':
    case 'memory':
      return 'disconnect';
  }
}

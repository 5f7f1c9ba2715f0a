import type { ConformanceFixture } from '@ludus/game/conformance.ts';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { LIMITS, makeBoard, type PeriscopeBoard, type SETTINGS } from './board.ts';
import { periscope } from './game.ts';
import { newMove, ORDERS, type PeriscopeMove } from './move.ts';
import { EMPTY, type PeriscopeState, SUNK, WRECK } from './state.ts';

/** Periscope for the conformance suite, on boards of any kind. */
export const fixture = {
  game: periscope,
  wildBoard,
  wildMove,
  brokenInvariant,
  onlyDeals: true,
  untold: ['failed'],
} satisfies ConformanceFixture<PeriscopeBoard, PeriscopeState, PeriscopeMove>;

/** Any board that the reader accepts: mostly small boards, on which submarines meet. */
function wildBoard(random: Lehmer): PeriscopeBoard {
  const isLarge = random.range(0, 19) === 0;
  const any = (name: (typeof SETTINGS)[number], most: number) =>
    random.range(LIMITS[name][0], isLarge ? LIMITS[name][1] : most);
  const [rows, columns, submarines] = [any('rows', 8), any('columns', 8), any('submarines', 2)];
  const players = 2 * random.range(1, 2);
  const percent = random.range(0, 3) * random.range(0, 12);
  const islands = new Uint8Array(rows * columns);
  const sites: number[] = [];
  const harbours = Array.from({ length: players }, (): number[] => []);
  for (const [n, cell] of random.permutation(rows * columns).entries()) {
    const seat = n % players;
    if (harbours[seat].length < submarines || (n < rows * columns * 0.4 && random.range(0, 3) === 0))
      harbours[seat].push(cell);
    else if (random.range(0, 99) < percent) islands[cell] = 1;
    else if (sites.length < 12 && random.range(0, 2) === 0) sites.push(cell);
  }
  for (const list of [sites, ...harbours]) list.sort((a, b) => a - b);
  const rounds = random.range(0, 7) === 0 ? random.range(1, 6) : random.range(LIMITS.rounds[0], LIMITS.rounds[1]);
  const wrecks = random.range(0, sites.length);
  const [sight, ping, torpedo] = [any('sight', 3), any('ping', 6), any('torpedo', 8)];
  return makeBoard({ rounds, submarines, sight, ping, torpedo, wrecks, rows, columns, islands, sites, harbours });
}

const NONSENSE = [-1, 4, 9, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9];

/** Orders of all kinds, sometimes to a sunk submarine, and occasionally meaningless numbers. */
function wildMove({ board }: PeriscopeState, _seat: number, random: Lehmer): PeriscopeMove {
  const move = newMove();
  const kind = random.range(0, 29);
  const odd = () => NONSENSE[random.range(0, NONSENSE.length - 1)];
  move.order = kind < 18 ? 'move' : ORDERS[random.range(0, ORDERS.length - 1)];
  move.submarine = kind === 29 ? odd() : random.range(0, board.submarines - (kind === 28 ? 0 : 1));
  move.direction = kind === 27 ? odd() : random.range(0, 3);
  move.second = kind === 26 ? odd() : random.range(-1, 3);
  return move;
}

/** Returns a message about the first impossible value in a state; undefined if there is none. */
function brokenInvariant(state: PeriscopeState): string | undefined {
  const { board, cells, wrecks, scores, last } = state;
  for (const cell of cells) {
    if (cell !== SUNK && !(cell >= 0 && cell < board.islands.length)) return `a submarine is in cell ${cell}`;
    if (cell >= 0 && board.islands[cell] === 1) return `a submarine is on the island in cell ${cell}`;
  }
  let left = 0;
  for (const content of wrecks) {
    if (content !== EMPTY && content !== WRECK) return `a site holds ${content}`;
    if (content === WRECK) left++;
  }
  if (left > board.wrecks) return `${left} wrecks are left, more than ${board.wrecks}`;
  if (state.turn < 0 || state.turn >= last.length) return `it is the turn of seat ${state.turn}, which doesn’t exist`;
  const most = 2 * board.wrecks + 4 * cells.length;
  if (scores[0] + scores[1] > most) return `the scores ${scores.join(' and ')} add up to more than ${most}`;
  return undefined;
}

/**
 * A second implementation of Angry Mob for the tests, written from docs/angry-mob.md in the simplest way. Each unit is
 * a separate object, and every step scans the whole map. It shares no code with rules.ts.
 */
export interface NaiveGame {
  /** One token per cell, as in the map's text; `A` is player 0's base. */
  readonly map: readonly (readonly string[])[];
  neutral: number[][];
  /** Every living unit, with its owner and position. */
  units: { owner: number; i: number; j: number }[];
  turns: number;
  readonly moveLimit: number;
  result?: { winner: number; reason: string };
}

export type NaiveSubmove = readonly [i: number, j: number, k: number, d: number];

export function naiveGame(text: string, moveLimit: number): NaiveGame {
  const map = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(' '));
  const units: NaiveGame['units'] = [];
  for (const owner of [0, 1]) {
    map.forEach((row, i) => {
      row.forEach((token, j) => {
        if (token === 'AB'[owner]) units.push({ owner, i, j });
      });
    });
  }
  const neutral = map.map((row) => row.map((token) => Number(token) || 0));
  return { map, neutral, units, turns: 0, moveLimit };
}

/** The cell reached by one step in direction d: 0 right, 1 up, 2 left, 3 down. */
function stepFrom(i: number, j: number, d: number): [number, number] {
  if (d === 0) return [i, j + 1];
  if (d === 1) return [i - 1, j];
  if (d === 2) return [i, j - 1];
  return [i + 1, j];
}

function naiveLegal(game: NaiveGame, owner: number, submoves: readonly NaiveSubmove[]): boolean {
  for (const [i, j, k, d] of submoves) {
    if (game.map[i]?.[j] === undefined) return false;
    if (k < 1 || ![0, 1, 2, 3].includes(d)) return false;
    const [row, column] = stepFrom(i, j, d);
    const target = game.map[row]?.[column];
    if (target === undefined || target === '#') return false;
    const here = game.units.filter((unit) => unit.owner === owner && unit.i === i && unit.j === j).length;
    const sent = submoves.filter((other) => other[0] === i && other[1] === j).reduce((sum, other) => sum + other[2], 0);
    if (here === 0 || sent > here) return false;
  }
  return true;
}

/** Plays a turn. `moves` has one list per player, or undefined for an unreadable line. */
export function naiveTurn(game: NaiveGame, moves: readonly (readonly NaiveSubmove[] | undefined)[]): void {
  if (game.result) return;
  const legal = moves.map((move, owner) => move !== undefined && naiveLegal(game, owner, move));
  if (!legal[0] || !legal[1]) {
    if (!legal[0] && !legal[1]) game.result = { winner: -1, reason: 'both-illegal' };
    else game.result = { winner: legal[0] ? 0 : 1, reason: 'illegal' };
    return;
  }
  // 1. Units are moved to their destination cells.
  const moved = new Set<object>();
  moves.forEach((move, owner) => {
    for (const [i, j, k, d] of move ?? []) {
      for (let n = 0; n < k; n++) {
        const unit = game.units.find((u) => u.owner === owner && u.i === i && u.j === j && !moved.has(u));
        if (!unit) throw new Error('a legal move lacks a unit');
        [unit.i, unit.j] = stepFrom(i, j, d);
        moved.add(unit);
      }
    }
  });
  // 2. Fights: on each cell, units of the two colours are removed in pairs.
  game.map.forEach((row, i) => {
    row.forEach((_, j) => {
      const at = (owner: number) => game.units.filter((u) => u.owner === owner && u.i === i && u.j === j);
      const pairs = Math.min(at(0).length, at(1).length);
      const dead = new Set([...at(0).slice(0, pairs), ...at(1).slice(0, pairs)]);
      game.units = game.units.filter((unit) => !dead.has(unit));
    });
  });
  // 3. Neutral units join a player with at most 8 units.
  for (const owner of [0, 1]) {
    const own = game.units.filter((unit) => unit.owner === owner);
    if (own.length > 8) continue;
    for (const { i, j } of own) {
      for (; game.neutral[i][j] > 0; game.neutral[i][j]--) game.units.push({ owner, i, j });
    }
  }
  // 4. The bases are checked.
  game.turns++;
  const conquers = [0, 1].map((owner) =>
    game.units.some((unit) => unit.owner === owner && game.map[unit.i][unit.j] === 'AB'[1 - owner]),
  );
  if (conquers[0] && conquers[1]) game.result = { winner: -1, reason: 'both-bases' };
  else if (conquers[0] || conquers[1]) game.result = { winner: conquers[0] ? 0 : 1, reason: 'base' };
  else if (game.units.length === 0) game.result = { winner: -1, reason: 'no-units' };
  else if (game.turns === game.moveLimit) game.result = { winner: -1, reason: 'move-limit' };
}

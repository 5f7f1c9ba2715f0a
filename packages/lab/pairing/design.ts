import { baseBlocks, develop } from './cyclic.ts';
import type { Entrant, Table } from './tables.ts';

/**
 * Tables in which each of `players` plays the same number of matches (a multiple of `seats`, at least `matches`). Each
 * player sits in every seat equally often, and meets the other players as evenly as possible. The tables are divided
 * into deals: in each deal, every player sits in every seat once. If there are fewer players than seats, `spare`
 * players fill the rest.
 */
export function designTables(
  players: readonly Entrant[],
  spare: readonly Entrant[],
  seats: number,
  matches: number,
  seed: number,
  firstDeal: number,
): Table[] {
  const field = [...players];
  for (let i = 0; field.length < seats; i++) field.push(spare[i] ?? players[i % players.length]);
  const blocks = baseBlocks(field.length, seats, Math.max(1, Math.ceil(matches / seats)), seed);
  return blocks.flatMap((block, b) =>
    develop(block, field.length).map((table) => ({
      players: table.map((i) => field[i]),
      standIns: table.flatMap((i, place) => (i >= players.length ? [place] : [])),
      deal: firstDeal + b,
    })),
  );
}

/** The minimum number of matches per player with which all players can meet. */
export function matchesToMeetAll(players: number, seats: number): number {
  return Math.max(1, Math.ceil((players - 1) / (seats * (seats - 1)))) * seats;
}

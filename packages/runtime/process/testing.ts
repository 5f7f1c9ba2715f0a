import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pick } from '@ludus/game/conformance.ts';
// biome-ignore lint/correctness/noUndeclaredDependencies: for tests only
import { playMatch } from '@ludus/referee/match.ts';
import type { PlayerKind, ResolveContext } from '../resolve.ts';

export const BOARD = { players: 2, rounds: 6, most: 9 };

/**
 * Plays a program in the game of lines against a player that always picks 1. Returns its rounds, scores, verdicts, and
 * log.
 */
export async function playLines(
  kind: PlayerKind,
  file: string,
  text: string,
  budget: ResolveContext['budget'],
  limits: ResolveContext['limits'] = {},
) {
  writeFileSync(file, text);
  const log: string[] = [];
  const source = await kind.prepare(file, { game: pick, budget, folder: dirname(file), limits });
  const runner = await source.open({ log: (line) => log.push(line), draw() {} });
  const rounds: string[] = [];
  const { verdicts, outcome } = await playMatch({
    game: pick,
    board: BOARD,
    seed: 3,
    runners: [runner, { name: 'One', play: (_, move) => void Object.assign(move, { number: 1 }) }],
    record: (piece) => rounds.push(...(piece.match(/^\d+: .*/gm) ?? [])),
  });
  const said = log.join('\n').split('\n').filter(Boolean);
  return { rounds, scores: outcome.scores, verdicts: verdicts.map(({ sentence }) => sentence), said };
}

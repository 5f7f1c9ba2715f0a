import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { processFolder } from '@ludus/runtime/files.ts';
import { processKind } from '@ludus/runtime/kinds.ts';
import type { Libraries } from '@ludus/runtime/parts.ts';
import { sandboxLevelProblem } from '@ludus/runtime/sandbox.ts';
import type { JobPlayer, MatchProcessLimits } from './job.ts';

export interface ProgramContext {
  readonly game: AnyGame;
  readonly libraries: Libraries | undefined;
  readonly budget: 'fuel' | 'none';
  readonly seconds: number | undefined;
  readonly limits: MatchProcessLimits;
  /** The number of players in the match. They share the match's wall-clock limit. */
  readonly seats: number;
}

/**
 * The share of a match's wall-clock limit that the match's programs may use. Thanks to this limit, a program that
 * sleeps loses the match instead of making it void.
 */
const WALL_CLOCK_SHARE = 0.8;

/**
 * Opens a program, which runs only in the full sandbox. A program that doesn't compile causes a `PlayerRejectedError`.
 */
export async function openProgram(
  { file, bytes }: Extract<JobPlayer, { readonly kind: 'program' }>,
  { game, libraries, budget, seconds, limits, seats }: ProgramContext,
  output: PlayerOutput,
): Promise<AnyRunner> {
  const problem = sandboxLevelProblem('full');
  if (problem !== undefined) throw new Error(problem);
  const folder = processFolder();
  writeFileSync(join(folder, file), bytes);
  chmodSync(join(folder, file), 0o644);
  const inAllMs = (WALL_CLOCK_SHARE * limits.matchMs) / seats;
  const source = await processKind.prepare(`./${file}`, {
    game,
    folder,
    libraries,
    budget: budget === 'none' ? 'none' : 'cpu',
    limits: {
      sandbox: 'full',
      ...(seconds !== undefined && { cpuMs: 1000 * seconds }),
      session: { memoryBytes: limits.playerBytes, wallMs: Math.min(limits.answerMs, inAllMs), wallInAllMs: inAllMs },
    },
  });
  return await source.open(output);
}

import { playMatch } from '@ludus/referee/match.ts';
import { loadProgram, WasmRunner } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { kit } from 'ludus/starwar/kit.ts';
import { starwar } from 'ludus/starwar/rules.ts';

/**
 * Plays a match between four instances of a WebAssembly player with a fuel budget. Returns the fuel that each instance
 * used, and the replay.
 */
export async function playOnFuel(module: string, boardText: string, seconds: number) {
  const program = await loadProgram(
    Uint8Array.from(atob(module), (character) => character.charCodeAt(0)),
    DEFAULT_MEMORY_BYTES,
  );
  const board = starwar.readBoard(boardText);
  if (!board.ok) throw new Error(board.problem.message);
  const runners = [0, 1, 2, 3].map(
    () => new WasmRunner('Hunter', kit.image!, program, { budget: { seconds, per: 'match' } }),
  );
  const replay: string[] = [];
  const { verdicts } = await playMatch({
    game: starwar,
    board: board.value,
    seed: 3,
    runners,
    limited: true,
    key: '5a'.repeat(32),
    record: (text) => replay.push(text),
  });
  return {
    fuel: runners.map((runner) => String(runner.fuelUsed())),
    frozen: verdicts.map(({ seat, round, sentence }) => `${seat} ${round} ${sentence}`),
    replay: replay.join(''),
  };
}

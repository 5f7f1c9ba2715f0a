import { playMatch } from '@ludus/referee/match.ts';
import { loadEngine, type Script, ScriptRunner } from '@ludus/runtime/metering.ts';
import { DEFAULT_MEMORY_BYTES } from '@ludus/runtime/parts.ts';
import { kitOf } from 'ludus/registry.ts';

/**
 * Plays a script against itself in the engine with the given bytes. Returns the fuel of each player, the verdicts, and
 * the replay.
 */
export async function playScripts(script: Script, engineBytes: string, boardText: string, seconds: number) {
  const bytes = Uint8Array.from(atob(engineBytes), (character) => character.charCodeAt(0));
  const engine = await loadEngine(bytes, DEFAULT_MEMORY_BYTES);
  const { game, image } = kitOf(script.game);
  const board = game.readBoard(boardText);
  if (!board.ok) throw new Error(board.problem.message);
  const seats = game.seatsOf(board.value);
  const log: string[] = [];
  const output = { log: (text: string) => void log.push(text), draw() {} };
  const runners = Array.from(
    { length: seats },
    () => new ScriptRunner(game, image, engine, script, { budget: { seconds, per: game.budget.per }, output }),
  );
  const replay: string[] = [];
  const { verdicts } = await playMatch({
    game,
    board: board.value,
    seed: 3,
    key: '0123456789abcdef'.repeat(4),
    runners,
    limited: true,
    record: (text) => replay.push(text),
  });
  return {
    fuel: runners.map((runner) => String(runner.fuelUsed())),
    verdicts: verdicts.map(({ seat, round, sentence }) => `${seat} ${round} ${sentence}`),
    log,
    replay: replay.join(''),
  };
}

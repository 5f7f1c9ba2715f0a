import { pick } from '@ludus/game/conformance.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { DEFAULT_MEMORY_BYTES, FUEL_PER_SECOND } from '../../budget/fuel.ts';
import { ourPython } from '../our-python.ts';
import { compilePython, type PythonFile } from '../python-bot.ts';
import { PythonRunner } from '../python-runner.ts';

const { engine, snapshot } = await ourPython(DEFAULT_MEMORY_BYTES, { sdk: [], environment: { LUDUS_GAME: 'none' } });

export interface ProgramResult {
  /** The verdict on the bot (called Mine), or `plays on` if there is none. */
  readonly sentence: string;
  readonly log: readonly string[];
  /** Fuel used, in seconds. */
  readonly used: number;
}

/**
 * Plays a program with this amount of fuel in a match of four rounds. Throws the referee's errors, including the error
 * for a void match.
 */
export async function playProgram(
  text: string,
  { others = [], seconds = 0.2 }: { readonly others?: readonly PythonFile[]; readonly seconds?: number } = {},
): Promise<ProgramResult> {
  const bot = compilePython(engine, snapshot, 'Mine', [{ name: 'Mine.py', text }, ...others]);
  const log: string[] = [];
  const output = { log: (line: string) => void log.push(line), draw() {} };
  const runner = new PythonRunner(pick, bot, { budget: { seconds, per: 'match' }, output });
  const other = {
    name: 'One',
    play: (_: unknown, move: { number: number }) => void Object.assign(move, { number: 1 }),
  };
  const board = { players: 2, rounds: 4, most: 9 };
  const { verdicts } = await playMatch({ game: pick, board, seed: 3, runners: [runner, other], record() {} });
  const used = Number(runner.fuelUsed()) / FUEL_PER_SECOND;
  return { sentence: verdicts.map(({ sentence }) => sentence).join(' ') || 'plays on', log, used };
}

/** The loop of a program that picks 1 in every round. */
export const LOOP = `for line in sys.stdin:
    if line.startswith("prize"): print(1)
`;
/** A program that carries out the attack at the top level of its main file, and then plays. */
export const attacking = (attack: string): string => `import sys\n${attack}\n${LOOP}`;
/** A program that carries out the attack in a function, because a loop costs more at the top level of a file. */
export const inFunction = (attack: string): string =>
  attacking(`def attack():\n${attack.replace(/^/gm, '    ')}\nattack()`);

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LeagueFile } from '@ludus/lab/league.ts';
import type { OpenContext } from '@ludus/runtime/resolve.ts';
import { killAll } from '@ludus/runtime/sandbox.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { admit } from '../lab/field.ts';
import { BIN } from '../version.ts';
import { canConfine, confined } from './agent.ts';

/**
 * Returns the error messages of bots that can't be built, by index of the specs. The paths of the build folder are
 * removed from the messages.
 */
export async function build(specs: readonly string[], context: OpenContext): Promise<ReadonlyMap<number, string>> {
  try {
    return (await admit(specs, context)).refused;
  } catch (error) {
    // One of the bots isn’t for this game, so each bot is built separately to find it.
    if (!(error instanceof UsageError)) throw error;
    if (specs.length === 1) return new Map([[0, error.message]]);
    const refused = new Map<number, string>();
    for (const [index, spec] of specs.entries()) {
      const alone = await build([spec], context);
      for (const sentence of alone.values()) refused.set(index, sentence);
    }
    return refused;
  }
}

/** Time limit of a check in milliseconds; exceeding it is a failure. */
const CHECK_TIMEOUT_MS = 180_000;
const MAX_CHECK_OUTPUT = 2 ** 20;

/**
 * Returns the compiler's message if a C++ bot doesn't compile, otherwise undefined. The module stays in the cache for
 * the match processes.
 */
export async function compile(file: string, game: string): Promise<string | undefined> {
  const args = [BIN, 'build', basename(file), '--game', game, '--output', '../built.wasm'];
  const { code, stderr, isLate } = await output(args, dirname(file));
  if (isLate) return `the compiler took more than ${CHECK_TIMEOUT_MS / 1000} s`;
  return code === 0 ? undefined : stderr.trim().replace(/^ludus: /m, '');
}

/**
 * Returns the failed steps of `ludus check`, one message each. The check runs in a separate process on a copy of the
 * source files. If bubblewrap is installed, the bot can neither see the league's folder nor write outside of the copy.
 * A league's sandbox always prevents both.
 */
export async function check(
  file: string,
  { game, budget, limits }: Pick<LeagueFile, 'game' | 'budget'> & { readonly limits: OpenContext['limits'] },
  { scratch, hidden }: { readonly scratch: string; readonly hidden: string },
): Promise<string[]> {
  cpSync(dirname(file), scratch, { recursive: true });
  const cache = `${scratch}-cache`;
  mkdirSync(cache, { recursive: true });
  const args = [
    BIN,
    'check',
    `./${basename(file)}`,
    '--game',
    game,
    '--json',
    ...checkBudget(budget),
    ...checkLimits(limits),
  ];
  const confine = { hidden: limits?.sandbox === undefined ? hidden : undefined, cache };
  const { code, stdout, stderr, isLate } = await output(args, scratch, confine);
  if (isLate) return [`the check took more than ${CHECK_TIMEOUT_MS / 1000} s`];
  if (code === 0) return [];
  if (code === EXIT_NEGATIVE) {
    try {
      const { steps } = JSON.parse(stdout) as { steps: { title: string; passed: boolean; found: string }[] };
      return steps.filter(({ passed }) => !passed).map(({ title, found }) => `${title}: ${found}`);
    } catch {
      // The check ended before it was complete.
    }
  }
  const said = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^ludus: /, '');
  return [said ? said : `the check ended with code ${code}`];
}

/**
 * Returns the option with which a league under fuel checks its bots, so that the result is the same on every machine.
 */
const checkBudget = (budget: LeagueFile['budget']): string[] => (budget === 'fuel' ? ['--budget', 'fuel'] : []);

/** Returns the league's limits as options of `ludus check`. */
function checkLimits({ cpuMs, sandbox }: OpenContext['limits'] = {}): string[] {
  return [
    ...(cpuMs === undefined ? [] : ['--cpu-time', String(cpuMs / 1000)]),
    ...(sandbox === undefined ? [] : ['--sandbox', sandbox]),
  ];
}

function output(
  args: readonly string[],
  folder: string,
  confine?: { readonly hidden: string | undefined; readonly cache: string },
) {
  const line = { program: process.execPath, args };
  const { command } =
    confine?.hidden !== undefined && canConfine()
      ? confined(line, { folder, hidden: [confine.hidden], shown: [], writable: [confine.cache] })
      : { command: line };
  return new Promise<{ code: number | null; stdout: string; stderr: string; isLate: boolean }>((resolve, reject) => {
    const child = spawn(command.program, command.args, {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...(confine && { XDG_CACHE_HOME: confine.cache }) },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (said[name].length < MAX_CHECK_OUTPUT) said[name] += text;
      });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killAll(child.pid!);
    }, CHECK_TIMEOUT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, ...said, isLate });
    });
  });
}

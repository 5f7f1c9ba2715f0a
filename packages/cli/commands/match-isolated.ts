import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Sidecar } from '@ludus/game/replay.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { type FinishedMatch, type JobPlayer, type MatchJob, playWithRetry } from '@ludus/referee/match-process.ts';
import { compiledModule, isPython, readPythonScript, readScript } from '@ludus/runtime/kinds.ts';
import { packScript, ScriptRejectedError } from '@ludus/runtime/metering.ts';
import { type OpenContext, PlayerNotFoundError, type ResolveContext } from '@ludus/runtime/resolve.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import type { LogFolder } from '../log-folder.ts';
import { info } from '../say.ts';

const SCRIPT = /\.[cm]?[jt]s$/;

/**
 * Describes the players of a match that runs in a separate process. C++ players are compiled in the current process,
 * which loads no module.
 */
export async function jobPlayers(names: readonly string[], open: OpenContext): Promise<JobPlayer[]> {
  const context: ResolveContext = { ...open, budget: 'fuel', target: 'wasm' };
  const players: JobPlayer[] = [];
  for (const name of names) players.push(await jobPlayer(name, context));
  return players;
}

async function jobPlayer(name: string, context: ResolveContext): Promise<JobPlayer> {
  if (context.players?.some((player) => player.name === name)) return { kind: 'builtin', player: name };
  try {
    const bytes = await compiledModule(name, context);
    if (bytes) return { kind: 'module', bytes };
    const file = resolve(context.folder, name);
    const { game, guest, libraries, limits } = context;
    const isScript = isPython(name) ? game.dialogue !== undefined : SCRIPT.test(name) && guest !== undefined;
    if (isScript && existsSync(file)) {
      const stranger = { stranger: limits?.sandbox !== undefined };
      const script = isPython(name)
        ? readPythonScript(file, game.id, { ...stranger, libraries })
        : await readScript(file, game.id, guest!, stranger);
      return { kind: 'module', bytes: packScript(script), shown: script.name };
    }
  } catch (error) {
    if (error instanceof PlayerNotFoundError) throw new UsageError(error.message);
    if (error instanceof ScriptRejectedError) throw new UsageError(`${name} can’t be a bot: ${error.message}`);
    throw error;
  }
  throw new UsageError(
    `--isolate works for WebAssembly, C++, Rust, TypeScript, JavaScript, and Python, not for ${name}: use --sandbox for programs`,
  );
}

/**
 * Plays in a separate process; `names`: the players' names on the command line. If the match is void, prints a message
 * about this, and returns undefined.
 */
export async function playIsolated(
  job: MatchJob,
  names: readonly string[],
  limits: ResolveContext['limits'],
): Promise<FinishedMatch | undefined> {
  const { memoryBytes, wallInAllMs, wallMs } = limits?.session ?? {};
  const ms = limits?.answerMs ?? wallMs;
  const processes = openMatchProcesses({
    idle: 0,
    seats: job.players.length,
    limits: {
      ...(memoryBytes !== undefined && { playerBytes: memoryBytes }),
      ...(ms !== undefined && { answerMs: ms }),
      ...(wallInAllMs !== undefined && { matchMs: wallInAllMs }),
    },
  });
  try {
    const { outcome, voided, suspects } = await playWithRetry(job, (each, how) => processes.play(each, how));
    for (const { sentence } of voided) info(`${sentence} The match is played again.`);
    switch (outcome.kind) {
      case 'finished':
        return outcome;
      case 'refused':
        throw new UsageError(outcome.sentence.replace(/^the module\b/, names[outcome.seat ?? 0]));
      case 'void':
        process.stderr.write(`ludus: ${outcome.sentence}\n`);
        for (const { seat, proof } of suspects)
          info(
            `the cause is ${names[seat]} (seat ${seat})${proof === 'alone' ? ', which fails alone as well' : ' every time'}`,
          );
        process.exitCode = EXIT_NEGATIVE;
        return undefined;
    }
  } finally {
    await processes.close();
  }
}

/** Returns the full sidecar, with players' logs and drawings; undefined if it would be empty. */
export function wholeSidecar({ sidecar, logs, overlays, verdicts }: FinishedMatch): Sidecar | undefined {
  const { unit, revision } = sidecar;
  if ((unit ?? revision) === undefined && verdicts.length + logs.length + overlays.length === 0) return undefined;
  return {
    ...sidecar,
    ...(logs.length > 0 && { log: logs }),
    ...(overlays.length > 0 && { overlays }),
  };
}

/** Writes the players' logs to the terminal and the log folder, as a match in this process does. */
export function tellLogs({ logs }: FinishedMatch, folder: LogFolder | undefined, onTerminal: boolean): void {
  for (const { round, seat, text } of logs) {
    if (onTerminal) process.stderr.write(`${toPrintableLines(text)}\n`);
    folder?.round(round);
    folder?.output(seat).log(text);
  }
}

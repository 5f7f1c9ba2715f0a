import { type MatchProcessPool, MatchProcessStartError } from '@ludus/referee/match-process.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/**
 * Returns the identifier of the engine that these processes run. If no process can start, closes the pool and throws a
 * `UsageError` with the cause.
 */
export async function engineOf(processes: MatchProcessPool): Promise<string> {
  try {
    return await processes.engine();
  } catch (error) {
    await processes.close();
    throw error instanceof MatchProcessStartError ? new UsageError(error.message) : error;
  }
}

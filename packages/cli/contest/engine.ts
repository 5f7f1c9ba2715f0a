import { type MatchProcessPool, MatchProcessStartError } from '@ludus/referee/match-process.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** By which rules these processes play; a `UsageError` with the cause if none can be started, and none is left. */
export async function engineOf(processes: MatchProcessPool): Promise<string> {
  try {
    return await processes.engine();
  } catch (error) {
    await processes.close();
    throw error instanceof MatchProcessStartError ? new UsageError(error.message) : error;
  }
}

import { type MatchProcessPool, MatchProcessStartError } from '@ludus/referee/match-process/match-process-pool.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** By which rules these processes play; a `UsageError` with the cause if none can be started, and none is left. */
export async function engineOf(cells: MatchProcessPool): Promise<string> {
  try {
    return await cells.engine();
  } catch (error) {
    await cells.close();
    throw error instanceof MatchProcessStartError ? new UsageError(error.message) : error;
  }
}

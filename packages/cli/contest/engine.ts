import { type CellPool, CellStartError } from '@ludus/referee/match-process/match-process-pool.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** By which rules these processes play; a `UsageError` with the cause if none can be started, and none is left. */
export async function engineOf(cells: CellPool): Promise<string> {
  try {
    return await cells.engine();
  } catch (error) {
    await cells.close();
    throw error instanceof CellStartError ? new UsageError(error.message) : error;
  }
}

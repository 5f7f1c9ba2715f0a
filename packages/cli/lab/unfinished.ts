import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSetup, readJournal } from '@ludus/lab/batch/journal.ts';
import { fitsRun, type RunSetup, settingOf } from '@ludus/lab/batch/plan.ts';
import { toJsonLine } from '@ludus/lab/batch/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';

/** What a run is: its boards, players and limits. In its folder from its beginning on. */
export const RUN_FILE = 'run.json';

/**
 * The results of a run that has not come to its end, as the text of a `results.jsonl`, from its journal; undefined where there is none.
 */
export function unfinishedResults(folder: string): string | undefined {
  const [journal, run] = [join(folder, 'journal.jsonl'), join(folder, RUN_FILE)];
  if (!existsSync(journal) || !existsSync(run)) return undefined;
  const records = readJournal(readText(journal));
  if (records === undefined) throw new UsageError(`${journal} isn’t the journal of a run`);
  const setup = setupIn(run);
  if (!records.every((record) => fitsRun(setup, record)))
    throw new UsageError(`${journal} has matches of boards or players that ${run} does not name`);
  const salt = saltOf(setup, folder);
  const lines = records.map((record) => {
    const setting = salt === undefined ? undefined : settingOf(setup, salt, record);
    return `${toJsonLine(setup, record, setting)}\n`;
  });
  process.stderr.write(`${folder}: the run is not finished; ${records.length} matches so far\n`);
  return lines.join('');
}

function setupIn(file: string): RunSetup {
  try {
    const { ludus, version, setup } = JSON.parse(readText(file));
    if (ludus === 'run' && version === 1 && isSetup(setup)) return setup;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`${file} does not say what the run is`);
}

/** A secret that was given on the command line is nowhere in the folder. */
function saltOf({ budget }: RunSetup, folder: string): string | undefined {
  const file = join(folder, 'salt');
  return budget === 'none' ? '' : existsSync(file) ? readText(file) : undefined;
}

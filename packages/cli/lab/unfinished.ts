import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeProblem } from '@ludus/kernel/result.ts';
import { fitsRun, readJournal, settingOf, toJsonLine } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { RUN_FILE, readRunFile, saltOf } from './run-file.ts';

/**
 * Reads the results of an unfinished run from its journal, as the text of a `results.jsonl`; undefined if there are
 * none.
 */
export function unfinishedResults(folder: string): string | undefined {
  const [journal, run] = [join(folder, 'journal.jsonl'), join(folder, RUN_FILE)];
  if (!existsSync(journal) || !existsSync(run)) return undefined;
  const read = readJournal(readText(journal));
  if (!read.ok) throw new UsageError(`${journal}: ${describeProblem(read.problem)}`);
  const records = read.value;
  const { setup } = readRunFile(run);
  if (!records.every((record) => fitsRun(setup, record)))
    throw new UsageError(`${journal} has matches with boards or bots that ${run} does not name`);
  const salt = saltOf(setup, folder);
  const lines = records.map((record) => {
    const setting = salt === undefined ? undefined : settingOf(setup, salt, record);
    return `${toJsonLine(setup, record, setting)}\n`;
  });
  process.stderr.write(`${folder}: the run isn’t finished; ${records.length} matches so far\n`);
  return lines.join('');
}

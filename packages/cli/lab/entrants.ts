import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import { CsvError, parse } from 'csv-parse/sync';

/** A player as the user named it, and the player's name in the field (undefined for the player's usual name). */
export interface EntrantSpec {
  readonly spec: string;
  readonly name: string | undefined;
}

const PLAYER_FILE = /\.(?:cc|cpp|cxx|[cm]?[jt]s|py|wasm)$/;
/** Matches files in languages in which a file without `main` isn't a bot, but belongs to a bot in the same folder. */
const PROGRAM_FILE = /\.(?:go|java|rs)$/;
const MAIN = /\bmain\s*\(/;
const NO_PLAYER = /\.(?:d|test|spec)\.[cm]?[jt]s$/;

/**
 * Lists the field of a tournament. A folder stands for its players: each file is a player, and each subfolder contains
 * a player, which is named after the subfolder. A `.csv` is a list with the columns student, file, and name. If the
 * name is empty, the student's name is shown. Files are relative to the list's folder. Everything else is a player.
 */
export function calledField(specs: readonly string[]): EntrantSpec[] {
  return specs.flatMap((spec) => {
    if (!existsSync(spec)) return [{ spec, name: undefined }];
    if (statSync(spec).isDirectory()) return inFolder(spec);
    return extname(spec).toLowerCase() === '.csv' ? inList(spec) : [{ spec, name: undefined }];
  });
}

function inFolder(folder: string): EntrantSpec[] {
  const found = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): EntrantSpec[] => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return isPlayer(path) ? [{ spec: path, name: undefined }] : [];
      const own = readdirSync(path)
        .filter((file) => isPlayer(join(path, file)))
        .sort();
      if (own.length > 1)
        throw new UsageError(`the folder ${path} has several files that can be the bot: ${own.join(', ')}`);
      return own.map((file) => ({ spec: join(path, file), name: nameFrom(entry.name) }));
    });
  if (found.length === 0) throw new UsageError(`no bot found in the folder ${folder}`);
  return found;
}

const isPlayer = (file: string): boolean =>
  (PLAYER_FILE.test(file) && !NO_PLAYER.test(file)) ||
  (PROGRAM_FILE.test(file) && statSync(file).isFile() && MAIN.test(readText(file)));

function inList(file: string): EntrantSpec[] {
  let rows: { readonly info: { readonly lines: number }; readonly record: Readonly<Record<string, string>> }[];
  try {
    rows = parse(readText(file), {
      bom: true,
      columns: (head: string[]) => head.map((cell) => cell.trim().toLowerCase()),
      delimiter: [',', ';'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
  const seen = new Map<string, number>();
  const found = rows.map(({ info, record }) => {
    const at = `${file}: line ${info.lines}`;
    const { student = '', file: player = '', name = '' } = record;
    if (!('file' in record))
      throw new UsageError(
        `${file}: the first line must name the column “file”, and may name the columns “student” and “name”`,
      );
    if (player === '') throw new UsageError(`${at}: the column “file” is empty`);
    const path = join(dirname(file), player);
    if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`${at}: no such file: ${path}`);
    const shown = name || student;
    const earlier = shown === '' ? undefined : seen.get(shown);
    if (earlier !== undefined) throw new UsageError(`${at}: ${shown} is already in line ${earlier}`);
    seen.set(shown, info.lines);
    return { spec: path, name: shown === '' ? undefined : nameFrom(shown) };
  });
  if (found.length === 0) throw new UsageError(`no bot found in ${file}`);
  return found;
}

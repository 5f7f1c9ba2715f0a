import type { MatchInfo } from '@ludus/game/game.ts';
import type { CylinderSettings, Dialect } from '../dialect.ts';
import type { CylinderReader } from './problems.ts';

/** The settings of a file, and the text of the values that a match fills in (`?` in a board file). */
export interface FileHead {
  readonly settings: CylinderSettings;
  readonly secgame: string;
  readonly seed: string;
  readonly names: readonly string[];
}

/** Reads everything before the names. A file that begins with a different word fails with the code `board/foreign`. */
export function readHead(reader: CylinderReader, dialect: Dialect): FileHead {
  if (reader.next(dialect.header) !== dialect.header) reader.fail('board/foreign', dialect.header, reader.token);
  reader.expectWord('v1');
  reader.expectWord('secgame');
  const secgame = reader.next('the value of secgame');
  reader.expectWord('seed');
  const seed = reader.next('the value of seed');
  const values: { -readonly [Key in keyof CylinderSettings]?: number } = { ...dialect.absent };
  for (const field of dialect.fields) {
    reader.expectWord(field.name);
    const value = reader.integer(field.name);
    // The window can't be wider than the universe, whose size comes first in the file.
    const max = field.key === 'windowColumns' ? Math.min(field.max, values.universeColumns ?? field.max) : field.max;
    if (value < field.min || value > max) reader.fail(`board/${field.name}`, field.name, field.min, max, reader.token);
    values[field.key] = value;
  }
  const settings = values as CylinderSettings;
  reader.expectWord('names');
  const names = Array.from({ length: settings.players }, (_, i) => reader.next(`the name of player ${i}`));
  return { settings, secgame, seed, names };
}

/** Prints the settings in the format of a `.res`. */
export function printHead(dialect: Dialect, settings: CylinderSettings, info: MatchInfo | undefined): string {
  const lines = [`${dialect.header}\tv1`];
  lines.push(`secgame\t${info === undefined ? '?' : info.limited ? 1 : 0}`);
  lines.push(`seed\t${info === undefined ? '?' : Math.abs(info.seed)}`);
  for (const field of dialect.fields) lines.push(`${field.name}\t${settings[field.key]}`);
  const names = info?.names ?? Array.from({ length: settings.players }, () => '?');
  lines.push(`names ${names.join(' ')}`);
  return `${lines.join('\n')}\n\n`;
}

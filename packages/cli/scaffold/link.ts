import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '@ludus/shell/files.ts';
import { GAMES_FOLDER } from '../games-folder.ts';
import { BIN } from '../version.ts';

/**
 * Puts a clone of Ludus where `npm install` would put its package, as `npm link` does: in `node_modules`, which isn't a part of a
 * project. So the project itself names no folder of this machine, and `npm install` makes another one of it.
 */
export function linkHere(project: string): void {
  const modules = join(project, 'node_modules');
  const programs = join(modules, '.bin');
  makeFolder(programs);
  symlinkSync(dirname(join(GAMES_FOLDER, 'kits.ts')), join(modules, 'ludus'), 'junction');
  if (process.platform === 'win32') writeFileSync(join(programs, 'ludus.cmd'), `@node "${BIN}" %*\r\n`);
  else symlinkSync(BIN, join(programs, 'ludus'));
}

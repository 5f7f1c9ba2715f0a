import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compiled } from '../compile/source-lines.ts';
import type { CommandLine } from '../groups/launch.ts';

/** How a player's file becomes a program to run. */
export interface PlayerCommand extends CommandLine {
  /** The player's own file, where there is one: what a sandbox lets it see. */
  readonly file?: string;
  /** Where the lines of its source are found, if it was compiled here. */
  readonly compiled?: Compiled | undefined;
  /** Other files and folders that it needs to run, apart from the system's. */
  readonly needs: readonly string[];
}

/** Where this project lies; no slash at the end. */
export const REPOSITORY: string = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

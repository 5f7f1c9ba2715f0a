import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandLine } from './launch.ts';

/** How a player's file becomes a program to run. */
export interface PlayerCommand extends CommandLine {
  /** The player's own file, where there is one: what a sandbox lets it see. */
  readonly file?: string;
  /** Other files and folders that it needs to run, beside the system's. */
  readonly needs: readonly string[];
}

/** Where this project lies; no slash at the end. */
export const REPOSITORY: string = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

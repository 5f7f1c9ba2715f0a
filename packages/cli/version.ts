import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version in packages/cli/package.json. */
export const VERSION: string = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')).version;

/** The program’s file, for processes that run its commands. */
export const BIN: string = fileURLToPath(new URL('./bin/ludus.js', import.meta.url));

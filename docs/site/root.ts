import { resolve } from 'node:path';

/** The repository. What is built is put together elsewhere, so that a module's own place says nothing: the build is run in its folder. */
export const ROOT: string = resolve(process.cwd(), '../..');

import { resolve } from 'node:path';

/** The repository. The built module is elsewhere, so its path can't be used. The build runs in its folder. */
export const ROOT: string = resolve(process.cwd(), '../..');

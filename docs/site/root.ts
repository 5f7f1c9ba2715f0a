import { resolve } from 'node:path';

/** The repository. The built module runs elsewhere, so its path is useless: the build runs in its folder. */
export const ROOT: string = resolve(process.cwd(), '../..');

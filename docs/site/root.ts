import { resolve } from 'node:path';

/**
 * The repository's folder. The build runs in docs/site. The path of this module can't be used, because its built copy
 * is elsewhere.
 */
export const ROOT: string = resolve(process.cwd(), '../..');

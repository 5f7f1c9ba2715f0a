import { delimiter, resolve } from 'node:path';

/**
 * Custom games: the absolute paths of the `kit.ts` files that LUDUS_GAMES names, with the system's separator between them (`:`,
 * on Windows `;`).
 */
export function customGameKits(): string[] {
  const named = (process.env.LUDUS_GAMES ?? '').split(delimiter).filter((path) => path !== '');
  return named.map((path) => resolve(path));
}

import { resolve } from 'node:path';

/** Games that are being made elsewhere: the absolute paths of the `kit.ts` files that LUDUS_GAMES names, with `:` between them. */
export function kitsElsewhere(): string[] {
  const named = (process.env.LUDUS_GAMES ?? '').split(':').filter((path) => path !== '');
  return named.map((path) => resolve(path));
}

/** Matches as links. */
export { linkOf, readLink } from './data/link.ts';

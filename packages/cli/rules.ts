/** The pages that `ludus rules` prints. */
export { LANGUAGE_PAGES } from './commands/rules.ts';

/** Commands for programs in other languages. */
export { dataset } from './commands/dataset.ts';
export { env } from './commands/env.ts';

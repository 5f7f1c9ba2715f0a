/** The view of Trails, for tests. */
export { view } from './view/index.ts';

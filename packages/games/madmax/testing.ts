/** Parts of Mad Max for benchmarks and tests. */
export { parts } from './node.ts';
export { view } from './view/index.ts';

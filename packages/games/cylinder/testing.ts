/** Parts of the cylinder games for benchmarks and tests. */
export { BenchProtocol, CHECKSUMS } from './bench/protocol.ts';
export { inProcessCylinder } from './player/in-process.ts';

/** The simulator over pipes and shared memory. */
export { LONGEST_ANSWER, writeAll } from './descriptors.ts';
export { type MemoryUse, SharedMemory } from './memory.ts';
export { type PipeOptions, servePipe } from './pipe.ts';
export { InputError } from './requests.ts';

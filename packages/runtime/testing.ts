/** Handwritten modules, native players, and bundled players, which tests, benchmarks, and the build use. */
export { SOURCE_KEYS, sourceKeys } from './compile/source-keys.ts';
export { FRAME, newFrame } from './native/frames.ts';
export { NativeHost } from './native/native-host.ts';
export { NativeRunner } from './native/native-runner.ts';
export { makePipes } from './native/pipes.ts';
export { bundledPlayer } from './quickjs/bundled-player.ts';
export { bundleGuest } from './quickjs/guest-modules.ts';
export { BOARD, module, type Parts } from './wasm/testing.ts';

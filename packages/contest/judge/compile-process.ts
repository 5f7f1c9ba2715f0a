import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { descendants } from '@ludus/runtime/sandbox.ts';
import { build, type Workshop } from './build.ts';
import { type CompileOrder, type CompileReport, outOf } from './compile.ts';

// A process that compiles one submission. It may be stopped at any time; its parent removes its folder.
const order = JSON.parse(process.argv[2]) as CompileOrder;
process.stdin.once('close', leave).resume().unref();
const { workshop } = (await import(order.workshop)) as { workshop: Workshop };
const built = await build(workshop, order.game, order.file, order.language, {
  isOptional: order.unsandboxed,
});
if (built.ok) writeFileSync(join(outOf(order.folder), 'player.wasm'), built.module);
const report: CompileReport = built.ok ? { ok: true, note: built.note } : built;
writeFileSync(join(outOf(order.folder), 'report.json'), JSON.stringify(report));

/** Ends this process and its children, since the parent was killed and the result isn't needed. */
function leave(): void {
  for (const pid of descendants(process.pid).slice(1)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
  rmSync(order.folder, { recursive: true, force: true, maxRetries: 5 });
  process.kill(process.pid, 'SIGKILL');
}

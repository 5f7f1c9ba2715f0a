import { EXIT_BAD_INPUT } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';
import { runLudus } from './run.ts';

let mute = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Anyone who reads may have seen enough (`| head`). A run continues: its results are in files as well.
  if (error.code === 'EPIPE' || mute) return;
  mute = true;
  process.stderr.write(`ludus: cannot write to standard output: ${errorReason(error)}\n`);
  process.on('exit', () => {
    process.exitCode = EXIT_BAD_INPUT;
  });
});
process.stderr.on('error', () => {});

// A program that started this one with a channel, as `ludus mcp` does, ends it when it goes, however that happens.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

await runLudus(process.argv.slice(2));

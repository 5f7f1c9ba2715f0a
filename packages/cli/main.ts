import { EXIT_BAD_INPUT } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';
import { runLudus } from './run.ts';

let mute = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader may have closed the pipe (`| head`). The run continues, since its results are also in files.
  if (error.code === 'EPIPE' || mute) return;
  mute = true;
  process.stderr.write(`ludus: cannot write to standard output: ${errorReason(error)}\n`);
  process.on('exit', () => {
    process.exitCode = EXIT_BAD_INPUT;
  });
});
process.stderr.on('error', () => {});

// If this process has a channel to its parent, as with `ludus mcp`, this process ends whenever the parent ends.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

await runLudus(process.argv.slice(2));

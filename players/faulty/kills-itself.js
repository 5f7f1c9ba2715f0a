// Kills itself by its own process id.
process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'));

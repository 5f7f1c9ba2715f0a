import { catalog, VERSION } from '@ludus/cli/benchmarks.ts';
import { startServer } from '@ludus/contest/server.ts';

// A server for the benchmark with prepared results. It starts like `ludus serve --jobs 0`, but trusts its workers,
// which answer every match with the replay of a prepared match.
const { databaseUrl, engine } = JSON.parse(process.argv[2]) as { databaseUrl: string; engine: string };
process.on('disconnect', () => process.exit());
const server = await startServer({
  place: { databaseUrl },
  catalog,
  version: VERSION,
  engine,
  compile: async () => ({ ok: false, why: 'this server compiles nothing' }),
  say: (sentence) => process.stderr.write(`${sentence}\n`),
});
// Any message requests the CPU time of all threads in seconds; `end` stops the server cleanly.
process.on('message', async (message) => {
  if (message === 'end') {
    await server.close();
    process.exit();
  }
  const { user, system } = process.cpuUsage();
  process.send!({ seconds: (user + system) / 1e6 });
});
process.send!({ url: server.url, secret: server.organiserSecret });

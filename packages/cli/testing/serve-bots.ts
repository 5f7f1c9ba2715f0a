import { compile } from '@ludus/contest/judge.ts';
import type { RunningServer } from '@ludus/contest/server.ts';
import { fresh, serveTest } from '@ludus/contest/testing.ts';
import type { MatchProcessPool } from '@ludus/referee/match-process.ts';
import { engineIdentity } from 'ludus/installed.ts';
import { catalog, WORKSHOP } from '../contest/game-catalog.ts';

/** Starts a contest's server for tests. It compiles bots, and plays them in these processes, as `ludus serve` does. */
export async function serveBots(processes: MatchProcessPool): Promise<RunningServer> {
  return await serveTest(await fresh(), {
    catalog,
    engine: engineIdentity(),
    compile: (game, { file, source, language }, signal) =>
      compile({ workshop: WORKSHOP, game, language }, file, source!, { wallMs: 240_000, signal }),
    play: (job) => processes.play(job),
  });
}

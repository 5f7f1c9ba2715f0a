import { chmodSync, copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDrawings } from '@ludus/game/protocol.ts';
import { cpuBudget } from '../budget/budget.ts';
import { buildNative, type NativeBuild } from '../compile/native.ts';
import type { CppSource } from '../compile/source.ts';
import { rejectedPlayer } from '../player-problems.ts';
import { forSeats } from '../process/limits.ts';
import type { SessionOptions } from '../process/process-session.ts';
import type { PlayerSource, ResolveContext } from '../resolve.ts';
import { processFolder } from '../sandbox/process-folder.ts';
import { readMarker } from '../wasm/marker.ts';
import { NativeRunner } from './native-runner.ts';

/** A C++ player as a native program. */
export async function nativeSource(source: CppSource, name: string, context: ResolveContext): Promise<PlayerSource> {
  const { game, budget, folder, limits = {}, debug, sanitize } = context;
  const { sandbox: level } = limits;
  // An untrusted source is compiled in the same sandbox in which it will run.
  const sandboxed =
    level && (await import('../compile/sandboxed.ts')).sandboxedCompiler(level, source, context.cpp!.sdk);
  const build = await buildNative(source, context.cpp!, {
    debug: debug !== undefined,
    sanitize,
    sandboxed,
    others: context.others,
    onCompile: context.onCompile,
  });
  const marker = readMarker(readFileSync(build.sharedObject));
  if (!marker) throw rejectedPlayer('player/not-registered', name);
  const sandbox = level && { level, ...(await import('../sandbox/bubblewrap.ts')) };
  const shared = budget === 'none' && !context.isolated && level === undefined && debug === undefined && !sanitize;
  const located = level ? copiedBuild(build) : { build, readOnly: [] };
  const session: SessionOptions = {
    folder,
    source: source.name,
    compiled: build.lines,
    ...(debug?.round !== undefined && { unlimited: true }),
    ...(debug?.onStart && { onStart: debug.onStart }),
    ...(sandbox && {
      wrap: (command, processLimits, firstFile) =>
        sandbox.bubblewrapCommand(command, sandbox.level, {
          firstFile,
          readOnly: located.readOnly,
          environment: {},
          limits: processLimits,
          tenant: 'player',
          folder: '/player',
        }),
    }),
    session: {
      ...limits.session,
      // Memory checkers reserve address space for all possible addresses, but use hardly any of this space.
      ...(sanitize && { memoryBytes: 2 ** 50 }),
      ...(shared && forSeats(Math.max(...game.seats), limits.session)),
      ...(budget === 'cpu' && { cpu: cpuBudget(context) }),
    },
  };
  return {
    name: marker.name,
    open: (output) =>
      new NativeRunner(marker.name, context.image!, located.build, {
        session,
        shared,
        log: output && withDrawings(output).log,
      }),
  };
}

/** Copies the two files to a place that can be made visible in a sandbox. */
function copiedBuild({ host, sharedObject }: NativeBuild) {
  const own = processFolder();
  for (const [from, name] of [
    [host, 'host'],
    [sharedObject, 'player.so'],
  ]) {
    copyFileSync(from, join(own, name));
    chmodSync(join(own, name), 0o755);
  }
  const build = { host: '/player/host', sharedObject: '/player/player.so' };
  return { build, readOnly: [{ from: own, to: '/player' }] };
}

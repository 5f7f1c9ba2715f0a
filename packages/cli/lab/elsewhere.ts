import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RemotePlayers } from '@ludus/contest/laboratory/remote.ts';
import type { LabFaults, LabPlayer } from '@ludus/contest/server/api/laboratory.ts';
import { type Call, client, Refused } from '@ludus/contest/server/client.ts';
import { FAULTS, type Fault } from '@ludus/game/game.ts';
import type { Elsewhere } from '@ludus/lab/batch/lab-run.ts';
import { planHash, type RunSetup } from '@ludus/lab/batch/plan.ts';
import { keepReplay, replayName } from '@ludus/lab/batch/play.ts';
import { movesOf } from '@ludus/lab/moves-file.ts';
import { compiledModule } from '@ludus/runtime/compile/kinds.ts';
import { readScript } from '@ludus/runtime/quickjs/make.ts';
import { packScript } from '@ludus/runtime/quickjs/pack.ts';
import type { ResolveContext } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { engineIdentity } from 'ludus/identity.ts';
import { addressOf } from '../commands/worker.ts';
import { contextOf } from '../context.ts';
import { gameNamed } from '../games.ts';
import { PLAYER_KINDS } from '../kinds.ts';
import { info } from '../say.ts';
import { AHEAD } from './elsewhere-options.ts';
import type { LabOptions } from './setup.ts';

const MODULE_KINDS = ['cpp', 'wasm', 'script'];

export interface ElsewhereRun {
  readonly setup: RunSetup;
  /** By index of the players: what each is called in a match. */
  readonly names: readonly string[];
  /** What else decides the matches. */
  readonly plan: unknown;
}

/** Sends the players of a run to the server, and gives what plays its matches there. What is wrong is a `UsageError`. */
export async function elsewhere(options: LabOptions, run: ElsewhereRun): Promise<Elsewhere> {
  const { on, token = process.env.LUDUS_TOKEN } = options;
  if (token === undefined)
    throw new UsageError(
      'there is no token: make one on your own page of the server, and give it with --token or in $LUDUS_TOKEN',
    );
  const server = addressOf(on!);
  try {
    return await connect(server, token, options, run);
  } catch (error) {
    if (error instanceof Refused) throw new UsageError(`${server} refuses: ${error.message}`);
    const { cause } = error as { readonly cause?: unknown };
    if (!(cause instanceof Error)) throw error;
    const { code = cause.message } = cause as NodeJS.ErrnoException;
    throw new UsageError(`${server} does not answer: ${code}`);
  }
}

async function connect(server: string, token: string, options: LabOptions, run: ElsewhereRun): Promise<Elsewhere> {
  const { setup, names } = run;
  const call = client({ server, token });
  const offer = await call('laboratory');
  if (offer.why !== null) throw new UsageError(`${server} plays no matches of yours: ${offer.why}`);
  const engine = engineIdentity();
  if (offer.engine !== engine)
    throw new UsageError(
      `${server} plays by another engine (${offer.engine}) than this Ludus (${engine}): install the release that it has`,
    );
  const game = gameNamed(setup.game);
  const context = await contextOf(game, {
    budget: 'fuel',
    folder: setup.folder,
    limits: setup.limits,
    target: 'wasm',
  });
  const sent = new Map<string, Uint8Array>();
  const players: LabPlayer[] = [];
  for (const [index, { spec }] of setup.players.entries()) {
    const bytes = await moduleOf(spec, context);
    const shown = names[index];
    if (bytes === undefined) players.push({ kind: 'builtin', name: shown, shown });
    else {
      const module = createHash('sha256').update(bytes).digest('hex');
      sent.set(module, bytes);
      players.push({ kind: 'module', module, shown });
    }
  }
  await send(call, sent);
  const cpuMs = setup.limits?.cpuMs;
  const ahead = Math.min(offer.waiting, options.jobs ?? AHEAD);
  return {
    appetite: ahead,
    open: ({ salt, quarantined, replays }) =>
      new RemotePlayers({
        server,
        token,
        setup,
        engine,
        players,
        seconds: cpuMs === undefined ? null : cpuMs / 1000,
        salt,
        plan: planHash(setup, run.plan),
        quarantined,
        ahead,
        say: info,
        ...(replays !== undefined && {
          keep: (id: string, text: string, faults: LabFaults) => {
            const bySeat: (Fault | undefined)[] = [];
            for (const { seat, fault } of faults) bySeat[seat] = FAULTS.find((each) => each === fault);
            const kept = game.replay.long ? (movesOf(text, game, bySeat) ?? text) : text;
            keepReplay(replays, replayName(game, id), kept);
          },
        }),
      }),
  };
}

/** The compiled player of this name; undefined for one that comes with the game. */
async function moduleOf(spec: string, context: ResolveContext): Promise<Uint8Array | undefined> {
  const kind = PLAYER_KINDS.find((each) => each.accepts(spec, context));
  if (kind?.id === 'builtin') return undefined;
  if (kind === undefined || !MODULE_KINDS.includes(kind.id))
    throw new UsageError(
      `${spec} is a program of its own: on a server only C++, TypeScript, JavaScript and WebAssembly play, and what comes with the game`,
    );
  if (kind.id !== 'script') return await compiledModule(spec, context);
  const file = resolve(context.folder, spec);
  if (spec.endsWith('.wasm')) return readFileSync(file);
  return packScript(await readScript(file, context.game.id, context.guest!));
}

/** Those that the server has not got yet. */
async function send(call: Call, modules: ReadonlyMap<string, Uint8Array>): Promise<void> {
  if (modules.size === 0) return;
  const { missing } = await call('labModules', { body: { modules: [...modules.keys()] } });
  for (const hash of missing) await call('labModule', { bytes: new Uint8Array(modules.get(hash)!) });
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contextOf } from '@ludus/cli/context.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { PlayerFault, type PlayerGenerator } from '@ludus/game/player-runner.ts';
import { playMatch, type Verdict } from '@ludus/referee/match.ts';
import { clearProcessFolders, processKind } from '@ludus/runtime/kinds.ts';
import { SANDBOX_LEVELS, type SandboxLevel } from '@ludus/runtime/parts.ts';
import {
  bestSandboxLevel,
  containment,
  descendants,
  groupReport,
  sandboxLevelProblem,
} from '@ludus/runtime/sandbox.ts';
import type { Instructions } from 'ludus/cylinder/testing.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { starwar } from 'ludus/starwar/rules.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { FAULTY_PLAYERS, type FaultyPlayer, QUICK_PLAYERS } from './table.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const SEAT = 1;
const SEED = 5;

const boardText = readFileSync(new URL('../../packages/games/starwar/boards/default.cnf', import.meta.url), 'utf8');
function board(rounds: number) {
  const read = starwar.readBoard(boardText.replace(/nb_rnds\s+\d+/, `nb_rnds ${rounds}`));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const demo = () => builtinPlayer('starwar', 'Demo').open();

/** Records the requests to a port, round by round. */
function recorded(runner: AnyRunner, kept: [number, number][][]): AnyRunner {
  return {
    name: runner.name,
    start: (...args) => runner.start?.(...args),
    async play(state: unknown, move: Instructions, generator: PlayerGenerator) {
      await runner.play(state, move, generator);
      kept.push(Array.from({ length: move.length }, (_, i) => [move.unit(i), move.code(i)]));
    },
    budgetUsed: () => runner.budgetUsed?.(),
    close: () => runner.close?.(),
  };
}

/** A player that repeats recorded requests, and is disqualified at the time that was recorded. */
function scripted(name: string, kept: readonly [number, number][][], verdict: Verdict | undefined): AnyRunner {
  let round = 0;
  return {
    name,
    play(_: unknown, move: Instructions) {
      if (round++ === verdict?.round) throw new PlayerFault(verdict.fault, verdict.sentence);
      for (const [unit, code] of kept[round - 1]) move.push(unit, code);
    },
  };
}

async function play(runner: AnyRunner, rounds: number): Promise<{ replay: string; verdicts: readonly Verdict[] }> {
  // A hash is kept instead of the replay, because the test also measures the referee's memory.
  const replay = createHash('sha256');
  const runners = [demo(), demo(), demo(), demo()];
  runners[SEAT] = runner;
  const { verdicts } = await playMatch({
    game: starwar,
    board: board(rounds),
    seed: SEED,
    runners,
    record: (text) => replay.update(text),
  });
  return { replay: replay.digest('hex'), verdicts };
}

/** Finds processes with this test's mark in their environment, no matter what their current parent is. */
const MARK = `LUDUS_TEST_MARK=${process.pid}.${Date.now()}`;
function marked(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(MARK);
    } catch {
      return false;
    }
  });
}

beforeAll(() => {
  const [name, value] = MARK.split('=');
  process.env[name] = value;
  // The system's Python starts quickly; a version manager's wrapper is slow.
  process.env.PATH = `/usr/bin:${process.env.PATH}`;
  if (process.env.CI === 'true' && (bestSandboxLevel() !== 'full' || containment() !== 'namespace'))
    throw new Error('CI must have the full sandbox and process namespaces: apt install bubblewrap util-linux perl');
});
afterAll(clearProcessFolders);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
/** Size of the objects and buffers that are still referenced, in bytes. */
async function heldBytes(): Promise<number> {
  collectGarbage();
  // Gives the engine's threads time to release buffers.
  await setImmediate();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
/** Maximum size of a player's standard error, in bytes. */
const LOG_BYTES = 4 * 2 ** 20;

const { available: withGroups, holds } = groupReport();

interface Case {
  readonly player: FaultyPlayer;
  readonly tier?: SandboxLevel;
  readonly groups: boolean;
}

/**
 * Each player is tested without a sandbox and in all levels that must stop it, with control groups and, unless they are
 * required, without them.
 */
function casesOf(player: FaultyPlayer): Case[] {
  const tiers =
    player.sandboxed === undefined
      ? [undefined]
      : SANDBOX_LEVELS.slice(SANDBOX_LEVELS.indexOf(player.sandboxed)).filter(
          (tier) => sandboxLevelProblem(tier) === undefined,
        );
  const modes = player.needsGroups ? [true] : player.sandboxed === undefined ? [true, false] : [withGroups];
  return tiers.flatMap((tier) => modes.map((groups) => ({ player, groups, ...(tier && { tier }) })));
}

/** A quick run plays one player of each kind, and only in its strictest setting. */
const played = IS_LONG_RUN ? FAULTY_PLAYERS.flatMap(casesOf) : QUICK_PLAYERS.flatMap((each) => casesOf(each).slice(-1));
const table = played.map(
  (each) =>
    [
      [
        each.player.file,
        ...(each.player.args ?? []),
        `(${each.tier ?? 'no sandbox'}, ${each.groups ? 'control groups' : 'no control groups'})`,
      ].join(' '),
      each,
    ] as const,
);

test('there are more than fifty faulty players, and each file has an expected verdict', () => {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => entry.name).filter((file) => !file.endsWith('.ts') && !file.startsWith('.'));
  expect(files.filter((file) => !FAULTY_PLAYERS.some((player) => player.file === file))).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});

test.for(table)(
  'the faulty player %s gets its expected verdict, and doesn’t affect the other players',
  async ([, { player, tier, groups }], { skip }) => {
    if (groups && !holds.includes(player.needsGroups ?? 'time'))
      skip('this machine lets us have no control groups (ludus sandbox says why)');
    if (containment() !== 'namespace')
      skip('these run only where a process namespace holds them: apt install util-linux');
    const { rounds = 8 } = player;
    const log: string[] = [];
    const source = await processKind.prepare(
      player.args ? `cmd:sh ${player.file} ${player.args.join(' ')}` : player.file,
      await contextOf(starwar, {
        budget: 'cpu',
        folder,
        limits: {
          cpuMs: player.cpuMs ?? 200,
          startMs: 500,
          ...(tier && { sandbox: tier }),
          session: {
            groups,
            asleepMs: 400,
            wallMs: player.wallMs ?? 60_000,
            wallInAllMs: player.wallInAllMs ?? 600_000,
            memoryBytes: 256 * 2 ** 20,
            answerBytes: 65536,
            errorBytes: LOG_BYTES,
            processes: 20,
            graceMs: 200,
          },
        },
      }),
    );
    const kept: [number, number][][] = [];
    const filesBefore = readdirSync('/proc/self/fd').length;
    const heldBefore = await heldBytes();
    const runner = await source.open({ log: (text) => log.push(text), draw() {} });
    const { replay, verdicts } = await play(recorded(runner, kept), rounds);

    // Checks the verdict.
    judge(player, verdicts, log);
    // The other three players aren't affected: a player that makes the same moves and is disqualified at the same time
    // leads to the same match.
    const reference = await play(scripted(source.name, kept, verdicts[0]), rounds);
    expect(reference.replay).toBe(replay);
    // Checks that no process remains.
    expect(marked()).toEqual([]);
    expect(descendants(process.pid)).toEqual([process.pid]);
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(filesBefore + 1);
    // If the player floods its output, only the permitted amount is passed on, and nothing is kept.
    expect(log.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(LOG_BYTES);
    log.length = 0;
    if (player.faults.includes('flood')) expect((await heldBytes()) - heldBefore).toBeLessThan(LOG_BYTES / 4);
  },
);

function judge(player: FaultyPlayer, verdicts: readonly Verdict[], log: readonly string[]): void {
  if (player.sandboxed) {
    expect(log.join('\n'), verdicts.map(({ sentence }) => sentence).join('\n')).toContain('refused');
    expect(log.join('\n')).not.toContain('SUCCEEDED');
  }
  if (player.faults.length === 0) {
    expect(verdicts).toEqual([]);
    return;
  }
  expect(verdicts).toHaveLength(1);
  const [verdict] = verdicts;
  expect(player.faults, `${verdict.sentence}\n${log.join('\n')}`).toContain(verdict.fault);
  expect(verdict.seat).toBe(SEAT);
  if (player.says) expect(verdict.sentence).toMatch(player.says);
  if (player.round !== undefined) expect(verdict.round).toBe(player.round - 1);
}

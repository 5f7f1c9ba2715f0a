import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ChaosPlan, ChaosRun } from '@ludus/contest/chaos.ts';
import type { RoundVerdict } from '@ludus/contest/rounds.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { boardFiles, gameNamed, KITS, kitOf, sampleFile } from '../games.ts';
import { counted, parseSeed } from '../option-values.ts';
import { info } from '../say.ts';

interface ChaosFlags {
  readonly seed: number;
  readonly submissions: number;
  readonly workers: number;
  readonly servers: number;
  readonly kills: number;
  readonly restores: number;
  readonly game?: string;
  readonly keep?: string;
}

const MAIN = fileURLToPath(new URL('../bin/ludus.js', import.meta.url));

/** `ludus contest chaos`: kills a contest's processes and checks that its results don't change. */
export function chaos(contest: Command): void {
  contest
    .command('chaos')
    .description('Test a contest whose processes are killed at random')
    .option('-s, --seed <seed>', 'seed of the script and of the kills, -2147483648 to 2147483647', parseSeed, 7)
    .option('--submissions <count>', 'number of submissions, at least 1', counted, 20)
    .option('--workers <count>', 'number of worker processes, at least 1', counted, 3)
    .option(
      '--servers <count>',
      'number of servers on one PostgreSQL, from 1; more than one server needs nginx',
      counted,
      1,
    )
    .option(
      '--kills <count>',
      'number of kills (SIGKILL) of workers and servers, and of other faults, at least 1',
      counted,
      20,
    )
    .option('--restores <count>', 'number of times that the database is restored, at least 1', counted, 2)
    .option('-g, --game <game>', 'game of the contest (default: the last game with a suitable sample)')
    .option('--keep <file>', 'prefix of two files for the transcripts: FILE.calm and FILE.chaos')
    .addHelpText(
      'after',
      `
Plays a scripted contest twice with a real server and real workers, and compares the results. In the second contest,
processes are killed, answers are lost, and results arrive five times, late, or from before a restore. With several
servers, PostgreSQL restarts, connections break, networks and machines are lost, and clocks jump; nothing is restored.
Exit code: 0 both contests have the results that they must have, 1 otherwise.

Example:
  ludus contest chaos --seed 7`,
    )
    .action(run);
}

async function run(flags: ChaosFlags): Promise<void> {
  const { runChaos } = await import('@ludus/contest/chaos.ts');
  const { chaosDatabase } = await import('@ludus/contest/chaos.ts');
  const plan = await planOf(flags);
  const database = chaosDatabase();
  try {
    info('playing the undisturbed contest');
    const calm = await runChaos(database, { ...plan, kills: 0, restores: 0 });
    info(`${calm.transcript.matches} rated matches in ${calm.seconds.toFixed(0)} s; playing the disturbed contest`);
    const wild = await runChaos(database, { ...plan, expected: calm.done });
    if (flags.keep !== undefined) {
      writeFileSync(`${flags.keep}.calm`, calm.transcript.text);
      writeFileSync(`${flags.keep}.chaos`, wild.transcript.text);
    }
    const { verifyRound } = await import('@ludus/contest/rounds.ts');
    const verdict = await verifyRound(wild.transcript.round, {
      games: KITS.map(({ game }) => game),
      share: 1,
      random: Math.random,
      jobs: 1,
      engine: '',
    });
    if (!report(flags, calm, wild, verdict)) process.exitCode = EXIT_NEGATIVE;
  } finally {
    await database.close();
  }
}

async function planOf(flags: ChaosFlags): Promise<ChaosPlan> {
  const { BROKEN, scriptOf, variantOf } = await import('@ludus/contest/chaos.ts');
  const usable = (flags.game === undefined ? KITS : [kitOf(gameNamed(flags.game))]).flatMap((kit) => {
    const sample = kit.samples?.javascript;
    if (sample === undefined) return [];
    let text = readText(sampleFile(kit.game, sample.file));
    for (const [word, own] of Object.entries(sample.words ?? {})) text = text.replaceAll(word, own);
    const [board] = boardFiles(kit.game).keys();
    return variantOf(text, 0) === undefined || board === undefined ? [] : [{ game: kit.game.id, board, text }];
  });
  // The last game in the list is the smallest.
  const found = usable.at(-1);
  if (found === undefined)
    throw new UsageError('the game needs a suitable sample in JavaScript and a board: choose another game with --game');
  return {
    script: scriptOf(flags.seed, flags.submissions),
    game: found.game,
    boards: [found.board],
    source: ({ variant }) => (variant === undefined ? BROKEN : variantOf(found.text, variant)!),
    workers: flags.workers,
    servers: flags.servers,
    kills: flags.kills,
    restores: flags.servers > 1 ? 0 : flags.restores,
    expected: 0,
    seed: flags.seed,
    programs: {
      server: new URL('./chaos-server.ts', import.meta.url),
      worker: (server, token) => [MAIN, 'worker', '--server', server, '--token', token],
    },
    say: info,
  };
}

/** Prints, for each required property, whether the run has this property. Returns whether the run has all of them. */
function report({ kills: wanted, restores }: ChaosFlags, calm: ChaosRun, wild: ChaosRun, round: RoundVerdict): boolean {
  const { mischief, watched } = wild;
  const sum = (run: ChaosRun) => createHash('sha256').update(run.transcript.text).digest('hex').slice(0, 16);
  const lines: [boolean, string][] = [
    [sum(calm) === sum(wild), `both contests have the same transcript, byte for byte: ${sum(calm)} and ${sum(wild)}`],
    [calm.transcript.matches > 0, `${calm.transcript.matches} rated matches, each with exactly one result`],
    [
      round.kind === 'ok',
      round.kind === 'ok'
        ? `the final is reproduced: ${round.entrants} entrants, ${round.matches} matches`
        : `the final can’t be reproduced: ${round.sentence}`,
    ],
    [
      calm.transcript.wrong.length + wild.transcript.wrong.length === 0,
      [
        'nothing is stuck, and no one is blamed for failed machines',
        ...calm.transcript.wrong,
        ...wild.transcript.wrong,
      ].join('\n    '),
    ],
    ...(watched ? manyLines(wild, wanted) : oneLines(wild, wanted, restores)),
    [mischief.lost > 0, `${mischief.lost} answers lost after they were stored, ${mischief.delayed} requests delayed`],
    [
      mischief.fiveTimes > 0 && mischief.storedTwice === 0,
      `${mischief.fiveTimes} results sent five times; repeated results stored again: ${mischief.storedTwice}`,
    ],
    [
      mischief.takenWrongly === 0,
      `${mischief.late} results sent late, ${mischief.beforeRestore} of them from before a restore; wrongly accepted: ${mischief.takenWrongly}`,
    ],
  ];
  for (const [good, what] of lines) process.stdout.write(`${good ? 'reached' : 'MISSED '}  ${what}\n`);
  process.stdout.write(`${calm.seconds.toFixed(0)} s undisturbed, ${wild.seconds.toFixed(0)} s disturbed\n`);
  return lines.every(([good]) => good);
}

function oneLines({ kills, restores }: ChaosRun, wanted: number, least: number): [boolean, string][] {
  return [
    [
      kills.server + kills.workers >= wanted,
      `${kills.server + kills.workers} of ${wanted} kills: the server ${kills.server} times, workers ${kills.workers} times`,
    ],
    [restores >= least, `${restores} of ${least} restores of an older database`],
  ];
}

/** Maximum time between the writing of an event and its arrival at a page, in milliseconds. */
const MAX_LATE_MS = 5000;

function manyLines({ faults, watched }: ChaosRun, wanted: number): [boolean, string][] {
  const all = Object.values(faults).reduce((sum, many) => sum + many, 0);
  const { signedOut, streams, events, missed, latestMs } = watched!;
  return [
    [
      all >= wanted,
      `${all} of ${wanted} faults: ${Object.entries(faults)
        .map((each) => each.join(' '))
        .join(', ')}`,
    ],
    [signedOut === 0, `spectators were signed out ${signedOut} times`],
    [missed === 0, `events over ${streams} streams: ${events} arrived, ${missed} did not`],
    [latestMs <= MAX_LATE_MS, `the slowest event arrived ${(latestMs / 1000).toFixed(1)} s after it was written`],
  ];
}

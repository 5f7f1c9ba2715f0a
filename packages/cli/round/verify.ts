import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { RoundVerdict } from '@ludus/contest/rounds.ts';
import { EXIT_BAD_INPUT, EXIT_NEGATIVE } from '@ludus/shell/exit.ts';
import { displayName, readText } from '@ludus/shell/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { engineIdentity } from 'ludus/installed.ts';
import { openMatchProcesses } from 'ludus/match-processes.ts';
import { GAMES } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { jsonOption, MAX_JOBS, parseShare, wholeFrom } from '../option-values.ts';
import { printJson } from '../say.ts';

interface VerifyCommandOptions {
  readonly share: number;
  readonly commitment?: string;
  readonly jobs: number;
  readonly modules: boolean;
  readonly json?: boolean;
}

/** `ludus round verify`: computes a contest's final again from its export, and compares the results. */
export function verifyCommand(round: Command): void {
  round
    .command('verify')
    .description('Verify an exported final on any machine')
    .argument('<export>', 'export of a final (.jsonl, plain or gzipped); - for standard input')
    .option('--share <share>', 'share of the matches to play again, 0 to 1', parseShare, 1)
    .option('--commitment <hash>', 'commitment that was published before the deadline', parseHash)
    .option('--no-modules', 'play matches again from their recorded moves, not from the bots’ modules')
    .option(
      '-j, --jobs <count>',
      `number of matches at a time, 1 to ${MAX_JOBS}`,
      wholeFrom(1, MAX_JOBS),
      availableParallelism(),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Checks the commitment, the keys, the pairings, the matches, the standings, and the marks, and reports the first
difference. Matches are played again from the bots' modules if the export has them, otherwise from their moves.
With --share, each run plays a different random sample.
With --json, prints one JSON object: kind (ok, differs, or refused) with its figures or its sentence.
Exit code: 0 the final is reproducible, 1 something differs, 2 the file can't be read or is damaged.

Example:
  ludus round verify final.jsonl.gz --commitment 4f0c…e1 --share 0.1`,
    )
    .action(async (file: string, options: VerifyCommandOptions) => {
      process.exitCode = await verifyFile(file, options);
    });
}

async function verifyFile(
  file: string,
  { share, commitment, jobs, modules, json }: VerifyCommandOptions,
): Promise<number> {
  const text = readText(file);
  const { verifyRound } = await import('@ludus/contest/rounds.ts');
  const progress = new Progress();
  // Processes start when the first match is played, since an export without modules needs no processes.
  let processes: ReturnType<typeof openMatchProcesses> | undefined;
  let verdict: RoundVerdict;
  try {
    verdict = await verifyRound(text, {
      games: GAMES,
      share,
      commitment,
      jobs,
      engine: engineIdentity(),
      random: () => randomBytes(4).readUInt32LE() / 2 ** 32,
      play: modules
        ? (job) => {
            processes ??= openMatchProcesses({ idle: jobs });
            return processes.play(job);
          }
        : undefined,
      onTotal: (matches) => progress.start(0, matches),
      onMatch: () => progress.step(),
    });
  } finally {
    progress.stop();
    await processes?.close();
  }
  if (json) {
    printJson(verdict);
    return { refused: EXIT_BAD_INPUT, differs: EXIT_NEGATIVE, ok: 0 }[verdict.kind];
  }
  const shown = displayName(file);
  switch (verdict.kind) {
    case 'refused':
      process.stderr.write(
        /^\{"kind":"contest"/.test(text)
          ? `ludus: ${shown} is the export of a contest: use ludus contest verify\n`
          : `ludus: ${shown}: ${verdict.sentence}\n`,
      );
      return EXIT_BAD_INPUT;
    case 'differs':
      process.stdout.write(`FAIL ${shown}: ${verdict.sentence}\n`);
      return EXIT_NEGATIVE;
    case 'ok':
      for (const sentence of [...(verdict.note === undefined ? [] : [verdict.note]), ...verdict.played.void])
        process.stderr.write(`ludus: ${shown}: ${sentence}\n`);
      process.stdout.write(`ok ${shown}: ${summary(verdict)}\n`);
      return 0;
  }
}

/** Returns a summary such as `12 entrants, 40 matches; 38 played again from modules, 2 from their moves`. */
function summary({ entrants, matches, played }: Extract<RoundVerdict, { kind: 'ok' }>): string {
  const { modules, moves, neither } = played;
  const ways = [
    ...(modules > 0 ? [`${modules} played again from modules`] : []),
    ...(moves > 0 ? [`${moves} played again from their moves`] : []),
    ...(neither > 0 ? [`${neither} could not be played again because their modules and moves are missing`] : []),
  ];
  return `${entrants} entrants, ${matches} matches${ways.length > 0 ? `; ${ways.join(', ')}` : ''}`;
}

function parseHash(text: string): string {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new InvalidArgumentError('It must be 64 hexadecimal digits.');
  return text.toLowerCase();
}

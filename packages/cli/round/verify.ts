import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { RoundVerdict } from '@ludus/contest/verify/round.ts';
import { BAD_INPUT, NOT_SO } from '@ludus/shell/exit.ts';
import { readText, shownName } from '@ludus/shell/files.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { openCells } from 'ludus/cells.ts';
import { engineIdentity } from 'ludus/identity.ts';
import { GAMES } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { parseCount } from '../lab/setup.ts';

interface VerifyCommandOptions {
  readonly share: number;
  readonly commitment?: string;
  readonly jobs: number;
  readonly modules: boolean;
}

/** `ludus round verify`: works all of a round out again. */
export function verifyCommand(round: Command): void {
  round
    .command('verify')
    .description('work all of a round out again from its export, on any machine')
    .argument('<export>', 'the export of a round (.jsonl, also gzipped); - is standard input')
    .option('--share <share>', 'the share of the matches that is played again, 0 … 1', parseShare, 1)
    .option('--commitment <hash>', 'the commitment as it was published before the deadline', parseHash)
    .option('--no-modules', 'follow matches by their moves only, and play no module')
    .option('-j, --jobs <count>', 'matches at a time', parseCount, availableParallelism())
    .addHelpText(
      'after',
      `
Commitment, keys, tables, who went on, the matches, the final table and its marks: what differs first is said in one
sentence. Matches are played again from the players' modules where the export holds them, else from their moves. With
--share it is drawn anew each time which ones.
Exit code: 0 all is so, 1 something differs, 2 the file cannot be read, or is damaged.

Example:
  ludus round verify final.jsonl.gz --commitment 4f0c…e1 --share 0.1`,
    )
    .action(async (file: string, options: VerifyCommandOptions) => {
      process.exitCode = await verifyFile(file, options);
    });
}

async function verifyFile(file: string, { share, commitment, jobs, modules }: VerifyCommandOptions): Promise<number> {
  const text = readText(file);
  const { verifyRound } = await import('@ludus/contest/verify/round.ts');
  const progress = new Progress();
  // Processes are started when the first match is to be played: an export without modules needs none.
  let cells: ReturnType<typeof openCells> | undefined;
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
            cells ??= openCells({ idle: jobs });
            return cells.play(job);
          }
        : undefined,
      onTotal: (matches) => progress.start(0, matches),
      onMatch: () => progress.step(),
    });
  } finally {
    progress.stop();
    await cells?.close();
  }
  const shown = shownName(file);
  switch (verdict.kind) {
    case 'refused':
      process.stderr.write(`ludus: ${shown}: ${verdict.sentence}\n`);
      return BAD_INPUT;
    case 'differs':
      process.stdout.write(`FAIL ${shown}: ${verdict.sentence}\n`);
      return NOT_SO;
    case 'ok':
      for (const sentence of [...(verdict.note === undefined ? [] : [verdict.note]), ...verdict.played.void])
        process.stderr.write(`ludus: ${shown}: ${sentence}\n`);
      process.stdout.write(`ok ${shown}: ${summary(verdict)}\n`);
      return 0;
  }
}

/** `12 entrants, 40 matches; 38 played again from modules, 2 from their moves`. */
function summary({ entrants, matches, played }: Extract<RoundVerdict, { kind: 'ok' }>): string {
  const { modules, moves, neither } = played;
  const ways = [
    ...(modules > 0 ? [`${modules} played again from modules`] : []),
    ...(moves > 0 ? [`${moves} played again from their moves`] : []),
    ...(neither > 0 ? [`${neither} could not be played again: neither modules nor moves are there`] : []),
  ];
  return `${entrants} entrants, ${matches} matches${ways.length > 0 ? `; ${ways.join(', ')}` : ''}`;
}

function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return share;
}

function parseHash(text: string): string {
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new InvalidArgumentError('It must be 64 hexadecimal digits.');
  return text.toLowerCase();
}

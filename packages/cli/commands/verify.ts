import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sidecarProblem } from '@ludus/game/replay.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { type VerificationResult, verifyReplay } from '@ludus/referee/verify.ts';
import { EXIT_BAD_INPUT, EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { displayName } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { GAMES, knownPlayers } from '../games.ts';
import { jsonOption } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { sidecarBeside } from '../revisions.ts';
import { printJson } from '../say.ts';
import { replayHash } from '../write-replay.ts';

/** `ludus verify`: plays replays again and compares them byte for byte. */
export function verify(program: Command): void {
  program
    .command('verify')
    .description('Replay matches and compare every byte')
    .argument('<replays...>', 'replays of any game, plain or gzipped; - for standard input')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Prints "ok FILE", with the revision of the rules if the game has several. If a replay differs, prints
"FAIL FILE: round R: …" with the expected and the found line. A sidecar (FILE.json) must match its replay.
With --json, prints one JSON object per replay: file, ok, game, revisions, or the problem with its round and line.
Exit code: 0 all replays are ok, 1 a replay differs, 2 a file can't be read, is incomplete, or isn't a replay.

Example:
  ludus verify match.res old/*.res.gz`,
    )
    .action((files: string[], { json }: { readonly json?: boolean }) => {
      process.exitCode = Math.max(...files.map((file) => verifyFile(file, json ? tellAsJson(file) : tellAsText(file))));
    });
}

/** Reports the findings about one file. */
interface FindingReporter {
  ok(verdict: Extract<VerificationResult, { kind: 'ok' }>): void;
  /** Reports that the replay or its sidecar differs. */
  fail(message: string, verdict?: Extract<VerificationResult, { kind: 'differs' }>): void;
  /** Reports that the file isn't a complete replay. */
  refuse(message: string): void;
}

function tellAsText(file: string): FindingReporter {
  const shown = displayName(file);
  return {
    ok: ({ revisions }) => tell(process.stdout, `ok ${shown}${followed(revisions)}`),
    fail: (message) => tell(process.stdout, `FAIL ${shown}: ${message}`),
    refuse: (message) => tell(process.stderr, `ludus: ${message}`),
  };
}

function tellAsJson(file: string): FindingReporter {
  return {
    ok: ({ game, revisions, rounds }) => printJson({ file, ok: true, game: game.id, revisions, rounds }),
    fail: (problem, verdict) =>
      printJson({
        file,
        ok: false,
        problem,
        ...(verdict && {
          game: verdict.game.id,
          revisions: verdict.revisions,
          round: verdict.round,
          line: verdict.line,
        }),
      }),
    refuse: (problem) => printJson({ file, ok: false, problem }),
  };
}

function verifyFile(file: string, teller: FindingReporter): number {
  const shown = displayName(file);
  if (existsSync(join(file, 'league.json'))) {
    teller.refuse(`${shown} is a league: use ludus league verify`);
    return EXIT_BAD_INPUT;
  }
  let text: string;
  try {
    text = readReplayText(file);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    teller.refuse(error.message);
    return EXIT_BAD_INPUT;
  }
  const beside = sidecarBeside(file);
  const told = beside?.ok ? beside.value.revision : undefined;
  const verdict = verifyReplay(text, GAMES, knownPlayers, told);
  switch (verdict.kind) {
    case 'ok': {
      const wrong = wrongBeside(beside, text, verdict);
      if (wrong !== undefined) {
        teller.fail(wrong);
        return EXIT_NEGATIVE;
      }
      teller.ok(verdict);
      return 0;
    }
    case 'differs':
      teller.fail(`round ${verdict.round}: line ${verdict.line}: ${verdict.message}${compared(verdict)}`, verdict);
      return EXIT_NEGATIVE;
    case 'truncated':
      teller.refuse(`${shown}: line ${verdict.line}: ${verdict.message}`);
      return EXIT_BAD_INPUT;
    case 'foreign':
      teller.refuse(`${shown}: ${verdict.message}`);
      return EXIT_BAD_INPUT;
  }
}

/** Writes a line without control characters, which file names and replays may contain. */
const tell = (where: NodeJS.WriteStream, sentence: string): void => {
  where.write(`${toPrintableLines(sentence)}\n`);
};

/**
 * Returns `: revision 2`, or a list of all revisions with which the replay verifies; '' for a game without revisions.
 */
const followed = (revisions: readonly string[]): string => {
  if (revisions.length === 0) return '';
  return revisions.length === 1 ? `: revision ${revisions[0]}` : `: the same with revisions ${revisions.join(' and ')}`;
};

/** Returns the revision that was used in the comparison. */
function compared({ game, revisions }: Extract<VerificationResult, { kind: 'differs' }>): string {
  if (revisions.length === 0) return '';
  const all = game.revisions!.map(({ id }) => id).join(', ');
  return revisions.length === 1
    ? ` (with revision ${revisions[0]}, which agrees longest with the replay; revisions: ${all})`
    : ` (with revision ${revisions.join(' and ')})`;
}

/** Describes the problem with the sidecar of a replay; undefined if there is no sidecar or no problem. */
function wrongBeside(
  beside: ReturnType<typeof sidecarBeside>,
  text: string,
  { info, rounds, revisions }: Extract<VerificationResult, { kind: 'ok' }>,
): string | undefined {
  if (!beside?.ok) return beside?.message;
  const match = { hash: replayHash(text), seats: info.names.length, rounds, revisions };
  const wrong = sidecarProblem(beside.value, match);
  return wrong === undefined ? undefined : `${beside.file}: ${wrong}`;
}

import { wrongSidecar } from '@ludus/game/sidecar.ts';
import { printableLines } from '@ludus/kernel/reader.ts';
import { type ReplayVerdict, verifyReplay } from '@ludus/referee/verify.ts';
import { BAD_INPUT, NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { shownName } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { GAMES } from '../games.ts';
import { knownPlayers } from '../known-players.ts';
import { replayHash } from '../replay-hash.ts';
import { readReplayText } from '../replay-text.ts';
import { sidecarBeside } from '../revisions.ts';

/** `ludus verify`: plays replays again and compares them byte for byte. */
export function verify(program: Command): void {
  program
    .command('verify')
    .description('play replays again and check every byte of them')
    .argument('<replays...>', 'replay files of any game, also gzipped; - is standard input')
    .addHelpText(
      'after',
      `
Prints "ok FILE" (where the rules have revisions: which one the replay follows), or "FAIL FILE: round R: …" with what was expected and what was found. Where a sidecar lies beside a
replay (FILE.json), it has to be that replay's.
Exit code: 0 all are ok, 1 one fails, 2 one cannot be read, ends in the middle or is no replay.

Example:
  ludus verify match.res old/*.res.gz`,
    )
    .action((files: string[]) => {
      process.exitCode = Math.max(...files.map(verifyFile));
    });
}

function verifyFile(file: string): number {
  const shown = shownName(file);
  let text: string;
  try {
    text = readReplayText(file);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    tell(process.stderr, `ludus: ${error.message}`);
    return BAD_INPUT;
  }
  const beside = sidecarBeside(file);
  const told = beside?.ok ? beside.value.revision : undefined;
  const verdict = verifyReplay(text, GAMES, knownPlayers, told);
  switch (verdict.kind) {
    case 'ok': {
      const wrong = wrongBeside(beside, text, verdict);
      if (wrong !== undefined) {
        tell(process.stdout, `FAIL ${shown}: ${wrong}`);
        return NOT_SO;
      }
      tell(process.stdout, `ok ${shown}${followed(verdict.revisions)}`);
      return 0;
    }
    case 'differs':
      tell(
        process.stdout,
        `FAIL ${shown}: round ${verdict.round}: line ${verdict.line}: ${verdict.message}${compared(verdict)}`,
      );
      return NOT_SO;
    case 'truncated':
      tell(process.stderr, `ludus: ${shown}: line ${verdict.line}: ${verdict.message}`);
      return BAD_INPUT;
    case 'foreign':
      tell(process.stderr, `ludus: ${shown}: ${verdict.message}`);
      return BAD_INPUT;
  }
}

/** A file's name may hold what a terminal would obey, as what stands in it may. */
const tell = (where: NodeJS.WriteStream, sentence: string): boolean => where.write(`${printableLines(sentence)}\n`);

/** `: revision 2`, or that it makes no difference; nothing for a game without revisions. */
const followed = (revisions: readonly string[]): string => {
  if (revisions.length === 0) return '';
  return revisions.length === 1 ? `: revision ${revisions[0]}` : `: the same by revision ${revisions.join(' and ')}`;
};

/** By which revision the difference was found. */
function compared({ game, revisions }: Extract<ReplayVerdict, { kind: 'differs' }>): string {
  if (revisions.length === 0) return '';
  const all = game.revisions!.map(({ id }) => id).join(', ');
  return revisions.length === 1
    ? ` (by revision ${revisions[0]}, which it follows longest of ${all})`
    : ` (by revision ${revisions.join(' and ')})`;
}

/** What is wrong with the sidecar of a replay, as a sentence; undefined where there is none, or all is well. */
function wrongBeside(
  beside: ReturnType<typeof sidecarBeside>,
  text: string,
  { info, rounds, revisions }: Extract<ReplayVerdict, { kind: 'ok' }>,
): string | undefined {
  if (!beside?.ok) return beside?.message;
  const match = { hash: replayHash(text), seats: info.names.length, rounds, revisions };
  const wrong = wrongSidecar(beside.value, match);
  return wrong === undefined ? undefined : `${beside.file}: ${wrong}`;
}

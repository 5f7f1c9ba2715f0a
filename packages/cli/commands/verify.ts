import { existsSync } from 'node:fs';
import { readSidecar, sidecarName, wrongSidecar } from '@ludus/game/sidecar.ts';
import { printableLines } from '@ludus/kernel/reader.ts';
import { type ReplayVerdict, verifyReplay } from '@ludus/referee/verify.ts';
import { BAD_INPUT, NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { readText, shownName } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { GAMES } from '../games.ts';
import { knownPlayers } from '../known-players.ts';
import { replayHash } from '../replay-hash.ts';
import { readReplayText } from '../replay-text.ts';

/** `ludus verify`: plays replays again and compares them byte for byte. */
export function verify(program: Command): void {
  program
    .command('verify')
    .description('play replays again and check every byte of them')
    .argument('<replays...>', 'replay files of any game, also gzipped; - is standard input')
    .addHelpText(
      'after',
      `
Prints "ok FILE", or "FAIL FILE: round R: …" with what was expected and what was found. Where a sidecar lies beside a
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
  const verdict = verifyReplay(text, GAMES, knownPlayers);
  switch (verdict.kind) {
    case 'ok': {
      const wrong = wrongBeside(file, text, verdict);
      if (wrong !== undefined) {
        tell(process.stdout, `FAIL ${shown}: ${wrong}`);
        return NOT_SO;
      }
      tell(process.stdout, `ok ${shown}`);
      return 0;
    }
    case 'differs':
      tell(process.stdout, `FAIL ${shown}: round ${verdict.round}: line ${verdict.line}: ${verdict.message}`);
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

/** What is wrong with the sidecar beside a replay, as a sentence; undefined where there is none, or all is well. */
function wrongBeside(
  file: string,
  text: string,
  { info, rounds }: Extract<ReplayVerdict, { kind: 'ok' }>,
): string | undefined {
  const beside = sidecarName(file);
  if (file === '-' || !existsSync(beside)) return undefined;
  const read = readSidecar(readText(beside));
  if (!read.ok) return `${beside}: ${read.message}`;
  const wrong = wrongSidecar(read.value, { hash: replayHash(text), seats: info.names.length, rounds });
  return wrong === undefined ? undefined : `${beside}: ${wrong}`;
}

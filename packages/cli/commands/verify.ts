import { type KnownPlayers, verifyReplay } from '@ludus/referee/verify.ts';
import { BAD_INPUT, NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import { shownName } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { GAMES, kitOf } from '../games.ts';
import { readReplayText } from '../replay-text.ts';

/** What exact players ask in a match without budgets follows from the rules and the seed, so it is checked too. */
const knownPlayers: KnownPlayers = (game, info) => {
  const { players, partners } = kitOf(game);
  return info.names.map((name) =>
    partners.exact?.includes(name) ? players.find((player) => player.name === name)?.open() : undefined,
  );
};

/** `ludus verify`: plays replays again and compares them byte for byte. */
export function verify(program: Command): void {
  program
    .command('verify')
    .description('play replays again and check every byte of them')
    .argument('<replays...>', 'replay files of any game, also gzipped; - is standard input')
    .addHelpText(
      'after',
      `
Prints "ok FILE", or "FAIL FILE: round R: …" with what was expected and what was found.
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
    process.stderr.write(`ludus: ${error.message}\n`);
    return BAD_INPUT;
  }
  const verdict = verifyReplay(text, GAMES, knownPlayers);
  switch (verdict.kind) {
    case 'ok':
      process.stdout.write(`ok ${shown}\n`);
      return 0;
    case 'differs':
      process.stdout.write(`FAIL ${shown}: round ${verdict.round}: line ${verdict.line}: ${verdict.message}\n`);
      return NOT_SO;
    case 'truncated':
      process.stderr.write(`ludus: ${shown}: line ${verdict.line}: ${verdict.message}\n`);
      return BAD_INPUT;
    case 'foreign':
      process.stderr.write(`ludus: ${shown}: ${verdict.message}\n`);
      return BAD_INPUT;
  }
}

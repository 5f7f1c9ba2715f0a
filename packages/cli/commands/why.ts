import { describeProblem } from '@ludus/kernel/result.ts';
import { type Explanation, explain, explanationPage } from '@ludus/lab/why.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { displayName } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { KITS } from '../games.ts';
import { jsonOption, whole } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { sidecarBeside } from '../revisions.ts';
import { printJson } from '../say.ts';

/** `ludus why`: explains the result of a match for one of its players. */
export function why(program: Command): void {
  program
    .command('why')
    .description('Explain why a bot won or lost a match')
    .argument('<replay>', 'replay of any game, plain or gzipped; - for standard input')
    .option('--seat <seat>', 'seat of the bot, counted from 0 (default: the last-placed seat)', whole)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Plays the match again, and prints one page: the decisive causes, the bot's chances over time, its strengths and
mistakes, and rounds to look at. To estimate the chances, Ludus lets quick built-in bots play on from a sample of
rounds. To find out which moves would have avoided a loss, it plays the same rounds again with different moves.
With --json, prints one JSON object: game, seat, result, place, sentences, turningPoint, curve,
strengths, findings, moments.

Example:
  ludus why match.res --seat 0`,
    )
    .action((file: string, options: { readonly seat?: number; readonly json?: boolean }) => {
      const text = readReplayText(file);
      const found = explainFile(file, text, options.seat);
      if (options.json) printJson(found.explanation);
      else process.stdout.write(explanationPage(found.title, found.explanation));
    });
}

function explainFile(
  file: string,
  text: string,
  seat: number | undefined,
): { readonly title: string; readonly explanation: Explanation } {
  const kit = KITS.find(({ game }) => game.replay.recognizes(text));
  if (!kit) throw new UsageError(`${displayName(file)} isn’t a replay of any Ludus game`);
  const sidecar = sidecarBeside(file);
  const { revision, log: logs } = sidecar?.ok ? sidecar.value : {};
  const explained = explain(kit, text, seat, { revision, logs });
  if (!explained.ok) throw new UsageError(`${displayName(file)}: ${describeProblem(explained.problem)}`);
  return { title: kit.game.title, explanation: explained.value };
}

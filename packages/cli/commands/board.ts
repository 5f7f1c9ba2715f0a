import { type BoardReport, checkBoard } from '@ludus/contest/measures.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { loadAnyBoard } from '../boards.ts';
import { kitOf } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { jsonOption, parseMatches, parseSeed } from '../option-values.ts';
import { table } from '../say.ts';
import { boardFair } from './board-fair.ts';

interface CheckOptions {
  readonly matches: number;
  readonly seed: number;
  readonly players?: readonly string[];
  readonly json?: boolean;
}

/**
 * The distance between the seeds of consecutive matches. Seed + seat determines a player's random numbers, which must
 * differ between the matches of a check.
 */
const APART = 7919;

/** `ludus board`: commands that check new boards. */
export function board(program: Command): void {
  const command = program
    .command('board')
    .description('Check boards for errors and fairness')
    .addHelpText('after', '\nExample:\n  ludus board check new.cnf --matches 50');
  command
    .command('check')
    .description('Check a board and play matches on it')
    .argument('<board>', 'board file of any game; - for standard input')
    .option(
      '--matches <count>',
      'number of matches of each kind, 1 to 9999: each bot against itself, and all bots with rotating seats',
      parseMatches,
      20,
    )
    .option('-s, --seed <seed>', 'seed of the first match, -2147483648 to 2147483647', parseSeed, 1)
    .option('--players <names...>', 'built-in bots to play with (default: the game’s usual bots)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
If all bots in a match are the same, only the seat makes a difference. On a fair board, each seat then beats half of the
other seats. A small number of matches shows only large differences.
With --json, prints one JSON object: bySeat, players, rounds, reasons, unfair, flat, alike.
Exit code: 0 the board seems fair, 1 a seat is better or worse than others, 2 the file isn't a board.

Example:
  ludus board check new.cnf --matches 50`,
    )
    .action(run);
  boardFair(command);
}

async function run(named: string, { matches, seed, players: names, json }: CheckOptions): Promise<void> {
  const { game, board: read, file } = await loadAnyBoard(named);
  const { players, partners } = kitOf(game);
  const chosen = [...new Set(names ?? partners.show)].map((name) => {
    const player = players.find((each) => each.name === name);
    if (!player)
      throw new UsageError(
        `${game.title} has no built-in bot ${name}: choose ${players.map((each) => each.name).join(', ')}`,
      );
    return player;
  });
  const progress = new Progress();
  const steps = checkBoard(
    game,
    read,
    chosen,
    Array.from({ length: matches }, (_, at) => (seed + at * APART) | 0),
  );
  let report: BoardReport | undefined;
  try {
    for (let step = steps.next(); report === undefined; step = steps.next()) {
      if (step.done) report = step.value;
      else if (step.value.done === 1) progress.start(0, step.value.of);
      if (!step.done) progress.step();
    }
  } finally {
    progress.stop();
  }
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : told(report, `${file}: a board of ${game.title}`));
  if (report.unfair.length > 0) process.exitCode = EXIT_NEGATIVE;
}

function told({ bySeat, players, rounds, reasons, unfair, flat, alike }: BoardReport, head: string): string {
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  const seats = bySeat.map(({ mean, low, high }, seat) => [
    `seat ${seat}`,
    percent(mean),
    `${percent(low)} – ${percent(high)}`,
    unfair.includes(seat) ? (mean > 0.5 ? 'better' : 'worse') : '',
  ]);
  const field = players.map(({ name, share, score }) => [
    name,
    percent(share.mean),
    `${percent(share.low)} – ${percent(share.high)}`,
    score.toFixed(1),
  ]);
  const ends = reasons.map(({ reason, matches }) => `${reason} ${matches}`).join(', ');
  const verdict =
    unfair.length > 0
      ? 'The board is not fair to every seat.'
      : `The board seems fair to every seat in ${alike} matches in which one bot has all seats.`;
  return `${[
    head,
    table(['equal bots', 'share', '95%', ''], seats),
    ...(players.length > 1 ? [table(['in turns', 'share', '95%', 'score'], field)] : []),
    `${rounds.toFixed(0)} rounds per match; ended by ${ends}.${flat ? ' All scores were equal, so these matches tell you nothing about the board.' : ''}`,
    verdict,
  ].join('\n')}\n`;
}

import { type FairnessReport, measureFairness } from '@ludus/contest/measures.ts';
import { sidesOn } from '@ludus/game/teams.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { GAME_IDS, gameNamed, kitOf } from '../games.ts';
import { generatedBoards } from '../generated-boards.ts';
import { Progress } from '../lab/progress.ts';
import { gameText, jsonOption } from '../option-values.ts';
import { table } from '../say.ts';

interface FairOptions {
  readonly seeds: string;
  readonly players?: readonly string[];
  readonly json?: boolean;
}

/**
 * The distance between the seeds of consecutive boards. Seed + seat determines a player's random numbers, which must
 * differ between matches.
 */
const APART = 7919;

/** `ludus board fair`: checks whether a game's generated boards are fair to every seat. */
export function boardFair(command: Command): void {
  command
    .command('fair')
    .description('Check that generated boards are fair to every seat')
    .argument('<game>', gameText(GAME_IDS))
    .option('--seeds <seeds>', 'seeds of the boards, such as 7, 1..500, or 1..10,50..60', '1..100')
    .option('--players <names...>', 'built-in bots to play with (default: the game’s usual bots)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
On each board, each bot plays against itself, and all bots play together in every rotation of the seats or teams.
With --json, prints one JSON object: bySeat, boards, matches, points, unfair.
Exit code: 0 the boards seem fair, 1 a seat is better or worse than others.

Example:
  ludus board fair madmax --seeds 1..200 --players Demo Dummy`,
    )
    .action(run);
}

function run(id: string, { seeds, players: names, json }: FairOptions): void {
  const game = gameNamed(id);
  const { players, partners } = kitOf(game);
  const boards = generatedBoards(`generated:${seeds}`, [game])!.map(({ board }) => board);
  const chosen = [...new Set(names ?? partners.show)].map((name) => {
    const player = players.find((each) => each.name === name);
    const known = players.map((each) => each.name).join(', ');
    if (!player) throw new UsageError(`${game.title} has no built-in bot ${name}: choose ${known}`);
    return player;
  });
  const sides = sidesOn(game, boards[0]);
  const alike = chosen.map((player) => [player]);
  const mixed = chosen.length > 1 ? [Array.from({ length: sides }, (_, side) => chosen[side % chosen.length])] : [];
  const progress = new Progress();
  const steps = measureFairness(
    game,
    boards,
    [...alike, ...mixed],
    boards.map((_, n) => ((n + 1) * APART) | 0),
  );
  progress.start(0, boards.length);
  let report: FairnessReport | undefined;
  try {
    while (report === undefined) {
      const step = steps.next();
      if (step.done) report = step.value;
      else progress.step();
    }
  } finally {
    progress.stop();
  }
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : told(report, game.title));
  if (report.unfair.length > 0) process.exitCode = EXIT_NEGATIVE;
}

function told({ bySeat, boards, matches, points, unfair }: FairnessReport, title: string): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const rows = bySeat.map(({ mean, low, high }, seat) => [
    `seat ${seat}`,
    percent(mean),
    `${percent(low)} – ${percent(high)}`,
    percent(points[seat]),
    unfair.includes(seat) ? (mean > 0.5 ? 'better' : 'worse') : '',
  ]);
  const verdict = unfair.length > 0 ? 'The boards are not fair to every seat.' : 'The boards seem fair to every seat.';
  return `${title}: ${boards} generated boards, ${matches} matches
${table(['', 'share', '95%', 'points', ''], rows)}
The share is the fraction of other places that a seat beats. Points are shares of all points in a match. In 19 of 20 cases, all these intervals contain their true values.
${verdict}
`;
}

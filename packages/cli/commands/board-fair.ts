import { type FairnessReport, measureFairness } from '@ludus/contest/boards/fair-boards.ts';
import { NOT_SO, UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { GAME_IDS, gameNamed, kitOf } from '../games.ts';
import { generatedBoards } from '../generated-boards.ts';
import { Progress } from '../lab/progress.ts';
import { table } from '../lab/table.ts';

interface FairOptions {
  readonly boards: string;
  readonly players?: readonly string[];
  readonly json?: boolean;
}

/** From one board's seed to the next: players draw from seed + seat, and no two matches are to draw the same. */
const APART = 7919;

/** `ludus board fair`: are the boards that a game makes of seeds fair by seat? */
export function boardFair(command: Command): void {
  command
    .command('fair')
    .description('play on many boards that the game makes of seeds: are they fair by seat, all together?')
    .argument('<game>', GAME_IDS)
    .option('--boards <seeds>', 'the boards’ seeds', '1..100')
    .option('--players <names...>', 'which built-in players; without it, those that the game shows')
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      `
On each board each player plays against itself, and all of them by turns in every rotation of the seats. A board counts once in the intervals.
Exit code: 0 nothing speaks against it, 1 a seat is better or worse than others.

Example:
  ludus board fair madmax --boards 1..200 --players Demo Dummy`,
    )
    .action(run);
}

function run(id: string, { boards: seeds, players: names, json }: FairOptions): void {
  const game = gameNamed(id);
  const { players, partners } = kitOf(game);
  const boards = generatedBoards(`generated:${seeds}`, [game])!.map(({ board }) => board);
  const chosen = [...new Set(names ?? partners.show)].map((name) => {
    const player = players.find((each) => each.name === name);
    const known = players.map((each) => each.name).join(', ');
    if (!player) throw new UsageError(`${game.title} has no player ${name}; it has ${known}`);
    return player;
  });
  const seats = game.seatsOf(boards[0]);
  const alike = chosen.map((player) => new Array(seats).fill(player));
  const mixed = chosen.length > 1 ? [Array.from({ length: seats }, (_, seat) => chosen[seat % chosen.length])] : [];
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
  if (report.unfair.length > 0) process.exitCode = NOT_SO;
}

function told({ bySeat, boards, matches, points, unfair }: FairnessReport, title: string): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const rows = bySeat.map(({ mean, low, high }, seat) => [
    `seat ${seat}`,
    percent(mean),
    `${percent(low)} – ${percent(high)}`,
    percent(points[seat]),
    unfair.includes(seat) ? (mean > 0.5 ? 'better' : 'worse') : '',
  ]);
  const verdict = unfair.length > 0 ? 'They are not fair by seat.' : 'Nothing speaks against their being fair by seat.';
  return `${title}: ${boards} boards made of seeds, ${matches} matches
${table(['', 'share', '95 %', 'points', ''], rows)}
A share is that of the places below, points are of all of the match. Intervals hold all seats together, over the boards.
${verdict}
`;
}

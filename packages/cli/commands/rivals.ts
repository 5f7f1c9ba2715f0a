import { ladderRatings, type PairScore, playGroup } from '@ludus/lab/climb.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { LADDERED, LADDERED_IDS, ladderBoards, ladderedKit, openBuiltin, percent, wrapped } from '../climb/ladder.ts';
import { Progress } from '../lab/progress.ts';
import { parseCount } from '../lab/setup.ts';
import { table } from '../lab/table.ts';

interface RivalsOptions {
  readonly measure?: boolean;
  readonly groups: number;
}

const WIDTH = 100;

/** `ludus rivals`: the built-in players as a ladder, from beginner to champion. */
export function rivals(program: Command): void {
  program
    .command('rivals')
    .description(
      'the built-in players of a game as a ladder, from beginner to champion: how each plays, and how it is beaten',
    )
    .argument('[game]', `${LADDERED_IDS}; all without it`)
    .option('--measure', 'play the ladder and print what each scores against the one below, and the ratings')
    .option('--groups <count>', 'with --measure: groups of matches for each pair', parseCount, 60)
    .addHelpText(
      'after',
      `
A group is two matches on the same board with the same seed and the seats exchanged; of four seats each player has two. A share is
that of the pairs of a seat of one and a seat of the other in which the first is placed better, a tie being half. Ratings are in Elo.

Example:
  ludus rivals madmax
  ludus climb ./Mine.ts       plays yours up the ladder`,
    )
    .action(run);
}

async function run(id: string | undefined, options: RivalsOptions): Promise<void> {
  const kits = id === undefined ? LADDERED : [ladderedKit(id)];
  for (const kit of kits) {
    if (options.measure) await measure(kit, options.groups);
    else print(kit);
  }
}

function print({ game, ladder }: AnyKit): void {
  process.stdout.write(`The rivals of ${game.title}, the weakest first\n\n`);
  for (const [n, { name, about, rating, share }] of ladder!.rivals.entries()) {
    const below = ladder!.rivals[n - 1]?.name;
    const against = below === undefined || share === undefined ? '' : `   ${percent(share)} against ${below}`;
    process.stdout.write(`${n + 1}. ${name.padEnd(14)} ${String(rating).padStart(5)} Elo${against}\n`);
    process.stdout.write(`${wrapped(about, WIDTH, '     ')}\n`);
  }
}

/** Plays each rival against the one below it, and the one below that. */
async function measure(kit: AnyKit, groups: number): Promise<void> {
  const { game } = kit;
  const names = kit.ladder!.rivals.map(({ name }) => name);
  const boards = ladderBoards(kit);
  const boardOf = (group: number) => boards(group).board;
  const progress = new Progress();
  progress.start(0, 2 * (2 * names.length - 3) * groups);
  const scores: PairScore[] = [];
  for (let n = 1; n < names.length; n++) {
    for (const below of [n - 1, n - 2].filter((each) => each >= 0)) {
      const open = [openBuiltin(kit, names[n]), openBuiltin(kit, names[below])] as const;
      let sum = 0;
      for (let group = 0; group < groups; group++) {
        const { score, matches } = await playGroup({ game, boardOf, open }, group);
        sum += score;
        for (const _ of matches) progress.step();
      }
      scores.push({ first: names[n], second: names[below], groups, share: sum / groups });
    }
  }
  progress.stop();
  const ratings = ladderRatings(scores, new Map([[names[0], 0]]));
  const shareOf = (first: number, second: number) => {
    const found = scores.find((pair) => pair.first === names[first] && pair.second === names[second]);
    return found ? percent(found.share) : '';
  };
  const rows = names.map((name, n) => [
    name,
    String(Math.round(ratings.get(name)!)),
    shareOf(n, n - 1),
    shareOf(n, n - 2),
  ]);
  const matches = game.seatsOf(boardOf(0)) === 2 ? 'seats exchanged' : 'two of four seats each, seats exchanged';
  process.stdout.write(`${game.title}: ${2 * groups} matches a pair, ${matches}\n\n`);
  process.stdout.write(`${table(['rival', 'Elo', 'over the one below', 'over the one below that'], rows)}\n`);
}

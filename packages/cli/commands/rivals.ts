import { sidesOn } from '@ludus/game/teams.ts';
import { ladderRatings, type PairScore, playGroup } from '@ludus/lab/duels.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { LADDERED, LADDERED_IDS, ladderBoards, ladderedKit, openBuiltin, percent, wrapped } from '../climb/ladder.ts';
import { Progress } from '../lab/progress.ts';
import { counted, gameText, jsonOption } from '../option-values.ts';
import { printJson, table } from '../say.ts';

interface RivalsOptions {
  readonly measure?: boolean;
  readonly pairs: number;
  readonly json?: boolean;
}

const WIDTH = 100;

/** `ludus rivals`: shows the built-in players as a ladder, from beginner to champion. */
export function rivals(program: Command): void {
  program
    .command('rivals')
    .description('List the practice ladder of built-in opponents')
    .argument('[game]', gameText(LADDERED_IDS, 'all'))
    .option('--measure', 'play matches now, and compute the ratings from them')
    .option(
      '--pairs <count>',
      'with --measure: number of pairs of matches against each of the next two weaker opponents, at least 1',
      counted,
      60,
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The weakest opponent comes first. Each entry describes how the opponent plays and how to beat it. Ratings are in Elo. A
pair is two matches on the same board and seed with seats swapped. A share is a bot's part of the points: each
seat gets 1 point for a better place than a seat of the other bot, and ½ for a tie.
With --json, prints one JSON object: games (game and "rivals": name, about, rating, share).

Example:
  ludus rivals madmax
  ludus climb ./Mine.ts       your bot against the ladder`,
    )
    .action(run);
}

async function run(id: string | undefined, options: RivalsOptions): Promise<void> {
  const kits = id === undefined ? LADDERED : [ladderedKit(id)];
  const games: LadderFigures[] = [];
  for (const kit of kits) {
    const figures = options.measure ? await measure(kit, options.pairs) : figuresOf(kit);
    games.push(figures);
    if (options.json) continue;
    if (options.measure) printMeasured(kit, figures, options.pairs);
    else print(kit);
  }
  if (options.json) printJson({ games });
}

/**
 * The figures of a ladder, the weakest opponent first. `share` and `shareBelow`: each opponent's share of the points
 * against the opponents that are one and two places lower on the ladder.
 */
interface LadderFigures {
  readonly game: string;
  readonly rivals: readonly {
    readonly name: string;
    readonly about: string;
    readonly rating: number;
    readonly share: number | null;
    readonly shareBelow: number | null;
  }[];
}

const figuresOf = ({ game, ladder }: AnyKit): LadderFigures => ({
  game: game.id,
  rivals: ladder!.opponents.map(({ name, about, rating, share }) => ({
    name,
    about,
    rating,
    share: share ?? null,
    shareBelow: null,
  })),
});

function print({ game, ladder }: AnyKit): void {
  process.stdout.write(`The built-in opponents of ${game.title}, the weakest first\n\n`);
  for (const [n, { name, about, rating, share }] of ladder!.opponents.entries()) {
    const below = ladder!.opponents[n - 1]?.name;
    const against = below === undefined || share === undefined ? '' : `   ${percent(share)} against ${below}`;
    process.stdout.write(`${n + 1}. ${name.padEnd(14)} ${String(rating).padStart(5)} Elo${against}\n`);
    process.stdout.write(`${wrapped(about, WIDTH, '     ')}\n`);
  }
}

/** Plays each opponent against the opponents that are one and two places lower on the ladder. */
async function measure(kit: AnyKit, groups: number): Promise<LadderFigures> {
  const { game } = kit;
  const names = kit.ladder!.opponents.map(({ name }) => name);
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
    return found?.share ?? null;
  };
  const measured = kit.ladder!.opponents.map(({ name, about }, n) => ({
    name,
    about,
    rating: Math.round(ratings.get(name)!),
    share: shareOf(n, n - 1),
    shareBelow: shareOf(n, n - 2),
  }));
  return { game: game.id, rivals: measured };
}

function printMeasured(kit: AnyKit, { rivals }: LadderFigures, pairs: number): void {
  const { game } = kit;
  const shown = (share: number | null) => (share === null ? '' : percent(share));
  const rows = rivals.map((each) => [each.name, String(each.rating), shown(each.share), shown(each.shareBelow)]);
  const matches =
    sidesOn(game, ladderBoards(kit)(0).board) === 2 ? 'seats swapped' : 'two of four seats each, seats swapped';
  process.stdout.write(
    `${game.title}: ${2 * pairs} matches against each of the next two weaker opponents, ${matches}\n\n`,
  );
  process.stdout.write(`${table(['opponent', 'Elo', 'share against one place below', 'two places below'], rows)}\n`);
}

import { type LadderMatch, ladderRatings, type PairScore, playGroup } from '@ludus/lab/climb.ts';
import { playMatch } from '@ludus/referee/match.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import type { AnyKit, Rival } from 'ludus/kit.ts';
import { LADDERED, LADDERED_IDS, ladderBoards, ladderedKit, openBuiltin, percent, wrapped } from '../climb/ladder.ts';
import { figureTable, MatchWatch, type SeenMatch, worst } from '../climb/report.ts';
import { contextOf } from '../context.ts';
import { spokenKit, unspoken } from '../lab/guess-game.ts';
import { Progress } from '../lab/progress.ts';
import { parseCount } from '../lab/setup.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf } from '../limits.ts';
import { resolveAll } from '../resolve-players.ts';
import { sayVerdict } from '../say.ts';
import { watchMatch } from '../waiting.ts';
import { writeReplay } from '../write-replay.ts';

interface ClimbOptions extends LimitOptions {
  readonly game?: string;
  readonly groups: number;
  readonly from?: string;
  readonly output?: string;
}

const WIDTH = 100;
/** The same board and seed with seats exchanged. */
const MATCHES_PER_GROUP = 2;

/** `ludus climb`: a player up the ladder of rivals, as far as it gets. */
export function climb(program: Command): void {
  addLimitOptions(program.command('climb'))
    .description('play a player up the ladder of rivals: where it stands, and what the next one does better')
    .argument('<player>', 'a file, a command or a built-in name, as for ludus match')
    .option('-g, --game <game>', `${LADDERED_IDS}; default: the one that its file speaks of`)
    .option(
      '--groups <count>',
      'groups of matches against each rival: two matches each, seats exchanged',
      parseCount,
      6,
    )
    .option('--from <rival>', 'begin with this rival instead of the weakest')
    .option(
      '-o, --output <replay>',
      'write the match that it lost worst into this file; default: climb and the game’s ending',
    )
    .addHelpText(
      'after',
      `
A rival is beaten with more than half of the points: of the pairs of a seat of yours and one of the rival's, those in which yours is
placed better, a tie being half. The climb ends at the first
rival that is not beaten.

Example:
  ludus climb ./Mine.ts --game madmax
  ludus rivals madmax         who they are`,
    )
    .action(run);
}

async function run(name: string, options: ClimbOptions): Promise<void> {
  const kit = options.game === undefined ? kitFor(name) : ladderedKit(options.game);
  const { game, ladder } = kit;
  const limits = await limitsOf(options, 'none');
  const context = await contextOf(game, { budget: 'none', folder: process.cwd(), limits });
  const file = options.output ?? `climb${game.replayEnding}`;
  checkWritable(file);
  const [source] = await resolveAll([name], context);
  const { rivals } = ladder!;
  const first = options.from === undefined ? 0 : rivals.findIndex((rival) => rival.name === options.from);
  if (first < 0)
    throw new UsageError(
      `there is no rival ${options.from} in ${game.title}; the rivals are ${rivals.map((rival) => rival.name).join(', ')}`,
    );
  const seats = game.seatsOf(ladderBoards(kit)(0).board);
  process.stdout.write(
    `${source.name} climbs in ${game.title}: ${MATCHES_PER_GROUP * options.groups} matches against each rival${seats === 2 ? '' : ', half of the seats each'}\n\n`,
  );
  const scores: PairScore[] = [];
  for (let rung = first; rung < rivals.length; rung++) {
    const rival = rivals[rung];
    const met = await meet(kit, source, rival, options, answerMs(limits));
    scores.push({ first: '', second: rival.name, groups: options.groups, share: met.share });
    const isBeaten = met.share > 0.5;
    process.stdout.write(
      `${`${rung + 1}.`.padStart(3)} ${rival.name.padEnd(14)} ${percent(met.share).padStart(7)}   ${isBeaten ? 'beaten' : 'not beaten'}\n`,
    );
    if (isBeaten) continue;
    await sayNext(kit, source, rivals, rung, met, scores, file);
    return;
  }
  process.stdout.write(`\n${source.name} beats all rivals of ${game.title}; ${standing(rivals, scores)}.\n`);
}

interface Met {
  readonly share: number;
  readonly seen: readonly SeenMatch[];
}

/** Plays the groups against one rival. */
async function meet(
  kit: AnyKit,
  source: PlayerSource,
  rival: Rival,
  { groups }: ClimbOptions,
  limitMs: number,
): Promise<Met> {
  const { game } = kit;
  const boards = ladderBoards(kit);
  const progress = new Progress();
  progress.note(rival.name);
  progress.start(0, MATCHES_PER_GROUP * groups);
  const told = new Set<string>();
  const seen: SeenMatch[] = [];
  let sum = 0;
  try {
    for (let group = 0; group < groups; group++) {
      const watches: MatchWatch[] = [];
      const { score, matches } = await playGroup(
        {
          game,
          boardOf: (each) => boards(each).board,
          open: [() => source.open(), openBuiltin(kit, rival.name)],
          watch: (ports, { seats }) => {
            const watched = watchMatch(game, ports, limitMs);
            let watch: MatchWatch | undefined;
            return {
              ports: watched.ports,
              end: () => watched.end(),
              onRound(state, round) {
                if (!watch) {
                  watch = new MatchWatch(seats, kit.figures?.(state));
                  watches.push(watch);
                }
                watch.see(state, round, game.outcome(state).scores);
              },
            };
          },
        },
        group,
      );
      sum += score;
      for (const [n, match] of matches.entries()) {
        seen.push(watches[n].done(match));
        progress.step();
      }
      tellFaults(matches, told);
    }
  } finally {
    progress.stop();
  }
  return { share: sum / groups, seen };
}

/** A player that fails does so in many matches: each way is told once. */
function tellFaults(matches: readonly LadderMatch[], told: Set<string>): void {
  for (const { result, seats } of matches)
    for (const verdict of result.verdicts) {
      if (seats[verdict.seat] !== 0 || told.has(verdict.fault)) continue;
      told.add(verdict.fault);
      sayVerdict(verdict);
    }
}

/** What the rival that was not beaten does better, and the match to look at. */
async function sayNext(
  kit: AnyKit,
  source: PlayerSource,
  rivals: readonly Rival[],
  rung: number,
  { seen }: Met,
  scores: readonly PairScore[],
  file: string,
): Promise<void> {
  const rival = rivals[rung];
  const below = rivals[rung - 1];
  const where = below ? `between ${below.name} and ${rival.name}` : `below ${rival.name}, the weakest`;
  process.stdout.write(`\n${source.name} stands ${where}; ${standing(rivals, scores)}.\n`);
  process.stdout.write(`\nThe next rival is ${rival.name}:\n${wrapped(rival.about, WIDTH, '  ')}\n`);
  process.stdout.write(figureTable([source.name, rival.name], seen));
  const lost = seen.filter(({ score }) => score < 0.5);
  const leads = lost.flatMap(({ lostIn }) => (lostIn === undefined ? [] : [lostIn])).sort((a, b) => a - b);
  if (leads.length > 0)
    process.stdout.write(
      `\n${source.name} ended behind in ${lost.length} of ${seen.length} matches. In half of these it was behind from round ${leads[Math.floor(leads.length / 2)] + 1} to the end.\n`,
    );
  if (lost.length === 0) return;
  const { match, lostIn } = worst(lost);
  writeReplay(file, await replayOf(kit, source, rival, match), undefined);
  process.stdout.write(
    `\nThe match that it lost worst (${ladderBoards(kit)(match.group).name}, seed ${match.seed}) is in ${file}:\n` +
      `  npx ludus view ${file}${lostIn === undefined ? '' : `        and look from round ${lostIn} on`}\n`,
  );
}

/** Plays a match again and keeps it. */
async function replayOf(kit: AnyKit, source: PlayerSource, rival: Rival, match: LadderMatch): Promise<string> {
  const { game } = kit;
  const open = [() => source.open(), openBuiltin(kit, rival.name)];
  const chunks: string[] = [];
  await playMatch<unknown, unknown, unknown>({
    game,
    board: ladderBoards(kit)(match.group).board,
    seed: match.seed,
    ports: await Promise.all(match.seats.map((player) => open[player]())),
    record: (text) => chunks.push(text),
  });
  return chunks.join('');
}

/** `about 512 Elo (Null 0, Demo 301)`. */
function standing(rivals: readonly Rival[], scores: readonly PairScore[]): string {
  const fixed = new Map(rivals.map((rival) => [rival.name, rival.rating]));
  const own = ladderRatings(scores, fixed).get('')!;
  const met = rivals.filter((rival) => scores.some(({ second }) => second === rival.name));
  return `about ${Math.round(own)} Elo (${met
    .slice(-2)
    .map((rival) => `${rival.name} ${rival.rating}`)
    .join(', ')})`;
}

/** The game of a player's file, by what it imports or speaks of. */
function kitFor(name: string): AnyKit {
  const kit = spokenKit(name, LADDERED);
  if (kit) return kit;
  throw unspoken(name, LADDERED_IDS);
}

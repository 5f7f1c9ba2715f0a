import { sidesOn } from '@ludus/game/teams.ts';
import { type LadderMatch, ladderRatings, type PairScore, playGroup } from '@ludus/lab/duels.ts';
import { explain } from '@ludus/lab/why.ts';
import { playMatch } from '@ludus/referee/match.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import type { AnyKit, LadderOpponent } from 'ludus/kit.ts';
import { LADDERED, LADDERED_IDS, ladderBoards, ladderedKit, openBuiltin, percent, wrapped } from '../climb/ladder.ts';
import { figureTable, MatchWatch, type SeenMatch, worst } from '../climb/report.ts';
import { contextOf } from '../context.ts';
import { spokenKit, unspoken } from '../lab/guess-game.ts';
import { Progress } from '../lab/progress.ts';
import { parseCount } from '../lab/setup.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf } from '../limits.ts';
import { gameText, jsonOption } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { printJson, sayVerdict, textOutput } from '../say.ts';
import { watchMatch } from '../waiting.ts';
import { writeReplay } from '../write-replay.ts';

interface ClimbOptions extends LimitOptions {
  readonly game?: string;
  readonly pairs: number;
  readonly from?: string;
  readonly json?: boolean;
  readonly output?: string;
}

const WIDTH = 100;
/** The same board and seed with seats swapped. */
const MATCHES_PER_GROUP = 2;

/** `ludus climb`: a player up the ladder of built-in opponents, as far as it gets. */
export function climb(program: Command): void {
  addLimitOptions(program.command('climb'))
    .description('Play a bot against the practice ladder, weakest first')
    .argument('<player>', 'bot: a file, a command, or a built-in name, as for ludus match')
    .option('-g, --game <game>', gameText(LADDERED_IDS, 'the game that the file uses'))
    .option(
      '--pairs <count>',
      'number of pairs of matches against each opponent, from 1; a pair is two matches with seats swapped',
      parseCount,
      6,
    )
    .option('--from <opponent>', 'first opponent (default: the weakest)')
    .option(
      '-o, --output <replay>',
      'file for the replay of the worst defeat (default: climb with the game’s extension)',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Your bot beats an opponent with more than half of the points. Each pair of one of your seats and one of its seats gives
a point for the better place, half a point each for a tie. The climb ends at the first opponent that your bot doesn't beat.
With --json, prints one JSON object: player, game, opponents (name, share, beaten), elo, next, replay.

Example:
  ludus climb ./Mine.ts --game madmax
  ludus rivals madmax         the opponents of the ladder`,
    )
    .action(run);
}

async function run(name: string, options: ClimbOptions): Promise<void> {
  const kit = options.game === undefined ? kitFor(name) : ladderedKit(options.game);
  const { game, ladder } = kit;
  const limits = await limitsOf(options, 'none');
  const context = await contextOf(game, { budget: 'none', folder: process.cwd(), limits });
  const file = options.output ?? `climb${game.replayExtension}`;
  checkWritable(file);
  const [source] = await resolveAll([name], context);
  const { opponents: rivals } = ladder!;
  const first = options.from === undefined ? 0 : rivals.findIndex((rival) => rival.name === options.from);
  if (first < 0)
    throw new UsageError(
      `--from must be an opponent of the ladder of ${game.title}, not ${options.from}: ${rivals.map((rival) => rival.name).join(', ')}`,
    );
  const sides = sidesOn(game, ladderBoards(kit)(0).board);
  const out = textOutput(options.json);
  out.write(
    `${source.name} climbs in ${game.title}: ${MATCHES_PER_GROUP * options.pairs} matches against each opponent${sides === 2 ? '' : ', half of the seats each'}\n\n`,
  );
  const scores: PairScore[] = [];
  for (let rung = first; rung < rivals.length; rung++) {
    const rival = rivals[rung];
    const met = await meet(kit, source, rival, options, answerMs(limits));
    scores.push({ first: '', second: rival.name, groups: options.pairs, share: met.share });
    const isBeaten = met.share > 0.5;
    out.write(
      `${`${rung + 1}.`.padStart(3)} ${rival.name.padEnd(14)} ${percent(met.share).padStart(7)}   ${isBeaten ? 'beaten' : 'not beaten'}\n`,
    );
    if (isBeaten) continue;
    const replay = await sayNext(kit, source, rivals, rung, met, scores, { file, out });
    if (options.json) print(kit, source, scores, rival.name, replay);
    return;
  }
  out.write(`\n${source.name} beats all built-in opponents of ${game.title}; ${standing(rivals, scores)}.\n`);
  if (options.json) print(kit, source, scores, null, null);
}

/** The whole climb as JSON. */
function print(
  { game, ladder }: AnyKit,
  { name }: PlayerSource,
  scores: readonly PairScore[],
  next: string | null,
  replay: string | null,
): void {
  const opponents = scores.map(({ second, share }) => ({ name: second, share, beaten: share > 0.5 }));
  printJson({ player: name, game: game.id, opponents, elo: eloOf(ladder!.opponents, scores), next, replay });
}

interface Met {
  readonly share: number;
  readonly seen: readonly SeenMatch[];
}

/** Plays the groups against one built-in opponent. */
async function meet(
  kit: AnyKit,
  source: PlayerSource,
  rival: LadderOpponent,
  { pairs: groups }: ClimbOptions,
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
          isSecret: game.observe !== undefined && !source.isBuiltin,
          watch: (runners, { seats }) => {
            const watched = watchMatch(game, runners, limitMs);
            let watch: MatchWatch | undefined;
            return {
              runners: watched.runners,
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

/** Reports each kind of fault of the bot once, since it usually fails in many matches. */
function tellFaults(matches: readonly LadderMatch[], told: Set<string>): void {
  for (const { result, seats } of matches)
    for (const verdict of result.verdicts) {
      if (seats[verdict.seat] !== 0 || told.has(verdict.fault)) continue;
      told.add(verdict.fault);
      sayVerdict(verdict);
    }
}

/** Reports what the unbeaten opponent does better; returns the file of the worst match: a defeat, or else a draw. */
async function sayNext(
  kit: AnyKit,
  source: PlayerSource,
  rivals: readonly LadderOpponent[],
  rung: number,
  { seen }: Met,
  scores: readonly PairScore[],
  { file, out }: { readonly file: string; readonly out: NodeJS.WriteStream },
): Promise<string> {
  const rival = rivals[rung];
  const below = rivals[rung - 1];
  const where = below ? `between ${below.name} and ${rival.name}` : `below ${rival.name}, the weakest`;
  out.write(`\n${source.name} ranks ${where}; ${standing(rivals, scores)}.\n`);
  out.write(`\nThe next opponent is ${rival.name}:\n${wrapped(rival.about, WIDTH, '  ')}\n`);
  out.write(figureTable([source.name, rival.name], seen));
  const lost = seen.filter(({ score }) => score < 0.5);
  const leads = lost.flatMap(({ lostIn }) => (lostIn === undefined ? [] : [lostIn])).sort((a, b) => a - b);
  if (leads.length > 0)
    out.write(
      `\n${source.name} ended behind in ${lost.length} of ${seen.length} matches. In half of these, it was behind from round ${leads[Math.floor(leads.length / 2)] + 1} to the end.\n`,
    );
  const { match, lostIn } = worst(seen);
  const replay = await replayOf(kit, source, rival, match);
  writeReplay(file, replay, undefined);
  out.write(
    `\nThe replay of ${lost.length > 0 ? 'its worst defeat' : 'a draw'} (${ladderBoards(kit)(match.group).name}, ${match.result.key === undefined ? `seed ${match.seed}` : 'luck from the key in its last line'}) is in ${file}:\n` +
      `  npx ludus view ${file}${lostIn === undefined ? '' : `        (see rounds from ${lostIn} on)`}\n`,
  );
  const why = explain(kit, replay, lostSeat(match));
  if (why.ok) out.write(`\nWhy:\n${wrapped(why.value.sentences.join(' '), WIDTH, '  ')}`);
  out.write(`  npx ludus why ${file} --seat ${lostSeat(match)}        prints more\n`);
  return file;
}

/** The seat of the climbing bot that scored least. */
function lostSeat({ seats, result }: LadderMatch): number {
  const { scores } = result.outcome;
  const own = seats.flatMap((player, seat) => (player === 0 ? [seat] : []));
  return own.reduce((one, other) => (scores[other] < scores[one] ? other : one));
}

/** Plays a match again and returns its replay. */
async function replayOf(kit: AnyKit, source: PlayerSource, rival: LadderOpponent, match: LadderMatch): Promise<string> {
  const { game } = kit;
  const open = [() => source.open(), openBuiltin(kit, rival.name)];
  const chunks: string[] = [];
  await playMatch<unknown, unknown, unknown>({
    game,
    board: ladderBoards(kit)(match.group).board,
    seed: match.seed,
    ...(match.result.key !== undefined && { limited: true, key: match.result.key }),
    runners: await Promise.all(match.seats.map((player) => open[player]())),
    record: (text) => chunks.push(text),
  });
  return chunks.join('');
}

/** `about 512 Elo (Null 0, Demo 301)`. */
function standing(rivals: readonly LadderOpponent[], scores: readonly PairScore[]): string {
  const own = eloOf(rivals, scores);
  const met = rivals.filter((rival) => scores.some(({ second }) => second === rival.name));
  return `about ${Math.round(own)} Elo (${met
    .slice(-2)
    .map((rival) => `${rival.name} ${rival.rating}`)
    .join(', ')})`;
}

function eloOf(rivals: readonly LadderOpponent[], scores: readonly PairScore[]): number {
  const fixed = new Map(rivals.map((rival) => [rival.name, rival.rating]));
  return ladderRatings(scores, fixed).get('')!;
}

/** The game that a bot's file imports or mentions. */
function kitFor(name: string): AnyKit {
  const kit = spokenKit(name, LADDERED);
  if (kit) return kit;
  throw unspoken(name, LADDERED_IDS);
}

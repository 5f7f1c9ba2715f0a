import type { Sidecar } from '@ludus/game/replay.ts';
import { sidesOn } from '@ludus/game/teams.ts';
import {
  doubtText,
  type EloInterval,
  type LadderMatch,
  ladderElo,
  MATCHES_PER_GROUP,
  playGroup,
  RUNG_PAIRS,
  type RungResult,
  rungDoubt,
  rungResult,
} from '@ludus/lab/duels.ts';
import { minus, signedElo } from '@ludus/lab/statistics.ts';
import { explain } from '@ludus/lab/why.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { SidecarRecorder } from '@ludus/referee/observers.ts';
import type { PlayerSource } from '@ludus/runtime/resolve.ts';
import { INTERRUPTED, UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import type { AnyKit, LadderOpponent } from 'ludus/kit.ts';
import { figureTable, MatchWatch, type SeenMatch, worst } from '../climb/climb-report.ts';
import { LADDERED, LADDERED_IDS, ladderBoards, ladderedKit, openBuiltin, percent, wrapped } from '../climb/ladder.ts';
import { contextOf } from '../context.ts';
import { spokenKit, unspoken } from '../lab/guess-game.ts';
import { Progress } from '../lab/progress.ts';
import { addLimitOptions, answerMs, type LimitOptions, limitsOf } from '../limits.ts';
import { counted, gameText, jsonOption, wholeFrom } from '../option-values.ts';
import { resolveAll } from '../resolve-players.ts';
import { printJson, sayVerdict, textOutput } from '../say.ts';
import { watchMatch, yieldingRunner } from '../waiting.ts';
import { replayHash, writeReplay } from '../write-replay.ts';

interface ClimbOptions extends LimitOptions {
  readonly game?: string;
  readonly pairs: number;
  readonly seed: number;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
  readonly output?: string;
}

const WIDTH = 100;
/** The largest value of --seed. With this limit, the seeds of all pairs fit in 32 bits. */
const MAX_SEED = 2_000_000_000;

/** `ludus climb`: lets a player climb the ladder of built-in opponents. */
export function climb(program: Command): void {
  addLimitOptions(program.command('climb'))
    .description('Play a bot against the practice ladder, weakest first')
    .argument('<player>', 'bot: a file, a command, or a built-in name, as for ludus match')
    .option('-g, --game <game>', gameText(LADDERED_IDS, 'the game that the file uses'))
    .option(
      '--pairs <count>',
      'number of pairs of matches against each opponent, at least 1; a pair is two matches with seats swapped',
      counted,
      RUNG_PAIRS,
    )
    .option(
      '-s, --seed <seed>',
      `seed of the first pair, 1 to ${MAX_SEED}; each later pair has the next seed`,
      wholeFrom(1, MAX_SEED),
      1,
    )
    .option('--from <opponent>', 'first opponent (default: the weakest)')
    .option('--to <opponent>', 'last opponent (default: the strongest)')
    .option(
      '-o, --output <replay>',
      'file for the replay of the worst defeat (default: climb with the game’s file extension)',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Your bot plays all pairs against the weakest opponent, then against the next one. The climb ends at the first opponent
that your bot doesn't beat. There is no budget, but slow moves make the climb take longer.

Your bot beats an opponent if it gets more than half of the points. Each of your seats is compared with each seat of the
opponent. The seat with the better place gets one point. Tied seats get half a point each. If the 95% interval contains
50%, more pairs can change the result.

Every opponent plays on the same boards and seeds, and the next climb uses them again: ladder board 1 with seed 1, board
2 with seed 2, and so on. To see whether a change to your bot helps on other boards and seeds, use --seed. With --seed 7
--pairs 6, the seeds are 7 to 12.
With --json, prints one JSON object: player, game, seed, opponents (name, pairs, share, low, high, won, drawn, lost,
beaten), elo, eloLow, eloHigh, next, replay, why. After Ctrl-C, "beaten" is null for the last opponent if pairs
are missing.

Example:
  ludus climb ./Mine.ts --game madmax
  ludus rivals madmax         opponents on the ladder`,
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
  const placeOf = (option: 'from' | 'to', otherwise: number): number => {
    if (options[option] === undefined) return otherwise;
    const place = rivals.findIndex((rival) => rival.name === options[option]);
    if (place >= 0) return place;
    const names = rivals.map((rival) => rival.name).join(', ');
    throw new UsageError(
      `--${option} must be an opponent on the ladder of ${game.title}, not ${options[option]}: ${names}`,
    );
  };
  const [first, last] = [placeOf('from', 0), placeOf('to', rivals.length - 1)];
  if (first > last) throw new UsageError(`--from ${options.from} is stronger than --to ${options.to}: swap them`);
  const { pairs, seed } = options;
  const seeds = pairs === 1 ? `seed ${seed}` : `seeds ${seed} to ${seed + pairs - 1}`;
  const sides = sidesOn(game, ladderBoards(kit)(0).board);
  const out = textOutput(options.json);
  out.write(
    `${source.name} climbs in ${game.title}: ${MATCHES_PER_GROUP * pairs} matches against each opponent${sides === 2 ? '' : ', half of the seats each'}, ${seeds}\n` +
      `Share of the points (1 for a better place than an opponent’s seat, ½ for a tie) with its 95% interval\n\n`,
  );
  const results: Result[] = [];
  const conclude = (next: string | null, replay: string | null, why: string | null) => {
    if (!options.json) return;
    const opponents = results.map(({ rival, score, wins, pairs, isBeaten }) => {
      const { mean: share, low, high } = score;
      return { name: rival.name, pairs, share, low, high, ...wins, beaten: isBeaten };
    });
    const { elo, low: eloLow, high: eloHigh } = eloOf(results);
    printJson({ player: source.name, game: game.id, seed, opponents, elo, eloLow, eloHigh, next, replay, why });
  };
  const progress = new Progress();
  let meeting: Meeting | undefined;
  const stop = () => {
    progress.stop();
    if (meeting && meeting.scores.length > 0) {
      results.push(resultOf(meeting, pairs));
      out.write(lineOf(results.at(-1)!, pairs));
    }
    const under = meeting ? `; --from ${meeting.rival.name} starts there` : '';
    out.write(`\nStopped before the climb ended${under}.\n`);
    conclude(null, null, null);
    process.exit(INTERRUPTED);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (let rung = first; rung <= last; rung++) {
      meeting = { rung, rival: rivals[rung], scores: [], seen: [] };
      await meet(kit, source, meeting, { ...options, limitMs: answerMs(limits), progress });
      const result = resultOf(meeting, pairs);
      const { rival, seen } = meeting;
      meeting = undefined;
      results.push(result);
      out.write(lineOf(result, pairs));
      if (result.isBeaten) continue;
      const { replay, why } = await sayNext(kit, source, rivals, { rung, seen, results, file, out });
      conclude(rival.name, replay, why);
      return;
    }
    const range = `opponents${first > 0 ? ` from ${rivals[first].name}` : ''} up to ${rivals[last].name}`;
    const all = first === 0 && last === rivals.length - 1 ? `built-in opponents of ${game.title}` : range;
    out.write(`\n${source.name} beats all ${all}; ${standing(results)}.\n`);
    conclude(null, null, null);
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, stop);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Explains how to run the bot in a separate process, since a climb plays in this process. */
const APART = 'ludus check runs the bot in a separate process, and so does ludus match with --budget cpu';

/** The matches against one opponent that have been played so far. */
interface Meeting {
  readonly rung: number;
  readonly rival: LadderOpponent;
  /** The climbing bot's share of the points in each group of matches, 0 to 1. */
  readonly scores: number[];
  readonly seen: SeenMatch[];
}

/** The result against one opponent. */
interface Result extends RungResult {
  readonly rung: number;
  readonly rival: LadderOpponent;
}

const resultOf = ({ rung, rival, scores, seen }: Meeting, pairs: number): Result => ({
  rung,
  rival,
  ...rungResult(
    scores,
    seen.map(({ score }) => score),
    pairs,
  ),
});

/**
 * Formats a line such as `2. Gnat 45.8% (21.2% to 72.0%) 5 won, 1 drawn, 6 lost not beaten`, and a second line if the
 * result may be luck.
 */
function lineOf(result: Result, wanted: number): string {
  const { rung, rival, pairs, score, wins, isBeaten } = result;
  const { mean, low, high } = score;
  const cells = [
    `${rung + 1}.`.padStart(3),
    ` ${rival.name.padEnd(14)} ${percent(mean).padStart(7)}`,
    `  ${`(${percent(low)} to ${percent(high)})`.padEnd(19)}`,
    ` ${`${wins.won} won, ${wins.drawn} drawn, ${wins.lost} lost`.padEnd(27)}`,
    `  ${isBeaten === null ? `${pairs} of ${wanted} pairs` : isBeaten ? 'beaten' : 'not beaten'}`,
  ];
  const doubt = rungDoubt(result);
  return `${cells.join('')}\n${doubt ? `    ${doubtText(doubt, (count) => `--pairs ${count}`)}\n` : ''}`;
}

/** Plays the groups of matches against one built-in opponent. */
async function meet(
  kit: AnyKit,
  source: PlayerSource,
  { rival, scores, seen }: Meeting,
  {
    pairs,
    seed,
    limitMs,
    progress,
  }: Pick<ClimbOptions, 'pairs' | 'seed'> & { readonly limitMs: number; readonly progress: Progress },
): Promise<void> {
  const { game } = kit;
  const boards = ladderBoards(kit);
  progress.note(rival.name);
  progress.start(0, MATCHES_PER_GROUP * pairs);
  const told = new Set<string>();
  // The seed of group n is n + 1.
  const first = seed - 1;
  try {
    for (let group = first; group < first + pairs; group++) {
      const watches: MatchWatch[] = [];
      const { score, matches } = await playGroup(
        {
          game,
          boardOf: (each) => boards(each).board,
          open: [() => source.open(), openBuiltin(kit, rival.name)],
          isSecret: game.observe !== undefined && !source.isBuiltin,
          watch: (runners, { seats }) => {
            const watched = watchMatch(game, runners, limitMs, APART);
            let watch: MatchWatch | undefined;
            return {
              runners: watched.runners.map(yieldingRunner),
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
      scores.push(score);
      for (const [n, match] of matches.entries()) {
        seen.push(watches[n].done(match));
        progress.step();
      }
      tellFaults(matches, told);
    }
  } finally {
    progress.stop();
  }
}

/** Reports each kind of fault only once, since a bot usually fails in the same way in many matches. */
function tellFaults(matches: readonly LadderMatch[], told: Set<string>): void {
  for (const { result, seats } of matches)
    for (const verdict of result.verdicts) {
      if (seats[verdict.seat] !== 0 || told.has(verdict.fault)) continue;
      told.add(verdict.fault);
      sayVerdict(verdict);
    }
}

interface NextStep {
  readonly rung: number;
  readonly seen: readonly SeenMatch[];
  readonly results: readonly Result[];
  readonly file: string;
  readonly out: NodeJS.WriteStream;
}

/**
 * Prints the rank, describes and compares the next opponent, and saves and explains the worst match. Returns the file
 * of the worst match, and the reason for its result. That match is a defeat, or a draw if there is no defeat.
 */
async function sayNext(
  kit: AnyKit,
  source: PlayerSource,
  rivals: readonly LadderOpponent[],
  { rung, seen, results, file, out }: NextStep,
): Promise<{ readonly replay: string; readonly why: string | null }> {
  const rival = rivals[rung];
  const below = rivals[rung - 1];
  const where = below ? `between ${below.name} and ${rival.name}` : `below ${rival.name}, the weakest`;
  out.write(`\n${source.name} ranks ${where}; ${standing(results)}.\n`);
  out.write(`\nThe next opponent is ${rival.name}:\n${wrapped(rival.about, WIDTH, '  ')}\n`);
  out.write(figureTable([source.name, rival.name], seen));
  const lost = seen.filter(({ score }) => score < 0.5);
  const leads = lost.flatMap(({ lostIn }) => (lostIn === undefined ? [] : [lostIn])).sort((a, b) => a - b);
  if (leads.length > 0)
    out.write(
      `\n${source.name} lost ${lost.length} of ${seen.length} matches: places count, not scores. In half of these matches, it was behind from round ${leads[Math.floor(leads.length / 2)] + 1} to the end.\n`,
    );
  const { match, lostIn } = worst(seen);
  const { replay, sidecar } = await replayOf(kit, source, rival, match);
  writeReplay(file, replay, sidecar);
  const explained = explain(kit, replay, lostSeat(match));
  const why = explained.ok ? explained.value.sentences.join(' ') : null;
  const from = (explained.ok ? explained.value.turningPoint?.from : undefined) ?? lostIn;
  out.write(
    `\nThe replay of ${lost.length > 0 ? 'its worst defeat' : 'a draw'} (${ladderBoards(kit)(match.group).name}, ${match.result.key === undefined ? `seed ${match.seed}` : 'random numbers from the key in the replay’s last line'}) is in ${file}:\n` +
      `  npx ludus view ${file}${from === undefined ? '' : `        (see rounds from ${from} on)`}\n`,
  );
  if (why !== null) out.write(`\nWhy:\n${wrapped(why, WIDTH, '  ')}`);
  out.write(`  npx ludus why ${file} --seat ${lostSeat(match)}        prints more\n`);
  return { replay: file, why };
}

/** Returns the climbing bot's seat with the lowest score. */
function lostSeat({ seats, result }: LadderMatch): number {
  const { scores } = result.outcome;
  const own = seats.flatMap((player, seat) => (player === 0 ? [seat] : []));
  return own.reduce((one, other) => (scores[other] < scores[one] ? other : one));
}

/** Plays a match again and returns its replay, with the bot's logs and drawings in the sidecar. */
async function replayOf(
  kit: AnyKit,
  source: PlayerSource,
  rival: LadderOpponent,
  match: LadderMatch,
): Promise<{ readonly replay: string; readonly sidecar: Sidecar | undefined }> {
  const { game } = kit;
  const recorder = new SidecarRecorder(game);
  const openRival = openBuiltin(kit, rival.name);
  const open = (player: number, seat: number) => (player === 0 ? source.open(recorder.output(seat)) : openRival());
  const chunks: string[] = [];
  await playMatch<unknown, unknown, unknown>({
    game,
    board: ladderBoards(kit)(match.group).board,
    seed: match.seed,
    ...(match.result.key !== undefined && { limited: true, key: match.result.key }),
    runners: await Promise.all(match.seats.map(open)),
    record: (text) => chunks.push(text),
    onFault: (verdict) => recorder.onFault(verdict),
    onRound: (_, round, used) => recorder.onRound(round, used),
  });
  const replay = chunks.join('');
  return { replay, sidecar: recorder.isEmpty ? undefined : recorder.finish(replayHash(replay)) };
}

/**
 * Formats a rating such as `about 512 Elo (95% interval 301 to 640; Null 0, Demo 301)`, or `at least 512 Elo` if the
 * bot won every match.
 */
function standing(results: readonly Result[]): string {
  const { elo, low, high } = eloOf(results);
  const shown = (value: number) => (Number.isFinite(value) ? minus(String(Math.round(value))) : signedElo(value));
  const met = results.slice(-2).map(({ rival }) => `${rival.name} ${rival.rating}`);
  if (!Number.isFinite(low) && !Number.isFinite(high)) return 'too few pairs for a rating';
  if (elo === Number.POSITIVE_INFINITY) return `at least ${shown(low)} Elo (95% interval; ${met.join(', ')})`;
  if (elo === Number.NEGATIVE_INFINITY) return `at most ${shown(high)} Elo (95% interval; ${met.join(', ')})`;
  return `about ${shown(elo)} Elo (95% interval ${shown(low)} to ${shown(high)}; ${met.join(', ')})`;
}

const eloOf = (results: readonly Result[]): EloInterval =>
  ladderElo(results.map(({ rival, pairs, score }) => ({ rating: rival.rating, groups: pairs, share: score.mean })));

/** Returns the game that a bot's file imports or mentions. */
function kitFor(name: string): AnyKit {
  const kit = spokenKit(name, LADDERED);
  if (kit) return kit;
  throw unspoken(name, LADDERED_IDS);
}

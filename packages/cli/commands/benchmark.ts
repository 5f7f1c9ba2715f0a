import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type BenchmarkFile, type BenchmarkResult, benchmarkCard, keyCommitment } from '@ludus/lab/league.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { checkWritable, readText, writeComplete } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { baselineBots } from '../benchmark/baseline.ts';
import { baselineTables, placeText } from '../benchmark/baseline-tables.ts';
import { type BenchmarkBot, benchmarkBots } from '../benchmark/bots.ts';
import { type BenchmarkPlay, benchmarkMatches, measureBot } from '../benchmark/measure-bot.ts';
import { LADDERED, LADDERED_IDS, ladderedKit, percent } from '../climb/ladder.ts';
import { Progress } from '../lab/progress.ts';
import { addLimitOptions, budgetOption, type LimitOptions } from '../limits.ts';
import { counted, gameText, jsonOption, MAX_JOBS, wholeFrom } from '../option-values.ts';
import { printJson, table, textOutput } from '../say.ts';
import { VERSION } from '../version.ts';

interface BenchmarkOptions extends LimitOptions {
  readonly game?: string;
  readonly pairs: number;
  readonly key?: string;
  readonly commitment?: string;
  readonly baseline?: boolean;
  readonly budget?: BenchmarkPlay['budget'];
  readonly jobs: number;
  readonly output?: string;
  readonly json?: boolean;
}

/** `ludus benchmark`: measures a bot's strength as one number, which can be compared with the numbers of other bots. */
export function benchmark(program: Command): void {
  const command = program
    .command('benchmark')
    .description('Measure a bot’s place on the practice ladder')
    .addHelpText('after', '\nExamples:\n  ludus benchmark ./Mine\n  ludus benchmark key key.txt');
  const play = command
    .command('play', { isDefault: true })
    .description('Play a bot against all built-in opponents')
    .argument('[bot]', 'folder with one bot (or one subfolder per game), file, or name of a built-in bot')
    .option('-g, --game <game>', gameText(LADDERED_IDS, 'the game that the file uses; all games with --baseline'))
    .option(
      '--pairs <count>',
      'number of boards, at least 1; each board is used for one pair of matches per opponent',
      counted,
      20,
    )
    .option(
      '--key <word>',
      'source of all boards, seeds, and luck: a word, or a file that contains a word (default: random)',
    )
    .option('--commitment <hash>', 'published commitment, to check that the key matches it')
    .option('--baseline', 'measure all bots that come with Ludus instead of your bot')
    .option(
      '-j, --jobs <count>',
      `number of matches at a time, 1 to ${MAX_JOBS}`,
      wholeFrom(1, MAX_JOBS),
      availableParallelism(),
    )
    .option('-o, --output <file>', 'HTML file for the card (default: benchmark.html; no card with --baseline)')
    .addOption(jsonOption());
  addLimitOptions(play)
    .addOption(budgetOption().default(undefined, 'fuel; cpu for Java, Rust, and Go'))
    .addHelpText(
      'after',
      `
The place is the sum of your bot's shares of the points against the six built-in opponents: 0 if it loses every match, 6
if it wins every match. A key, which is drawn after your bot is copied, determines boards and seeds. With the same key
and fuel, the result is the same on every machine (docs/benchmark-bots.md).
With --json, prints one JSON object: ludus, version, release, commitment, key, pairs, results (game, bot, language,
budget, sources, state, problems, place, elo, opponents, boards, matches, disqualified, void).
Exit code: 0 every bot has a place, 1 a bot has no place, 2 invalid input.

Example:
  ludus benchmark play ./Mine --game trails
  ludus benchmark --baseline --game trails`,
    )
    .action(run);
  command
    .command('key')
    .description('Draw a key and print its commitment')
    .argument('<file>', 'file for the key; keep it secret until the bots are known')
    .addHelpText(
      'after',
      '\nPublish the commitment, collect the bots, measure them with --key FILE, and then publish the key.\n\nExample:\n  ludus benchmark key key.txt',
    )
    .action(drawKey);
}

const newKey = (): string => randomBytes(32).toString('hex');

function drawKey(file: string): void {
  if (existsSync(file)) throw new UsageError(`${file} already exists: choose another name`);
  const key = newKey();
  writeComplete(file, `${key}\n`);
  process.stdout.write(`${keyCommitment(key)}\n`);
}

async function run(word: string | undefined, options: BenchmarkOptions): Promise<void> {
  const { baseline, game, pairs, jobs, budget, json } = options;
  if ((word === undefined) !== (baseline ?? false))
    throw new UsageError('name one bot, or use --baseline for all bots that come with Ludus');
  const card = options.output ?? (baseline ? undefined : 'benchmark.html');
  if (card !== undefined) checkWritable(card);
  // The key is drawn after the source files are read, so no bot can be written for this key.
  const bots = word === undefined ? baselineOf(game) : benchmarkBots(word, game);
  const key = keyOf(options);
  const commitment = keyCommitment(key);
  const out = textOutput(json);
  out.write(`Commitment: ${commitment}\n`);
  const progress = new Progress(() => out);
  progress.start(
    0,
    bots.reduce((sum, bot) => sum + benchmarkMatches(bot, pairs), 0),
  );
  const results: BenchmarkResult[] = [];
  try {
    for (const bot of bots) {
      progress.note(`${bot.kit.game.title}: ${bot.name}`);
      const play = { key, pairs, budget, limits: options, jobs, onPlayed: () => progress.step() };
      results.push(await measureBot(bot, play));
      if (!baseline) progress.say(describe(results.at(-1)!, bot));
    }
  } finally {
    progress.stop();
  }
  const file: BenchmarkFile = { ludus: 'benchmark', version: 1, release: VERSION, commitment, key, pairs, results };
  if (baseline) out.write(baselineTables(bots, results));
  out.write(`\nKey: ${key}\n`);
  if (card !== undefined) {
    const titles = new Map(LADDERED.map((kit) => [kit.game.id, kit.game.title]));
    writeComplete(card, benchmarkCard(file, titles));
    out.write(`The card is in ${card}.\n`);
  }
  if (json) printJson(file);
  if (!baseline && results.some(({ state }) => state !== 'played')) process.exitCode = EXIT_NEGATIVE;
}

const baselineOf = (game: string | undefined) =>
  (game === undefined ? LADDERED : [ladderedKit(game)]).flatMap(baselineBots);

function keyOf({ key, commitment }: BenchmarkOptions): string {
  if (key === undefined && commitment !== undefined) throw new UsageError('--commitment needs the key: add --key');
  const word = key === undefined ? newKey() : existsSync(key) ? readText(key).trim() : key;
  const own = keyCommitment(word);
  if (commitment !== undefined && own !== commitment)
    throw new UsageError(`the commitment of the key is ${own}, not ${commitment}`);
  return word;
}

const kindOf = ({ language, budget }: BenchmarkResult): string => `${language ?? 'built-in'}, budget ${budget}`;

function describe(result: BenchmarkResult, { kit }: BenchmarkBot): string {
  const { bot, elo, opponents, problems, state, disqualified, matches } = result;
  const title = `\n${kit.game.title}: ${bot} (${kindOf(result)})\n`;
  const faults = disqualified === 0 ? [] : [`  disqualified in ${disqualified} of ${matches} matches`];
  const lines = [...faults, ...problems.map((problem) => `  ${problem.replaceAll('\n', '\n  ')}`)];
  if (elo === null) return [`${title}  ${state}`, ...lines].join('\n');
  const rows = opponents.map(({ name, rating, share }) => [`  ${name}`, String(rating), percent(share!)]);
  return [
    `${title}  place ${placeText(result)}, about ${elo.value} Elo (${elo.low} to ${elo.high})`,
    ...lines,
    table(['  opponent', 'Elo', 'points'], rows),
  ].join('\n');
}

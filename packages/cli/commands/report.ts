import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { gameOfReplay, playReplay } from '@ludus/game/replay.ts';
import { reportModel, reportPage, type Surprise, type WatchData } from '@ludus/lab/report.ts';
import { type ResultLine, type RunSummary, replayName, runSummary, versioned } from '@ludus/lab/results.ts';
import { openInBrowser } from '@ludus/shell/browser.ts';
import { checkWritable, writeComplete } from '@ludus/shell/files.ts';
import { viewerCode } from '@ludus/studio/build.ts';
import type { Command } from 'commander';
import { GAMES, gameNamed } from '../games.ts';
import { readResultFiles } from '../lab/results-files.ts';
import { verified } from '../lab/verified-results.ts';
import { jsonOption } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { printJson } from '../say.ts';

interface ReportOptions {
  readonly output?: string;
  readonly title?: string;
  readonly open?: boolean;
  readonly verify?: boolean;
  readonly json?: boolean;
}

/** `ludus report`: writes the results of a run as one page. */
export function report(program: Command): void {
  program
    .command('report')
    .description('Write a page with the results of runs')
    .argument('<results...>', 'folders of batches, duels, and tournaments, or results.jsonl files')
    .option(
      '-o, --output <file>',
      'file for the page (default: report.html in the first folder, or in the current folder for a results file)',
    )
    .option('--title <title>', 'title of the page')
    .option('--open', 'open the page in the browser')
    .option('--verify', 'use only results that a replay confirms')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The page is one HTML file. If the runs kept their replays (--replays), the page shows the most surprising matches.
With --json, prints one JSON object: output, title, game, matches, boards, seats, players, matrix.

Example:
  ludus report runs/tournament-1a2b3c4d --open`,
    )
    .action(run);
}

async function run(sources: string[], options: ReportOptions): Promise<void> {
  const folder = statSync(sources[0], { throwIfNoEntry: false })?.isDirectory() ? sources[0] : '.';
  const output = options.output ?? join(folder, 'report.html');
  checkWritable(output);
  const lines = options.verify ? verified(sources) : readResultFiles(sources);
  const shown = versioned(lines);
  const model = reportModel(shown);
  const original = new Map(shown.map((line, i) => [line, lines[i]]));
  const title = options.title ?? `${GAMES.find((game) => game.id === model.game)?.title ?? model.game}: results`;
  const watch = await watchData(
    model.surprises.map((surprise) => ({ surprise, line: original.get(surprise.line)! })),
    sources,
  );
  writeComplete(output, reportPage(title, model, { watch, summary: readSummary(sources) }));
  if (options.json) {
    const { game, matches, boards, seats, players, matrix } = model;
    printJson({ output, title, game, matches, boards, seats, players, matrix });
  } else process.stdout.write(`${output}\n`);
  if (options.open) openInBrowser(output);
}

/** Returns the run's summary if there is only one source. A file that isn't a summary is ignored. */
function readSummary(sources: readonly string[]): RunSummary {
  const file = join(sources[0], 'summary.json');
  if (sources.length !== 1 || !existsSync(file)) return {};
  try {
    return runSummary.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    return {};
  }
}

/** A surprising result, and the run's line for the match. */
interface ReportedSurprise {
  readonly surprise: Surprise;
  readonly line: ResultLine;
}

/** Returns the stored replays of these matches, with the viewer; undefined if there are none. */
export async function watchData(
  surprises: readonly ReportedSurprise[],
  sources: readonly string[],
): Promise<WatchData | undefined> {
  const replays = new Map<string, { bytes: Uint8Array; round: number }>();
  const lines = new Map<string, ReadonlySet<string>>();
  const own = (source: string) => {
    const known = lines.get(source) ?? new Set(readResultFiles([source]).map((line) => JSON.stringify(line)));
    lines.set(source, known);
    return known;
  };
  for (const { surprise, line } of surprises) {
    const replay = findReplay(line, sources, own);
    if (replay === undefined) continue;
    replays.set(line.match, {
      bytes: gzipSync(replay, { level: 9 }),
      round: settledIn(surprise, replay),
    });
  }
  if (replays.size === 0) return undefined;
  return { viewer: gzipSync(await viewerCode(), { level: 9 }), replays };
}

/**
 * Finds the replay of a match. Ids of matches aren't unique among runs, so the run's results must contain a line that
 * is identical to the match's line.
 */
function findReplay(
  line: ResultLine,
  sources: readonly string[],
  own: (source: string) => ReadonlySet<string>,
): string | undefined {
  const wanted = JSON.stringify(line);
  for (const source of sources) {
    const game = GAMES.find((each) => each.id === line.game);
    if (game === undefined) continue;
    const file = join(source, 'replays', replayName(game, line.match));
    if (!existsSync(file)) continue;
    if (own(source).has(wanted)) return readReplayText(file);
  }
  return undefined;
}

/**
 * Returns the first round from which the higher-placed player was ahead to the end, by the scores in the replayed
 * match.
 */
function settledIn({ line, above, below }: Surprise, replay: string): number {
  const found = gameOfReplay(replay, [gameNamed(line.game)], line.revision);
  if (!found) return line.decided;
  const { game } = found;
  const opened = game.replay.open(replay);
  if (!opened.ok) return line.decided;
  const best = (name: string, scores: readonly number[]) =>
    Math.max(...scores.filter((_, seat) => line.players[seat] === name));
  let settled = 0;
  let last = 0;
  for (const step of playReplay(game, opened.value)) {
    if (step.phase !== 'played') continue;
    const { scores } = game.outcome(step.state);
    last = game.round(step.state);
    if (best(above, scores) <= best(below, scores)) settled = last;
  }
  return Math.min(settled + 1, last);
}

import {
  type Agreement,
  type Answers,
  agreements,
  answersTo,
  openRecording,
  type SeatRecording,
  shownText,
  unusualAgreements,
} from '@ludus/contest/measures.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../limits.ts';
import { jsonOption, whole } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';
import { info, printJson, table } from '../say.ts';

interface AgreeOptions extends LimitOptions {
  readonly input: readonly string[];
  readonly json?: boolean;
  readonly seat?: number;
}

/** `ludus agree`: finds players that make the same choices unusually often. */
export function agree(program: Command): void {
  addLimitOptions(program.command('agree'))
    .description('Find bots that make the same unusual moves')
    .argument('<players...>', 'three or more bots, as for ludus match')
    .requiredOption('-i, --input <replays...>', 'two or more replays of one game, to show to the bots')
    .option('--seat <seat>', 'seat from which the bots see the replays, counted from 0 (default: every seat)', whole)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
All bots see the same recorded boards, and their moves are compared but not carried out. A showing is one replay, seen
from one seat.

"Beyond" shows how often two bots choose alike when other bots differ: 0% means as often as any two bots, and 100%
means always. The ± is half of its 95% interval. A high value shows that two bots play alike. Before you call a bot a
copy, compare the source files of both bots.

With --json, prints one JSON object: showings, rounds, pairs (left, right, excess, margin, same, expected, unusual).

Example:
  ludus agree ./AI*.cc --input old1.res old2.res old3.res`,
    )
    .action(run);
}

async function run(names: string[], options: AgreeOptions): Promise<void> {
  if (names.length < 3)
    throw new UsageError(
      `agree compares bots with each other and needs three or more, not ${names.length}: name ${3 - names.length} more`,
    );
  const { game, showings } = readShowings(options);
  const sources = await resolveAll(
    names,
    await contextOf(game, {
      budget: 'none',
      folder: process.cwd(),
      isolated: true,
      limits: await limitsOf(options, 'none'),
    }),
  );
  const progress = new Progress();
  progress.start(0, sources.length);
  progress.note('bots');
  const answers: Answers[] = [];
  const troubles: string[] = [];
  try {
    for (const source of sources) {
      const told = await answersTo(showings, () => source.open());
      answers.push(told.answers);
      if (told.failures.length > 0)
        troubles.push(
          `${source.name} failed in ${told.failures.length} of ${showings.length} showings, first ${told.failures[0]}`,
        );
      progress.step();
    }
  } finally {
    progress.stop();
  }
  for (const trouble of troubles) info(shownText(trouble));
  const all = agreements(answers);
  const unusual = unusualAgreements(all);
  const shown = (name: number) =>
    `${sources[name].name}${sources.filter((each) => each.name === sources[name].name).length > 1 ? ` (${names[name]})` : ''}`;
  const rounds = answers[0].reduce((sum, match) => sum + match.length, 0);
  if (options.json) {
    const pairs = all.map((each) => ({
      ...each,
      left: shown(each.left),
      right: shown(each.right),
      unusual: unusual.includes(each),
    }));
    printJson({ showings: showings.length, rounds, pairs });
    return;
  }
  const rows = all.slice(0, Math.max(SHOWN, unusual.length)).map((each) => line(each, shown, unusual.includes(each)));
  process.stdout.write(
    `${table(
      ['', 'beyond', '±', 'the same', 'expected', 'one', 'other', ''],
      rows.map((row, at) => [`${at + 1}`, ...row]),
    )}\n`,
  );
  process.stdout.write(
    `${all.length} pairs over ${showings.length} showings of ${rounds} rounds: ${unusual.length} stand out.\n`,
  );
}

const SHOWN = 10;

const percent = (share: number): string => (Number.isFinite(share) ? `${(100 * share).toFixed(0)}%` : '?');

function line(
  { left, right, excess, margin, same, expected }: Agreement,
  shown: (at: number) => string,
  unusual: boolean,
): string[] {
  const figures = [excess, margin, same, expected].map(percent);
  return [...figures, shown(left), shown(right), unusual ? 'stands out' : ''];
}

function readShowings({ input, seat }: AgreeOptions): {
  readonly game: AnyGame;
  readonly showings: readonly SeatRecording[];
} {
  const showings = input.flatMap((file) => {
    const text = readReplayText(file);
    const first = openRecording(text, GAMES, 0, toldRevision(file));
    if (!first.ok) throw new UsageError(`${file}: ${describeProblem(first.problem)}`);
    const { info: match } = first.value;
    const seats = match.names.length;
    if (seat !== undefined && seat >= seats)
      throw new UsageError(`--seat must be 0 to ${seats - 1} in ${file}, not ${seat}`);
    const seen = seat === undefined ? match.names.map((_, each) => each) : [seat];
    return seen.flatMap((each) => {
      const opened = openRecording(text, GAMES, each, toldRevision(file));
      return opened.ok ? [{ recording: opened.value, seat: each }] : [];
    });
  });
  const { game } = showings[0].recording;
  const other = showings.find(({ recording }) => recording.game.id !== game.id);
  if (other)
    throw new UsageError(`the replays must be from one game, not from ${game.title} and ${other.recording.game.title}`);
  return { game, showings };
}

import { type Agreement, agreements, unusualAgreements } from '@ludus/contest/plagiarism/behaviour/agreement.ts';
import { type Answers, answersTo, openRecording, type Showing } from '@ludus/contest/plagiarism/behaviour/answers.ts';
import { shownText } from '@ludus/contest/plagiarism/report/shown-text.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { GAMES } from '../games.ts';
import { Progress } from '../lab/progress.ts';
import { table } from '../lab/table.ts';
import { addLimitOptions, type LimitOptions, limitsOf } from '../limits.ts';
import { whole } from '../option-values.ts';
import { readReplayText } from '../replay-text.ts';
import { resolveAll } from '../resolve-players.ts';
import { toldRevision } from '../revisions.ts';
import { info } from '../say.ts';

interface AgreeOptions extends LimitOptions {
  readonly on: readonly string[];
  readonly seat?: number;
}

/** `ludus agree`: which players ask the same where the game leaves them a choice. */
export function agree(program: Command): void {
  addLimitOptions(program.command('agree'))
    .description('show the same recorded matches to players: which ask the same where others do not?')
    .argument('<players...>', 'three players or more, as for ludus match')
    .requiredOption('--on <replays...>', 'the matches that are shown: replays of one game, two or more')
    .option('--seat <seat>', 'from which seat they are seen, from 0; without it, from each', whole)
    .addHelpText(
      'after',
      `
Nothing that the players ask is played, so that all see the same boards. "Beyond": of what the others leave open, the share on which two
agree, with half of its 95 % interval: 0 as any two do, 100 % always. It says who plays alike; whether one was copied, somebody has to look.

Example:
  ludus agree ./AI*.cc --on old1.res old2.res old3.res`,
    )
    .action(run);
}

async function run(names: string[], options: AgreeOptions): Promise<void> {
  if (names.length < 3) throw new UsageError('how two players agree is only told against a third: name three or more');
  const { game, showings } = readShowings(options);
  const sources = await resolveAll(
    names,
    await contextOf(game, {
      budget: 'none',
      folder: process.cwd(),
      apart: true,
      limits: await limitsOf(options, 'none'),
    }),
  );
  const progress = new Progress();
  progress.start(0, sources.length);
  progress.note('players asked');
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
  const rows = all.slice(0, Math.max(SHOWN, unusual.length)).map((each) => line(each, shown, unusual.includes(each)));
  process.stdout.write(
    `${table(
      ['', 'beyond', '±', 'the same', 'expected', 'one', 'other', ''],
      rows.map((row, at) => [`${at + 1}`, ...row]),
    )}\n`,
  );
  const rounds = answers[0].reduce((sum, match) => sum + match.length, 0);
  process.stdout.write(
    `${all.length} pairs over ${showings.length} showings of ${rounds} rounds: ${unusual.length} stand out.\n`,
  );
}

const SHOWN = 10;

const percent = (share: number): string => (Number.isFinite(share) ? `${(100 * share).toFixed(0)} %` : '?');

function line(
  { left, right, excess, margin, same, expected }: Agreement,
  shown: (at: number) => string,
  unusual: boolean,
): string[] {
  const figures = [excess, margin, same, expected].map(percent);
  return [...figures, shown(left), shown(right), unusual ? 'stands out' : ''];
}

function readShowings({ on, seat }: AgreeOptions): { readonly game: AnyGame; readonly showings: readonly Showing[] } {
  const showings = on.flatMap((file) => {
    const text = readReplayText(file);
    const first = openRecording(text, GAMES, 0, toldRevision(file));
    if (!first.ok) throw new UsageError(`${file}: ${describeProblem(first.problem)}`);
    const { game, info: match } = first.value;
    const seats = match.names.length;
    if (seat !== undefined && seat >= seats)
      throw new UsageError(`${file}: this match of ${game.title} has the seats 0 to ${seats - 1}, not ${seat}`);
    const seen = seat === undefined ? match.names.map((_, each) => each) : [seat];
    return seen.flatMap((each) => {
      const opened = openRecording(text, GAMES, each, toldRevision(file));
      return opened.ok ? [{ recording: opened.value, seat: each }] : [];
    });
  });
  const { game } = showings[0].recording;
  const other = showings.find(({ recording }) => recording.game.id !== game.id);
  if (other) throw new UsageError(`these are matches of ${game.title} and of ${other.recording.game.title}`);
  return { game, showings };
}

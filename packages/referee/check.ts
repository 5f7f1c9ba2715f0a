import type { AnyGame } from '@ludus/game/game.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { sidesOn, teamsOn } from '@ludus/game/teams.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import { locateSlowCode, type OpenMetered } from './locate-slow-code.ts';
import { playMatch, type Refusal, type Verdict } from './match.ts';

export type { OpenMetered } from './locate-slow-code.ts';

/** The player to check, and its opponent. */
export interface CheckSubject {
  readonly game: AnyGame;
  /** Opens the player for one match; `log` receives the player's output. */
  readonly open: (log: (text: string) => void) => Promise<AnyRunner> | AnyRunner;
  /**
   * Opens the same player with its instructions counted, to find where it takes too long. Undefined if instructions
   * can't be counted.
   */
  readonly openMetered?: OpenMetered | undefined;
  /** Opens an opponent that makes sensible moves. */
  readonly opponent: () => AnyRunner;
  /** The game's boards, starting with the default one. */
  readonly boards: readonly TrialBoard[];
  /** Additional steps, with boards that were generated for the check. */
  readonly trials: readonly TrialStep[];
  /** The unit of the player's budget, for messages: `CPU time`; undefined if nothing is counted. */
  readonly unit: string | undefined;
  /** Whether the check consists of a single whole match. */
  readonly isQuick?: boolean | undefined;
  /** The function that plays a match; default: `playMatch`. */
  readonly play?: typeof playMatch<unknown, unknown, unknown> | undefined;
}

/** A board on which a check plays. It has a special property that a player must handle. */
export interface TrialBoard {
  /** The board's special property, for people: `10 × 10, one unit each`. */
  readonly label: string;
  readonly text: string;
}

/** One step of the check, with the boards on which it plays. */
export interface TrialStep {
  /** The name of the step, such as `copes with dead units`. */
  readonly title: string;
  /** The message on success; default: the number of boards. */
  readonly found?: string;
  readonly boards: readonly TrialBoard[];
}

/** One numbered step of a check. */
export interface CheckStep {
  readonly title: string;
  readonly passed: boolean;
  /** The step's result, as a message. */
  readonly found: string;
  /** Advice for the bot's author. */
  readonly hint?: string;
  /** Whether `found` deserves attention although the step passed. */
  readonly isNote?: boolean;
}

interface Trial {
  readonly verdict: Verdict | undefined;
  /** Whether the match has several sides, so that messages name the seat of a fault. */
  readonly hasSides: boolean;
  /**
   * The slow location in the code, if the player is too slow and the location is known: `in round 3, at Mine.ts:7:3`.
   */
  readonly slow: string | undefined;
  readonly rounds: number;
  /** The replay: its header, one text per round, and its end. */
  readonly record: readonly string[];
  /** Instructions that the referee ignored, with the reasons. */
  readonly notes: readonly string[];
  /** Moves that the rules rejected, in games that reject moves. */
  readonly refused: readonly Refusal[];
  /** The shares (0 to 1) of the budget that the player used: the maximum in one round, and the total. */
  readonly worst: number;
  readonly worstRound: number;
  readonly used: number;
}

const HINTS: Readonly<Record<string, string>> = {
  crash: 'the end of its log, or ludus debug, shows where it ended',
  protocol: 'docs/protocol.md has a transcript; nothing but answers may go to standard output',
  time: 'flush standard output after each answer, and make the slow code faster',
  disconnect: 'read and answer questions until the input ends',
  flood: 'write less; the log goes to standard error',
  memory: 'store less data, or free memory that is no longer needed',
  illegal: 'the message names the submove; see the rules for legal moves',
};

/**
 * Returns advice for the author of a player that failed in a match. Undefined if the fault's message is enough. `slow`:
 * the place where the player takes too long, if known (`in round 3, at Mine.ts:7:3`).
 */
export const hintFor = (fault: Verdict['fault'], slow?: string): string | undefined =>
  slow === undefined
    ? HINTS[fault]
    : `if its instructions are counted, the player is stopped ${slow}; make the code there faster`;

/** Plays short matches with a player, and reports step by step whether it is suitable for a contest. */
export async function* checkPlayer(subject: CheckSubject): AsyncGenerator<CheckStep> {
  const { game } = subject;
  const [standard] = subject.boards;
  const untried = untriedSides(game);

  const first = await tryOn(subject, standard, 0, 1);
  yield step('starts and answers the first question', [[standard, first]], 'it started and answered');
  if (first.verdict) return;

  const whole = await tryAll(
    subject,
    untried(standard)
      .slice(0, subject.isQuick ? 1 : undefined)
      .map((side) => [standard, side]),
  );
  yield step('plays a whole match', whole, `it answered in all ${whole[0][1].rounds} rounds of ${standard.label}`);
  if (subject.isQuick || whole.some(([, trial]) => trial.verdict)) return;

  const trials: [TrialBoard, Trial][] = [];
  for (const { title, boards, found } of stepsOf(subject)) {
    const planned: [TrialBoard, number][] = [];
    for (const board of boards) {
      const sides = untried(board);
      // One side is enough if every side has been tried on a board with the same seats and teams.
      if (sides.length === 0) sides.push(planned.length % sidesOn(game, readTrial(game, board)));
      planned.push(...sides.map((side): [TrialBoard, number] => [board, side]));
    }
    const here = await tryAll(subject, planned);
    trials.push(...here);
    yield step(
      title,
      here,
      found ?? `it played to the end on ${boards.length === 1 ? 'one board' : `${boards.length} boards`}`,
    );
  }

  const all = [...whole, ...trials];
  const notes = all.flatMap(([, trial]) => trial.notes);
  yield {
    title: 'gives only valid instructions',
    passed: notes.length === 0,
    found:
      notes.length === 0
        ? 'no instruction was ignored'
        : `ignored instructions: ${notes.length}; the first: ${notes[0]}`,
    ...(notes.length > 0 && {
      hint: 'give one instruction per unit, and only to your own living units; others have no effect, but indicate a mistake',
    }),
  };

  if (game.refuse || game.legal) yield refusedStep(all);

  const again = await tryOn(subject, standard, 0);
  yield repeatedStep(whole[0][1].record, again.record, subject.unit === 'fuel');

  if (subject.unit === undefined) return;
  const worst = all.reduce((one, other) => (other[1].worst > one[1].worst ? other : one));
  const most = all.reduce((one, other) => (other[1].used > one[1].used ? other : one));
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  yield {
    title: 'stays within its budget',
    passed: most[1].used < 0.8,
    found: `at most ${percent(most[1].used)} of its ${subject.unit} in a match (${most[0].label}), ${percent(worst[1].worst)} in the worst round (round ${worst[1].worstRound} of ${worst[0].label})`,
    ...(most[1].used >= 0.8 && { hint: 'stay below 80%: other machines are slower' }),
  };
}

/**
 * Returns the step that compares two replays of the same match. Only under fuel must a bot repeat its moves, because
 * its clock then shows the fuel used, not the time.
 */
function repeatedStep(once: readonly string[], again: readonly string[], isFuel: boolean): CheckStep {
  const title = 'is deterministic';
  const round = once.findIndex((text, index) => text !== again[index]);
  if (round < 0) return { title, passed: true, found: 'the same match twice gave the same instructions' };
  const lines = [once, again].map((record) => (record[round] ?? '').split('\n'));
  const line = lines[0].findIndex((text, index) => text !== lines[1][index]);
  const [one, other] = lines.map((each) => (each[line] ?? '').trim());
  return {
    title,
    passed: !isFuel,
    isNote: !isFuel,
    // The record begins with the header, so the text at index `round` belongs to round `round - 1`.
    found: `when the same match was played twice, the moves first differed in round ${round - 1}: \`${one}\`, then \`${other}\``,
    hint: isFuel
      ? 'seed its generator with a constant: its clock is the fuel that it has used'
      : 'it may read its clock; to repeat its matches, seed its generator and search to a fixed depth',
  };
}

/** Returns the step that reports the number of rejected moves, and the first rejected move. */
function refusedStep(trials: readonly [TrialBoard, Trial][]): CheckStep {
  const count = trials.reduce((sum, [, { refused }]) => sum + refused.length, 0);
  const title = 'chooses only allowed moves';
  const found = trials.find(([, { refused }]) => refused.length > 0);
  if (found === undefined) return { title, passed: true, found: 'no move was refused' };
  const [board, { refused }] = found;
  const [{ round, why }] = refused;
  return {
    title,
    passed: false,
    found: `${count} ${count === 1 ? 'move was' : 'moves were'} refused, the first in round ${round} of ${board.label}: ${why}`,
    hint: 'its log has one line per refused move; the viewer lists the allowed moves when the match is paused',
  };
}

/**
 * The steps of a check. The first step plays the game's boards; later steps play the boards generated for the check.
 */
function stepsOf({ boards, trials }: CheckSubject): readonly TrialStep[] {
  const others = boards.slice(1);
  const [first, ...rest] = trials;
  if (first) return [{ ...first, boards: [...others, ...first.boards] }, ...rest];
  return others.length > 0 ? [{ title: 'answers in time on all of the game’s boards', boards: others }] : [];
}

function step(title: string, trials: readonly [TrialBoard, Trial][], found: string): CheckStep {
  const failed = trials.find(([, trial]) => trial.verdict);
  if (!failed) return { title, passed: true, found };
  const [board, { verdict, slow, hasSides }] = failed;
  const hint = hintFor(verdict!.fault, slow);
  const seat = hasSides ? `, seat ${verdict!.seat}` : '';
  return {
    title,
    passed: false,
    found: `round ${verdict!.round} of ${board.label}${seat}: ${verdict!.sentence}`,
    ...(hint && { hint }),
  };
}

const ENOUGH = Symbol('enough rounds');

function readTrial(game: AnyGame, board: TrialBoard): unknown {
  const read = game.readBoard(board.text);
  if (!read.ok) throw new Error(`${board.label}: ${describeProblem(read.problem)}`);
  return read.value;
}

/**
 * Returns a function that lists the sides of a board that haven't yet been tried on a board with the same seats and
 * teams. Each side may be a different task.
 */
function untriedSides(game: AnyGame): (board: TrialBoard) => number[] {
  const given = new Set<string>();
  return (trial) => {
    const board = readTrial(game, trial);
    const form = `${game.seatsOf(board)} seats, teams ${teamsOn(game, board)}`;
    if (given.has(form)) return [];
    given.add(form);
    return Array.from({ length: sidesOn(game, board) }, (_, side) => side);
  };
}

/**
 * Plays the matches of a step until the player fails in one. Only the match with the failure is reported, so further
 * matches would only take time.
 */
async function tryAll(
  subject: CheckSubject,
  planned: readonly (readonly [TrialBoard, number])[],
): Promise<[TrialBoard, Trial][]> {
  const played: [TrialBoard, Trial][] = [];
  for (const [board, side] of planned) {
    const trial = await tryOn(subject, board, side);
    played.push([board, trial]);
    if (trial.verdict) break;
  }
  return played;
}

/** Plays a match with the player in all seats of one side: a team, or a single seat. */
async function tryOn(
  subject: CheckSubject,
  board: TrialBoard,
  side: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Trial> {
  const { game } = subject;
  const position = readTrial(game, board);
  const teams = teamsOn(game, position);
  const notes: string[] = [];
  const seats = Array.from({ length: game.seatsOf(position) }, (_, seat) => seat);
  const own = new Map<number, AnyRunner>();
  for (const seat of seats)
    if ((teams?.[seat] ?? seat) === side)
      own.set(
        seat,
        await subject.open((text) => {
          if (text.startsWith('warning: ')) notes.push(text.slice('warning: '.length));
        }),
      );
  const setup = (players: ReadonlyMap<number, AnyRunner>) => ({
    game,
    board: position,
    seed: 1,
    runners: seats.map((seat) => players.get(seat) ?? subject.opponent()),
    // The key is fixed, so that a player with random moves makes the same moves again.
    key: '0'.repeat(64),
  });
  const refused: Refusal[] = [];
  const record: string[] = [];
  const abort = new AbortController();
  const trial = { rounds: 0, worst: 0, worstRound: 0, used: 0 };
  const before = new Map<number, number>();
  let verdict: Verdict | undefined;
  try {
    await (subject.play ?? playMatch)({
      ...setup(own),
      signal: abort.signal,
      record: (text) => record.push(text),
      recordsAtOnce: true,
      onRefusal(refusal) {
        if (own.has(refusal.seat)) refused.push(refusal);
      },
      onFault(found) {
        if (!own.has(found.seat)) return;
        verdict = found;
        abort.abort(ENOUGH);
      },
      onRound(_, round) {
        for (const [seat, runner] of own) {
          const used = runner.budgetUsed?.() ?? 0;
          const now = game.budget.per === 'move' ? used : used - (before.get(seat) ?? 0);
          if (now > trial.worst) {
            trial.worst = now;
            trial.worstRound = round;
          }
          before.set(seat, used);
        }
        trial.used = Math.max(...before.values());
        trial.rounds = round;
        if (round >= most) abort.abort(ENOUGH);
      },
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  // Sparring partners play the teammates' seats in this match, so that instructions are counted for only one copy of
  // the player.
  const slow = await locateSlowCode(verdict, subject.openMetered, (metered) =>
    setup(new Map([[verdict!.seat, metered]])),
  );
  return { verdict, hasSides: seats.length > 1, slow, record, notes, refused, ...trial };
}

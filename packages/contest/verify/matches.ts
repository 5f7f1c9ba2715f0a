import type { AnyGame } from '@ludus/game/game.ts';
import type { JobPlayer, MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { readProgram } from '../judge/program.ts';
import { boardText } from '../rounds/board-text.ts';
import { seedOf } from '../rounds/chance.ts';
import { bytesOf } from '../rounds/export/check.ts';
import type { MatchLine, RoundExport } from '../rounds/export/lines.ts';
import { checkReplay, comparePlayed, shownAt } from '../rounds/export/replays.ts';
import { secondsIn } from '../words.ts';

/** The result of playing a round's matches again. */
export interface RerunResult {
  /** The first match whose result differs from the export, as a message; absent: there is none. */
  readonly differs?: string;
  /** Number of matches that the bots' modules played again, and of matches that were checked only by their moves. */
  readonly modules: number;
  readonly moves: number;
  /** Number of matches without modules and moves, and for each match that this machine couldn't play, the reason. */
  readonly neither: number;
  readonly void: readonly string[];
}

export interface RerunOptions {
  readonly game: AnyGame;
  /** Plays a match in a separate process; absent: modules aren't played. */
  readonly play?: ((job: MatchJob) => Promise<MatchOutcome>) | undefined;
  /** Number of matches that run at the same time. */
  readonly jobs: number;
  /** The matches to play. */
  readonly chosen: readonly MatchLine[];
  readonly onMatch?: () => void;
}

/** Maximum number of attempts at a match that the machine couldn't play. */
const TRIES = 3;

/**
 * Plays matches of an export again, and compares the results. Each match is checked by its moves. If the export
 * contains the modules of all its bots, the bots also play it.
 */
export async function playAgain(
  round: RoundExport,
  { game, play, jobs, chosen, onMatch }: RerunOptions,
): Promise<RerunResult> {
  const played = chosen.filter(({ result }) => result !== null);
  const playersOf = playersFrom(round);
  const found = new Map<number, string>();
  const unplayed: string[] = [];
  const count = { modules: 0, moves: 0, neither: 0 };
  let next = 0;
  const one = async (line: MatchLine): Promise<string | undefined> => {
    const differs = checkReplay(line, round.head.terms, game);
    if (differs !== undefined) return differs;
    const players = play && playersOf(line);
    const outcome = players && (await tried(play, jobOf(round, game, line, players)));
    if (outcome?.kind === 'finished') {
      count.modules++;
      const out = outcome.verdicts.map(({ seat }) => seat).sort((a, b) => a - b);
      return comparePlayed(line, { scores: outcome.outcome.scores, out, replay: outcome.replay });
    }
    if (outcome !== undefined) unplayed.push(`match ${line.match}: ${outcome.sentence}`);
    if (line.text === null) count.neither++;
    else count.moves++;
    return undefined;
  };
  const lane = async () => {
    while (next < played.length && found.size === 0) {
      const line = played[next++];
      const differs = await one(line);
      if (differs !== undefined) found.set(line.match, differs);
      onMatch?.();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, lane));
  const first = found.get(Math.min(...found.keys()));
  return { ...count, void: unplayed, ...(first !== undefined && { differs: first }) };
}

async function tried(play: (job: MatchJob) => Promise<MatchOutcome>, job: MatchJob): Promise<MatchOutcome> {
  for (let left = TRIES - 1; ; left--) {
    const outcome = await play(job);
    if (outcome.kind !== 'void' || left === 0) return outcome;
  }
}

/**
 * Returns a function that finds a match's players by their modules in the export. The function returns undefined if a
 * module is missing or is a program.
 */
function playersFrom({ head, entrants, modules }: RoundExport): (line: MatchLine) => JobPlayer[] | undefined {
  const bytes = new Map(modules.map(({ sha256, base64 }) => [sha256, bytesOf(base64)]));
  const entrantOf = new Map(entrants.map((each) => [each.submission, each]));
  return ({ seats }) => {
    const players: JobPlayer[] = [];
    for (const [seat, version] of seats.entries()) {
      const shown = shownAt(seat);
      const entrant = entrantOf.get(version);
      const module = entrant && bytes.get(entrant.module);
      if (version < 0) players.push({ kind: 'builtin', player: head.terms.fillers[-1 - version], shown });
      else if (module !== undefined && readProgram(module) === undefined)
        players.push({ kind: 'module', bytes: module, shown, seconds: secondsIn(head.terms, entrant?.language) });
      else return undefined;
    }
    return players;
  };
}

function jobOf({ head: { terms } }: RoundExport, game: AnyGame, line: MatchLine, players: JobPlayer[]): MatchJob {
  const seed = seedOf(line.key);
  return {
    game: terms.game,
    revision: terms.revision,
    board: boardText(game, terms.boards.find(({ name }) => name === line.board)!.text, seed),
    seed,
    budget: 'fuel',
    seconds: terms.seconds,
    key: line.key,
    players,
  };
}

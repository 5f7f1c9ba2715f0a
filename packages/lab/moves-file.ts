import { type AnyGame, type Fault, type MatchInfo, newRoundRecord, type ReplayCodec } from '@ludus/game/game.ts';
import { isName } from '@ludus/game/names.ts';
import {
  clearRecord,
  inRevision,
  namedRevision,
  playReplay,
  printRound,
  readRoundLine,
  revisionProblem,
} from '@ludus/game/replay.ts';
import { hasKey, MatchChance } from '@ludus/game/secret-randomness.ts';
import { describeProblem, fail, ok, type Problem, problemOf, type Result } from '@ludus/kernel/result.ts';
import { LAB_PROBLEMS } from './problems.ts';

/**
 * A replay stored as the data that determine it: board, seed, names, and the moves, charges, and faults of each round.
 * Playing the match again restores the replay byte for byte, so that thousands of matches can be stored.
 * docs/formats.md describes the text.
 */
const HEADER = 'ludus moves 1';

/**
 * Returns the game with a printer of compact replays instead of full replays, so that its matches are stored as compact
 * replays.
 */
export function keepingMoves(game: AnyGame): AnyGame {
  const revision = namedRevision(game);
  const moves: Partial<ReplayCodec<unknown, unknown, unknown>> = {
    head(board, { seed, names, limited }) {
      const position = game.printBoard(board);
      return `${HEADER}\n${JSON.stringify({ game: game.id, revision, seed, names, limited })}\nboard ${position.length}\n${position}`;
    },
    // Uses only data from the replay, so that a replay always has the same compact replay.
    round(asked, state, record) {
      const held = game.replay.recordedPart?.(asked, state, record) ?? { asked, shares: record.shares };
      return printRound(game, '', held.asked, { ...record, shares: held.shares });
    },
    tail: (_state, key) => (key === undefined ? '' : `sealed ${key}\n`),
  };
  return { ...game, replay: { ...game.replay, ...moves } };
}

/**
 * Converts a replay to a compact replay. Undefined if the replay couldn't be restored, because it fails verification or
 * is incomplete. A disqualified player's fault is a crash unless the format or `faults` (by seat) states a different
 * fault.
 */
export function movesOf(text: string, game: AnyGame, faults: readonly (Fault | undefined)[] = []): string | undefined {
  const opened = game.replay.open(text);
  if (!opened.ok) return undefined;
  const { replay } = keepingMoves(game);
  const { board, info } = opened.value;
  const state = new MatchChance(game, info).start(board);
  const pieces = [replay.head(board, info, state)];
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem') return undefined;
    if (step.phase !== 'played') continue;
    const { asked, record } = step;
    for (const seat of record.failed) record.faults[seat] ??= faults[seat] ?? 'crash';
    pieces.push(replay.round(asked, state, record));
  }
  pieces.push(replay.tail(state, hasKey(game) ? info.key : undefined));
  const moves = pieces.join('');
  const expanded = expandMoves(moves, [game]);
  return expanded.ok && expanded.value === text ? moves : undefined;
}

export function isMovesFile(text: string): boolean {
  return text.startsWith(`${HEADER}\n`);
}

/** The replay that a compact replay represents. The problem names the line. */
export function expandMoves(text: string, games: readonly AnyGame[]): Result<string> {
  let line = 1;
  const wrong = (problem: Problem, at = line) => fail({ ...problem, line: at });
  if (!isMovesFile(text)) return wrong(problemOf(LAB_PROBLEMS, 'moves/header', HEADER));
  const [, headLine = '', boardLine = ''] = text.split('\n', 3);
  const info = readHead(headLine);
  if (info === undefined) return wrong(problemOf(LAB_PROBLEMS, 'moves/head'), 2);
  const known = games.find((each) => each.id === info.game);
  if (known === undefined) return wrong(problemOf(LAB_PROBLEMS, 'moves/game', info.game), 2);
  const wrongRules = info.revision === undefined ? undefined : revisionProblem(known, info.revision);
  if (wrongRules !== undefined) return wrong(problemOf(LAB_PROBLEMS, 'moves/rules', wrongRules), 2);
  // A file without a revision uses the first revision, whatever the revision of the caller's game.
  const game = inRevision(known, info.revision ?? known.revisions?.[0].id);
  const size = /^board (\d+)$/.exec(boardLine)?.[1];
  if (size === undefined) return wrong(problemOf(LAB_PROBLEMS, 'moves/size'), 3);
  const start = HEADER.length + headLine.length + boardLine.length + 3;
  const boardText = text.slice(start, start + Number(size));
  const board = game.readBoard(boardText);
  if (!board.ok) return wrong(problemOf(LAB_PROBLEMS, 'moves/board', describeProblem(board.problem)), 4);
  // Each match has exactly one compact replay, so a file with a changed layout is rejected.
  if (game.printBoard(board.value) !== boardText) return wrong(problemOf(LAB_PROBLEMS, 'moves/board-text'), 4);
  const seats = game.seatsOf(board.value);
  if (info.names.length !== seats) return wrong(problemOf(LAB_PROBLEMS, 'moves/names', seats, info.names.length), 2);
  const asked = info.names.map(() => game.newMove());
  const record = newRoundRecord(info);
  const lines = text.slice(start + Number(size)).split('\n');
  // A match without luck, or with luck from its seed, has no key. A last line that looks like a key is then an invalid
  // line of moves.
  const key = info.limited && hasKey(game) ? /^sealed ([0-9a-f]{64})$/.exec(lines.at(-2) ?? '')?.[1] : undefined;
  const chance = new MatchChance(game, { seed: info.seed, key });
  const state = chance.start(board.value);
  const pieces = [game.replay.head(board.value, info, state)];
  line = 3 + boardText.split('\n').length - 1;
  // A failure is listed before its round. Even if the failure ends the match, the round is still played.
  let inRound = false;
  for (const [at, each] of lines.entries()) {
    line++;
    if (each === '' || (key !== undefined && at === lines.length - 2)) continue;
    if (!inRound && game.isOver(state)) return wrong(problemOf(LAB_PROBLEMS, 'moves/over'));
    const read = readRoundLine(game, each, game.round(state) + 1, asked, state, record);
    if (read.kind === 'wrong') return wrong(problemOf(LAB_PROBLEMS, 'moves/round', read.why));
    inRound = read.kind === 'more';
    if (inRound) continue;
    chance.advance(state, asked);
    pieces.push(game.replay.round(asked, state, record));
    clearRecord(record);
  }
  if (!game.isOver(state)) return wrong(problemOf(LAB_PROBLEMS, 'moves/short', game.round(state)));
  pieces.push(game.replay.tail(state, key));
  return ok(pieces.join(''));
}

/**
 * Maximum length of a header, in characters. A header with names for hundreds of seats is shorter. The time for reading
 * a longer header would grow much faster than its length.
 */
const MAX_HEADER_LENGTH = 2 ** 16;

function readHead(line: string): (MatchInfo & { game: string; revision?: string }) | undefined {
  if (line.length > MAX_HEADER_LENGTH) return undefined;
  try {
    const { game, revision, seed, names, limited } = JSON.parse(line);
    const good =
      typeof game === 'string' &&
      (revision === undefined || typeof revision === 'string') &&
      Number.isInteger(seed) &&
      // Cylinder replays contain the absolute value of a seed.
      Math.abs(seed) <= 2 ** 31 &&
      Array.isArray(names) &&
      names.every((name) => typeof name === 'string' && isName(name)) &&
      typeof limited === 'boolean';
    return good ? { game, ...(revision !== undefined && { revision }), seed, names, limited } : undefined;
  } catch {
    return undefined;
  }
}

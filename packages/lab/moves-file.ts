import { type AnyGame, FAULTS, type Fault, type MatchInfo } from '@ludus/game/game.ts';
import { describeProblem, fail, ok, type Result } from '@ludus/kernel/result.ts';

/**
 * A replay stored as what decided it: board, seed, names, and what was asked, charged and failed in each round. Playing it again gives
 * the replay back byte for byte, so that thousands of matches can be kept. docs/formats.md describes the text.
 */
const HEADER = 'ludus moves 1';

/** Writes down a match as it is played: use `game` instead of the game that it was made of. */
export interface MovesRecorder {
  readonly game: AnyGame;
  /** The file's text, once the match is over. */
  text(board: unknown, info: MatchInfo): string;
}

/** A recorder for one match, or undefined for a game whose replays hold nothing but the moves anyway. */
export function recordMoves(game: AnyGame): MovesRecorder | undefined {
  const { moves } = game.replay;
  if (moves === undefined) return undefined;
  const lines: string[] = [];
  let charges = '';
  const recording: AnyGame = {
    ...game,
    freeze(state, seat, fault) {
      lines.push(`freeze ${seat} ${fault}`);
      game.freeze(state, seat, fault);
    },
    charge(state, seat, share) {
      charges += ` ${seat} ${share}`;
      game.charge(state, seat, share);
    },
    advance(state, asked) {
      if (charges !== '') lines.push(`used${charges}`);
      charges = '';
      lines.push(`: ${asked.map((move) => moves.print(move)).join(';')}`);
      game.advance(state, asked);
    },
  };
  return {
    game: recording,
    text(board, info) {
      const head = { game: game.id, seed: info.seed, names: info.names, limited: info.limited };
      const position = game.printBoard(board);
      return [HEADER, JSON.stringify(head), `board ${position.length}`, position + lines.join('\n'), ''].join('\n');
    },
  };
}

export function isMovesFile(text: string): boolean {
  return text.startsWith(`${HEADER}\n`);
}

/** The replay that a moves file stands for. The problem names the line. */
export function expandMoves(text: string, games: readonly AnyGame[]): Result<string> {
  let line = 1;
  const wrong = (message: string, at = line) => fail({ code: 'moves/wrong', message, line: at });
  if (!isMovesFile(text)) return wrong(`expected ${HEADER}`);
  const [, headLine = '', boardLine = ''] = text.split('\n', 3);
  const head = readHead(headLine);
  if (head === undefined) return wrong('expected the game, the seed, the names and whether it is limited', 2);
  const game = games.find((each) => each.id === head.game);
  if (game === undefined) return wrong(`there is no game ${head.game}`, 2);
  const { moves } = game.replay;
  const size = /^board (\d+)$/.exec(boardLine)?.[1];
  if (moves === undefined || size === undefined) return wrong('expected board and its number of characters', 3);
  const start = HEADER.length + headLine.length + boardLine.length + 3;
  const boardText = text.slice(start, start + Number(size));
  const board = game.readBoard(boardText);
  if (!board.ok) return wrong(describeProblem(board.problem), 4);
  const state = game.start(board.value, head.seed);
  const asked = Array.from({ length: game.seats }, () => game.newMove());
  const pieces = [game.replay.head(board.value, head, state)];
  line = 3 + boardText.split('\n').length - 1;
  for (const each of text.slice(start + Number(size)).split('\n')) {
    line++;
    if (each === '') continue;
    if (game.isOver(state)) return wrong('the match is over here');
    const [word, ...rest] = each.split(' ');
    try {
      if (word === 'freeze' && FAULTS.includes(rest[1] as Fault)) game.freeze(state, seatOf(rest[0]), rest[1] as Fault);
      else if (word === 'used')
        for (let i = 0; i < rest.length; i += 2) game.charge(state, seatOf(rest[i]), Number(rest[i + 1]));
      else if (word === ':') {
        const parts = each.slice(2).split(';');
        if (parts.length !== asked.length) return wrong(`expected ${asked.length} moves with ; between them`);
        asked.forEach((move, seat) => {
          game.clearMove(move);
          moves.read(parts[seat], move);
        });
        game.advance(state, asked);
        pieces.push(game.replay.round(asked, state));
      } else return wrong(`expected freeze, used or a round, found ${word}`);
    } catch (error) {
      return wrong((error as Error).message);
    }
  }
  if (!game.isOver(state)) return wrong(`the match ends after round ${game.round(state)}, in the middle`);
  pieces.push(game.replay.tail(state));
  return ok(pieces.join(''));

  function seatOf(word: string): number {
    const seat = Number(word);
    if (!Number.isInteger(seat) || seat < 0 || seat >= game!.seats) throw new Error(`there is no seat ${word}`);
    return seat;
  }
}

function readHead(line: string): (MatchInfo & { game: string }) | undefined {
  try {
    const { game, seed, names, limited } = JSON.parse(line);
    const good =
      typeof game === 'string' &&
      Number.isInteger(seed) &&
      Array.isArray(names) &&
      names.every((name) => typeof name === 'string') &&
      typeof limited === 'boolean';
    return good ? { game, seed, names, limited } : undefined;
  } catch {
    return undefined;
  }
}

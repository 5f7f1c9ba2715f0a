import { lineOutput } from '@ludus/game/protocol.ts';
import { seedState } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { FollowMatch, LineReader } from '@ludus/runtime/parts.ts';
import { LETTERS, readBoard, type TalltalesBoard } from '../rules/board.ts';
import { EMPTY_WORD, MOVE_WORDS, newMove, printMove } from '../rules/move.ts';
import { TalltalesState } from '../rules/state.ts';
import { connect, playRound } from './api.ts';
import { makePlayer } from './in-process.ts';

/**
 * Plays a match with a TypeScript player over the lines of the protocol, in a process or an engine (docs/talltales.md
 * §9).
 */
export const follow: FollowMatch = async (code, next, say) => {
  const make = makePlayer(code);
  if (typeof make === 'string') throw new Error(`the player ${make}`);
  const me = seatOf((await next())?.split(' ')[1]);
  if (me < 0) return;
  await next();
  const board = await readIntroduction(next);
  const generator = { state: seedState(1 + me) };
  const player = make();
  player[connect](new TalltalesState(board, 0), me, lineOutput(console.error));
  const move = newMove();
  for (let state = await readPosition(next, board, me); state; state = await readPosition(next, board, me)) {
    Object.assign(move, newMove());
    // biome-ignore lint/suspicious/noDebugger: `ludus debug --round` stops here
    if (process.env.LUDUS_DEBUG_ROUND === String(state.round)) debugger;
    player[playRound](state, move, generator);
    say(`${printMove(move) || EMPTY_WORD}\n`);
  }
};

const seatOf = (letter: string | undefined): number => (LETTERS as readonly (string | undefined)[]).indexOf(letter);

/** Reads the board file, whose last line contains the wild faces. */
async function readIntroduction(next: LineReader): Promise<TalltalesBoard> {
  let text = '';
  for (let line = await next(); line !== undefined; line = await next()) {
    text += `${line}\n`;
    if (line.startsWith('wilds ')) break;
  }
  const board = readBoard(`${text}${await next()}\n`);
  if (!board.ok) throw new Error(describeProblem(board.problem));
  return board.value;
}

/** The next position as I observe it, up to the line `go`; undefined at the end. */
async function readPosition(next: LineReader, board: TalltalesBoard, me: number): Promise<TalltalesState | undefined> {
  const state = new TalltalesState(board, 0);
  state.shaken.fill(0);
  state.turn = me;
  for (let line = await next(); line !== undefined; line = await next()) {
    if (line === 'go') return state;
    readFact(state, line.split(' '), me);
  }
  return undefined;
}

function readFact(state: TalltalesState, [kind, ...words]: string[], me: number): void {
  const seat = seatOf(words[0]);
  const counts = (from: number) => words.slice(from, from + 6).map(Number);
  switch (kind) {
    case 'round':
      [state.round, state.bout, state.deal] = [words[0], words[2], words[4]].map(Number);
      break;
    case 'player':
      [state.left[seat], state.points[seat]] = [Number(words[1]), Number(words[2])];
      [state.caught[seat], state.tested[seat]] = [Number(words[3]), Number(words[4])];
      [state.rightCalls[seat], state.calls[seat]] = [Number(words[5]), Number(words[6])];
      state.open.set(counts(7), 6 * seat);
      break;
    case 'cup':
      state.cups.set(counts(0), 6 * me);
      break;
    case 'claim':
      state.claimers[state.told] = seat;
      state.claims[state.told++] = MOVE_WORDS.indexOf(words[1]);
      break;
    case 'last':
      state.lastWild = Number(words[0]);
      [state.lastCaller, state.lastLoser] = [seatOf(words[1]), seatOf(words[2])];
      break;
    case 'told':
      state.lastClaimers[state.lastTold] = seat;
      state.lastClaims[state.lastTold++] = MOVE_WORDS.indexOf(words[1]);
      break;
    case 'shown':
      state.lastDice.set(counts(1), 6 * seat);
      break;
  }
}

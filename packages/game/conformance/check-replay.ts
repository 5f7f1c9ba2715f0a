import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { AnyGame } from '../game.ts';
import { playReplay } from '../play-replay.ts';
import { differentLine, type Place, quoted } from './failure.ts';
import { playScript, type Script } from './script.ts';

/** A replay that is printed, read and played again is the same replay, and ends in the same state. Gives its text. */
export function checkReplay(game: AnyGame, script: Script, random: Lehmer, place: Place): string {
  const text = printReplay(game, script, place);
  place.round = script.rounds.length;
  place.expect(game.replay.recognizes(text), 'replay.recognizes does not know a replay of its own');
  for (const [foreign, what] of [
    ['', 'an empty text'],
    ['nobodys-game replay 1\n', 'a text that begins with a word of no game'],
    [script.board.text, 'a board file'],
  ])
    place.expect(!game.replay.recognizes(foreign), `replay.recognizes takes ${what} for a replay`);
  readReplay(game, text, text, script, 'its replay', place);
  readReplay(game, text.replaceAll('\n', '\r\n'), text, script, 'its replay with Windows line ends', place);
  cutReplay(game, text.slice(0, random.range(0, text.length - 1)), script, place);
  return text;
}

function printReplay(game: AnyGame, script: Script, place: Place): string {
  const { board, info } = script;
  const first = game.start(board.board, info.seed);
  const head = game.replay.head(board.board, info, first);
  place.expect(game.replay.head(board.board, info, first) === head, 'replay.head: the same call gave two answers');
  let text = head;
  let last = first;
  for (const { phase, state, number, asked, record } of playScript(game, script)) {
    place.round = number;
    last = state;
    if (phase === 'ready') continue;
    const printed = game.replay.round(asked, state, record);
    text += printed;
    const again = game.replay.round(asked, state, record);
    place.expect(
      again === printed,
      () => `replay.round: the same call gave two answers: ${differentLine(printed, again)}`,
    );
    place.expect(game.hash(state) === script.hashes[number], 'replay.round changed the state that it printed');
  }
  const tail = game.replay.tail(last);
  place.expect(game.replay.tail(last) === tail, 'replay.tail: the same call gave two answers');
  return text + tail;
}

/** Reads `text` and plays it again: what is printed then must be `original`. */
function readReplay(game: AnyGame, text: string, original: string, script: Script, what: string, place: Place): void {
  const opened = game.replay.open(text);
  if (!opened.ok) place.fail(`${what} cannot be read: ${describeProblem(opened.problem)}`);
  const { board, info } = opened.value;
  const { seed, names, limited } = script.info;
  place.expect(
    info.names.join(' ') === names.join(' '),
    `${what} is read with the names ${info.names.join(' ')}, not ${names.join(' ')}`,
  );
  place.expect(info.limited === limited, `${what} is read with limited ${info.limited}, not ${limited}`);
  // A format may leave the sign out: the generators that come of it are the same.
  place.expect(Math.abs(info.seed) === Math.abs(seed), `${what} is read with the seed ${info.seed}, not ${seed}`);
  const boardText = game.printBoard(board);
  place.expect(
    boardText === script.board.text,
    () => `${what} is read with another board, whose ${differentLine(script.board.text, boardText)}`,
  );
  const state = game.start(board, info.seed);
  let printed = game.replay.head(board, info, state);
  let rounds = 0;
  for (const step of playReplay(game, opened.value, state)) {
    if (step.phase === 'problem')
      place.fail(`${what} cannot be read in round ${rounds + 1}: ${describeProblem(step.problem)}`);
    if (step.phase === 'asked') continue;
    place.round = ++rounds;
    printed += game.replay.round(step.asked, state, step.record);
    place.expect(
      original.startsWith(printed),
      () =>
        `${what} is played again and printed otherwise: ${differentLine(original.slice(0, printed.length), printed)}`,
    );
    place.expect(
      game.hash(state) === script.hashes[rounds],
      `${what} is played again and comes to another state, though it is printed alike`,
    );
  }
  place.expect(
    rounds === script.rounds.length,
    `${what} is read with ${rounds} rounds, and the match had ${script.rounds.length}`,
  );
  printed += game.replay.tail(state);
  place.expect(
    printed === original,
    () => `${what} is played again and printed otherwise: ${differentLine(original, printed)}`,
  );
}

/** Wherever a text ends, reading it ends with a problem or with the rounds that it has. */
function cutReplay(game: AnyGame, text: string, script: Script, place: Place): void {
  const opened = game.replay.open(text);
  if (!opened.ok) {
    place.expect(opened.problem.message !== '', 'replay.open gives a problem without a sentence');
    return;
  }
  let rounds = 0;
  for (const step of playReplay(game, opened.value))
    if (step.phase === 'played' && ++rounds > script.rounds.length)
      place.fail(`a replay that was cut off after ${quoted(text.slice(-20))} is read with more rounds than it had`);
}

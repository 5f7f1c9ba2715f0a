import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import { describeProblem } from '@ludus/kernel/result.ts';
import type { AnyGame } from '../game.ts';
import { playReplay } from '../play-replay.ts';
import { MatchChance } from '../secret-randomness.ts';
import { differentLine, type Place, quoted } from './failure.ts';
import { type MatchScript, playScript } from './match-script.ts';

/**
 * Prints a match's replay, reads it, and plays it again. Checks that the text and the final state stay the same.
 * Returns the text.
 */
export function checkReplay(game: AnyGame, script: MatchScript, random: Lehmer, place: Place): string {
  const printed = printReplay(game, script, place);
  const { text } = printed;
  place.round = script.rounds.length;
  place.expect(game.replay.recognizes(text), '`replay.recognizes` rejects a replay of its own game');
  for (const [foreign, what] of [
    ['', 'an empty text'],
    ['nobodys-game replay 1\n', 'a text that begins with an unknown word'],
    [script.board.text, 'a board file'],
  ])
    place.expect(!game.replay.recognizes(foreign), `\`replay.recognizes\` accepts ${what} as a replay`);
  readReplay(game, printed, text, script, 'the replay', place);
  const windows = text.replaceAll('\n', '\r\n');
  readReplay(game, printed, windows, script, 'the replay with Windows line endings', place);
  if (game.setGenerator && script.info.limited) checkSealed(game, script, place);
  cutReplay(game, text.slice(0, random.range(0, text.length - 1)), script, place);
  return text;
}

/** A printed replay, and the hashes of its states at the start and after each round. */
interface PrintedReplay {
  readonly text: string;
  readonly hashes: readonly number[];
  /** The key of a match with secret randomness. The replay must end with this key. */
  readonly key?: string;
}

const KEY = '0123456789abcdef'.repeat(4);

/**
 * Checks the same match with secret randomness: the hash must include the generator, and the replay must contain the
 * key.
 */
function checkSealed(game: AnyGame, script: MatchScript, place: Place): void {
  const state = game.start(script.board.board, script.info.seed);
  const [one, other] = [1, 2].map((generator) => {
    game.setGenerator!(state, generator);
    return game.hash(state);
  });
  place.expect(one !== other, '`setGenerator` does nothing: with a different generator, the state has the same hash');
  const printed = printReplay(game, script, place, KEY);
  readReplay(game, printed, printed.text, script, 'the replay of the match with secret randomness', place);
}

function printReplay(game: AnyGame, script: MatchScript, place: Place, key?: string): PrintedReplay {
  const { board, info } = script;
  const first = game.start(board.board, info.seed);
  const head = game.replay.head(board.board, info, first);
  place.expect(
    game.replay.head(board.board, info, first) === head,
    '`replay.head`: the same call had two different results',
  );
  let text = head;
  let last = first;
  const hashes = [game.hash(first)];
  for (const { phase, state, number, asked, record } of playScript(game, script, key === undefined ? {} : { key })) {
    place.round = number;
    last = state;
    if (phase === 'ready') continue;
    const hash = game.hash(state);
    hashes.push(hash);
    const printed = game.replay.round(asked, state, record);
    text += printed;
    const again = game.replay.round(asked, state, record);
    place.expect(
      again === printed,
      () => `\`replay.round\`: the same call had two different results: ${differentLine(printed, again)}`,
    );
    place.expect(game.hash(state) === hash, '`replay.round` changed the state that it printed');
  }
  const tail = game.replay.tail(last, key);
  place.expect(game.replay.tail(last, key) === tail, '`replay.tail`: the same call had two different results');
  return { text: text + tail, hashes, ...(key !== undefined && { key }) };
}

/**
 * Reads `text`, which may have different line endings, and plays it again: the output must be identical to the
 * original.
 */
function readReplay(
  game: AnyGame,
  { text: original, hashes, key }: PrintedReplay,
  text: string,
  script: MatchScript,
  what: string,
  place: Place,
): void {
  const opened = game.replay.open(text);
  if (!opened.ok) place.fail(`${what} cannot be read: ${describeProblem(opened.problem)}`);
  const { board, info } = opened.value;
  const { seed, names, limited } = script.info;
  place.expect(
    info.names.join(' ') === names.join(' '),
    `${what} is read with the names ${info.names.join(' ')}, not ${names.join(' ')}`,
  );
  place.expect(info.limited === limited, `${what} is read with \`limited\` ${info.limited}, not ${limited}`);
  // A replay may omit the seed's sign, because a seed and its negative start the same generator.
  place.expect(Math.abs(info.seed) === Math.abs(seed), `${what} is read with the seed ${info.seed}, not ${seed}`);
  place.expect(info.key === key, `${what} is read with the key ${info.key ?? '(none)'}, not ${key ?? '(none)'}`);
  const boardText = game.printBoard(board);
  place.expect(
    boardText === script.board.text,
    () => `${what} is read with a different board, whose ${differentLine(script.board.text, boardText)}`,
  );
  const state = new MatchChance(game, info).start(board);
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
        `${what} is printed differently when it is played again: ${differentLine(original.slice(0, printed.length), printed)}`,
    );
    place.expect(
      game.hash(state) === hashes[rounds],
      `${what} leads to a different state when it is played again, although its text is the same`,
    );
  }
  place.expect(
    rounds === hashes.length - 1,
    `${what} is read with ${rounds} rounds, but the match had ${hashes.length - 1}`,
  );
  printed += game.replay.tail(state, key);
  place.expect(
    printed === original,
    () => `${what} is printed differently when it is played again: ${differentLine(original, printed)}`,
  );
}

/** Checks that reading a truncated replay returns a problem with a message, or no more rounds than the match had. */
function cutReplay(game: AnyGame, text: string, script: MatchScript, place: Place): void {
  const opened = game.replay.open(text);
  if (!opened.ok) {
    place.expect(opened.problem.message !== '', '`replay.open` returns a problem without a message');
    return;
  }
  let rounds = 0;
  for (const step of playReplay(game, opened.value))
    if (step.phase === 'played' && ++rounds > script.rounds.length)
      place.fail(
        `a replay that was truncated after ${quoted(text.slice(-20))} is read with more rounds than the match had`,
      );
}

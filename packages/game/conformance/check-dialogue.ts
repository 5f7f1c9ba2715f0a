import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { Dialogue } from '../dialogue.ts';
import type { AnyGame } from '../game.ts';
import { observed } from '../secret-randomness.ts';
import { checkAnswer } from './check-answers.ts';
import { differentLine, type Place, quoted } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { type MatchScript, playScript } from './match-script.ts';

// biome-ignore lint/suspicious/noExplicitAny: its types are those of the game passed along with it
type AnyDialogue = Dialogue<any, any, any>;

/** Lines that actual programs have written. */
const LINES = [
  '',
  '0',
  '-1',
  '0 0',
  '0 m 0 1',
  'n',
  'pass',
  'Segmentation fault',
  '\u0007\ufeff',
  `${'9'.repeat(40)}`,
  '1e9 NaN ;',
];

/**
 * Checks the messages to a program: whole lines, the same each time, without the seed, and without changing the state.
 */
export function checkDialogue(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  random: Lehmer,
  place: Place,
): void {
  const { dialogue } = game;
  if (dialogue === undefined) return;
  const { board, info } = script;
  const first = game.start(board.board, info.seed);
  info.names.forEach((_, seat) => {
    const told = saidTwice(`\`dialogue.introduction\` for seat ${seat}`, place, () =>
      dialogue.introduction(board.board, observed(game, first, seat), seat, info.names),
    );
    keepsSeed(told, script, `\`dialogue.introduction\` for seat ${seat}`, place);
    keepsGenerator(game, first, `\`dialogue.introduction\` for seat ${seat}`, place, (state) =>
      dialogue.introduction(board.board, observed(game, state, seat), seat, info.names),
    );
  });
  place.expect(game.hash(first) === script.hashes[0], '`dialogue.introduction` changed the state');
  for (const { phase, state, number, asked, record } of playScript(game, script)) {
    place.round = number;
    const before = game.hash(state);
    const acting = phase === 'ready' ? game.actors?.(state) : undefined;
    info.names.forEach((_, seat) => {
      if (phase === 'ready') {
        const name = `\`dialogue.question\` for seat ${seat}`;
        const seen = observed(game, state, seat);
        const known = game.hash(seen);
        keepsSeed(
          saidTwice(name, place, () => dialogue.question(seen, seat)),
          script,
          name,
          place,
        );
        place.expect(game.hash(seen) === known, `${name} changes the state passed to it`);
        keepsGenerator(game, state, name, place, (each) => dialogue.question(observed(game, each, seat), seat));
        answer(game, dialogue, state, seat, info.names.length, random, place);
        if (record.faults[seat] !== undefined || acting?.includes(seat) === false) return;
        for (const move of [asked[seat], fixture.wildMove(state, seat, random), ...someLegal(game, seen, seat, random)])
          checkAnswer(fixture, game, state, seat, move, info.names.length, place);
      } else if (dialogue.roundReport)
        saidTwice(`\`dialogue.roundReport\` for seat ${seat}`, place, () => dialogue.roundReport!(asked, seat));
    });
    const what = phase === 'ready' ? '`dialogue.question` or `dialogue.answerLine`' : '`dialogue.roundReport`';
    place.expect(game.hash(state) === before, `${what} changed the state`);
  }
}

/** A random move from the game's list of legal moves. */
function someLegal(game: AnyGame, seen: unknown, seat: number, random: Lehmer): unknown[] {
  const moves = game.legal?.(seen, seat) ?? [];
  return moves.length === 0 ? [] : [moves[random.range(0, moves.length - 1)]];
}

/** Calls `say` twice, and checks that it returns the same text, which consists of whole lines. */
function saidTwice(name: string, place: Place, say: () => string): string {
  const text = say();
  place.expect(typeof text === 'string', `${name} returns no text`);
  place.expect(
    text === '' || text.endsWith('\n'),
    () => `${name} doesn’t end with a line break: ${quoted(text.slice(-20))}`,
  );
  const again = say();
  place.expect(again === text, () => `${name}: the same call had two different results: ${differentLine(text, again)}`);
  return text;
}

/**
 * Checks that a text doesn't contain the match seed. Skips short seeds, whose digits may occur in the text by chance.
 */
function keepsSeed(text: string, script: MatchScript, name: string, place: Place): void {
  const { seed } = script.info;
  if (Math.abs(seed) < 10_000) return;
  place.expect(!new RegExp(`(?<!\\d)${Math.abs(seed)}(?!\\d)`).test(text), `${name} reveals the match’s seed`);
}

/** Checks that a message doesn't depend on the generator's state, because a player could predict all draws from it. */
function keepsGenerator(
  game: AnyGame,
  state: unknown,
  name: string,
  place: Place,
  say: (state: unknown) => string,
): void {
  if (!game.setGenerator) return;
  const [one, other] = [1, 2_147_483_646].map((generator) => {
    const copy = game.clone(state);
    game.setGenerator!(copy, generator);
    return say(copy);
  });
  place.expect(one === other, () => `${name} reveals the board’s generator: ${differentLine(one, other)}`);
}

/**
 * Checks that any line is a complete or partial answer, or a protocol violation, and that the resulting move can be
 * played.
 */
function answer(
  game: AnyGame,
  dialogue: AnyDialogue,
  state: unknown,
  seat: number,
  seats: number,
  random: Lehmer,
  place: Place,
): void {
  const move = game.newMove();
  const lines: string[] = [];
  for (let n = random.range(1, 3); n > 0; n--) {
    const line = LINES[random.range(0, LINES.length - 1)];
    lines.push(line);
    const read = dialogue.answerLine(line, observed(game, state, seat), seat, move);
    place.expect(
      ['more', 'done', 'wrong'].includes(read?.kind),
      () => `\`dialogue.answerLine\` returns ${JSON.stringify(read)} for ${quoted(line)}`,
    );
    if (read.kind === 'wrong')
      place.expect(
        typeof read.why === 'string' && read.why !== '',
        () => `\`dialogue.answerLine\` rejects ${quoted(line)} without a reason`,
      );
    if (read.kind !== 'more') break;
  }
  const copy = game.clone(state);
  const moves = Array.from({ length: seats }, (_, each) => (each === seat ? move : game.newMove()));
  try {
    game.advance(copy, moves);
  } catch (error) {
    place.fail(
      `after the answer ${quoted(lines.join('\n'))} of seat ${seat}, ${(error as { sentence?: string }).sentence ?? String(error)}`,
    );
  }
}

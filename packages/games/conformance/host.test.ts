import { type HostedApi, runHostConformance } from '@ludus/game/conformance.ts';
import type { FollowMatch } from '@ludus/runtime/parts.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import '../hooks.ts';
import type { NodeParts } from '../node.ts';
import { KITS } from '../registry.ts';
import { FIXTURES } from './fixtures.ts';
import { GAMES_FOLDER } from './script-match.ts';

const SIZE = { boards: 3, rounds: 24 };
/** Maximum number of different line formats to test. Maps have a line with a different pattern in each row. */
const MAX_SHAPES = 24;

/** Numbers that a host needn't read, because other lines contain them as well. */
const TOLD_TWICE: Readonly<Record<string, readonly string[]>> = {
  // Both players of a side have the side's score, and a player's submarines are listed in order.
  periscope: ['scores 0 0 0 0, number 0', 'submarine b 0 unseen 0 0, number 0'],
};

const GAMES = await Promise.all(
  KITS.flatMap(({ game, api, samples }) => (api ? [hostedGame(game.id, api.open, samples?.typescript?.file)] : [])),
);

async function hostedGame(id: string, open: HostedApi['open'], sample: string | undefined) {
  const { parts } = (await import(`${GAMES_FOLDER}${id}/node.ts`)) as { readonly parts: NodeParts };
  const { follow } = (await import(parts.follow!)) as { readonly follow: FollowMatch };
  const bots = sample === undefined ? [] : [(await import(GAMES_FOLDER + sample)).default];
  return { id, fixture: FIXTURES.find(({ game }) => game.id === id)!, api: { open, follow, bots } };
}

/** A host that reads lines different from those it receives. */
const reading =
  (follow: FollowMatch, change: (line: string) => string): FollowMatch =>
  (code, next, say) =>
    follow(code, () => next().then((line) => (line === undefined ? undefined : change(line))), say);

const shapeOf = (line: string): string => line.replace(/-?\d+/g, '0');

/** The line with two adjacent numbers swapped. */
function swapped(line: string, at: number): string {
  const words = line.split(/(-?\d+)/);
  const [one, other] = [2 * at + 1, 2 * at + 3];
  [words[one], words[other]] = [words[other], words[one]];
  return words.join('');
}

const failureOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'nothing was found',
    (error: Error) => error.message,
  );

beforeAll(() => {
  // Players write their logs to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe.each(GAMES)('a hosted $id player', ({ id, fixture, api }) => {
  test('sees the same states as a player in this process, and answers with the player’s moves', async () => {
    const { questions, moves } = await runHostConformance(fixture, api, 1, SIZE);
    expect(questions).toBeGreaterThan(60);
    // Players of Angry Mob return their moves.
    if (id !== 'angrymob') expect(moves).toBeGreaterThan(20);
  });

  test('is reported to differ from the player in this process if its host swaps two adjacent numbers in a line', async () => {
    const shapes = new Set<string>();
    const listening = reading(api.follow, (line) => {
      shapes.add(shapeOf(line));
      return line;
    });
    await runHostConformance(fixture, { ...api, follow: listening, bots: [] }, 1, SIZE);
    const missed: string[] = [];
    // In most games, players don't receive names.
    const tried = [...shapes].filter((shape) => !shape.startsWith('names')).slice(0, MAX_SHAPES);
    for (const shape of tried)
      for (let at = 0; at + 2 < shape.split('0').length; at++) {
        let swaps = 0;
        const follow = reading(api.follow, (line) => {
          if (shapeOf(line) !== shape || swapped(line, at) === line) return line;
          swaps++;
          return swapped(line, at);
        });
        const failure = await failureOf(runHostConformance(fixture, { ...api, follow, bots: [] }, 1, SIZE));
        if (swaps > 0 && !failure.includes('player/host.ts')) missed.push(`${shape}, number ${at}`);
      }
    expect(missed).toEqual(TOLD_TWICE[id] ?? []);
  });
});

test('a fixture whose `untold` names an unknown field is reported', async () => {
  const { fixture, api } = GAMES.find(({ id }) => id === 'trails')!;
  const wrong = { ...fixture, untold: [...fixture.untold!, 'faild'] };
  expect(await failureOf(runHostConformance(wrong, api, 1, SIZE))).toMatch(
    /the fixture’s `untold` names faild, but the state has no such field$/,
  );
});

describe('a broken Trails host', () => {
  const { fixture, api } = GAMES.find(({ id }) => id === 'trails')!;
  const failure = (follow: FollowMatch): Promise<string> =>
    failureOf(runHostConformance(fixture, { ...api, follow }, 1, SIZE));
  const saying =
    (change: (text: string) => string): FollowMatch =>
    (code, next, say) =>
      api.follow(code, next, (text) => say(change(text)));

  test.each<[string, FollowMatch, RegExp]>([
    [
      'prints a different move from the player’s',
      saying((text) => text.replace('left', 'right')),
      /player\/host\.ts answers "right" for seat \d: the move is "right", not "left"$/,
    ],
    [
      'prints an invalid move',
      saying((text) => text.replace('ahead', 'straight')),
      /player\/host\.ts answers "straight\\n" for seat \d, but `dialogue\.answerLine` rejects the answer: "?straight/,
    ],
    [
      'repeats the previous move if the player chooses none',
      async (code, next, say) => {
        let last = 'ahead\n';
        await api.follow(code, next, (text) => {
          last = text === 'ahead\n' ? last : text;
          say(last);
        });
      },
      /player\/host\.ts answers "\w+" for seat \d: the move is "\w+", not "ahead"$/,
    ],
    ['answers twice', saying((text) => text + text), /player\/host\.ts gives more than one answer for seat 0/],
    [
      'omits its line ending',
      saying((text) => text.trimEnd()),
      /player\/host\.ts waits for another line after "\w+" for seat 0, which isn't a complete answer$/,
    ],
    [
      'reads the wrong heading',
      reading(api.follow, (line) => line.replace(/ up$/, ' down')),
      /player\/host\.ts reads the question of seat 0 as a different state, .*: line \d is "\w+ \d+ \d+ down", not "\w+ \d+ \d+ up"$/,
    ],
    ['never answers', saying(() => ''), /player\/host\.ts waits for another line after the question to seat 0/],
    [
      'stops early',
      async (_code, next) => void (await next()),
      /player\/host\.ts ends for seat 0 before the match is over$/,
    ],
    [
      'expects more rows than the board has',
      reading(api.follow, (line) => line.replace(/^rows (\d+)/, (_, rows) => `rows ${Number(rows) + 1}`)),
      /player\/host\.ts threw for seat 0: Error: line \d+/,
    ],
    [
      'doesn’t ask the player',
      (_code, next, say) => api.follow(() => {}, next, say),
      /player\/host\.ts doesn't ask the player of seat 0, unlike a match in process$/,
    ],
    [
      'plays the wrong seat',
      reading(api.follow, (line) => (line === 'you a' ? 'you b' : line)),
      /player\/host\.ts gives the player of seat 0 a different `me` than in process: 1, not 0$/,
    ],
    [
      'continues after the end',
      (code, next, say) => api.follow(code, next, say).then(() => new Promise(() => {})),
      /player\/host\.ts continues for seat 0 after the last line$/,
    ],
  ])('is detected if it %s', async (_, follow, sentence) => {
    expect(await failure(follow)).toMatch(sentence);
  });
});

test('a Periscope host that doesn’t recognise a line about a refused move is detected', async () => {
  const { fixture, api } = GAMES.find(({ id }) => id === 'periscope')!;
  const follow = reading(api.follow, (line) => line.replace(/^refused /, 'denied '));
  const failure = await failureOf(runHostConformance(fixture, { ...api, follow }, 1, SIZE));
  expect(failure).toMatch(/player\/host\.ts/);
});

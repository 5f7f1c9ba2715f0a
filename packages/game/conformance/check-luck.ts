import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { firstDifference } from './deep-difference.ts';
import type { Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { type MatchScript, playScript } from './match-script.ts';

/** Number of rounds in which other generators were tried, and number of rounds in which that changed the state. */
export interface Draws {
  tried: number;
  changed: number;
  /** How often the match was started with a different seed, and how often that changed the state. */
  starts: number;
  others: number;
}

/** If at least this number of rounds were tried with other generators, the state must have changed in one of them. */
const MIN_ROUNDS = 200;
const MIN_STARTS = 8;
/** One out of this number of rounds is tried with other generators. */
const ONE_IN = 4;
/**
 * Numbers that differ from the first number in one bit: the lowest bit, a middle bit, and the highest bits of 31-bit
 * and 53-bit numbers.
 */
const NUMBERS = [1_000_000, 1_000_001, 1_000_000 + 2 ** 24, 1_000_000 + 2 ** 30];
const LARGE_NUMBERS = [...NUMBERS, 1_000_000 + 2 ** 32, 1_000_000 + 2 ** 41, 1_000_000 + 2 ** 52];

/**
 * Without `setGenerator`, nothing after the start may be random, because the randomness couldn't be kept secret in a
 * match under a budget. With `setGenerator`, every bit of the number passed to it must change the hash in every round.
 */
export function checkLuck(
  { onlyDeals }: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  random: Lehmer,
  draws: Draws,
  place: Place,
): void {
  const { board } = script.board;
  if (game.setGenerator || onlyDeals) {
    draws.starts++;
    if (game.hash(game.start(board, 7)) !== game.hash(game.start(board, 77_777))) draws.others++;
  }
  if (game.observe) checkSeeds(game, board, place);
  if (!game.setGenerator) {
    if (onlyDeals) return;
    place.expect(
      game.hash(game.start(board, 7)) === game.hash(game.start(board, 77_777)),
      '`start` makes different states for different seeds, but there is no `setGenerator`: add it if rounds draw random numbers; if only `start` does, set `onlyDeals` in the fixture',
    );
    return;
  }
  for (const { phase, state, number, asked } of playScript(game, script)) {
    if (phase === 'played' || (number > 1 && random.range(1, ONE_IN) > 1)) continue;
    place.round = number;
    checkGenerator(game, state, asked, draws, place);
  }
}

/** Checks that the seeds of a game with hidden parts have 53 bits and a sign, so that they can't be guessed. */
function checkSeeds(game: AnyGame, board: unknown, place: Place): void {
  const seeds = [5, 6, 7, 8, 1005, 1006, 1007, 1008];
  const same = (other: (seed: number) => number): boolean =>
    seeds.every((seed) => game.hash(game.start(board, seed)) === game.hash(game.start(board, other(seed))));
  if (same((seed) => seed + 16)) return;
  place.expect(!same((seed) => -seed), '`start` ignores the sign of the seed: seeds 5 and -5 give the same state');
  place.expect(
    !same((seed) => seed + 2 ** 40),
    `\`start\` ignores high bits of the seed: seeds 5 and ${5 + 2 ** 40} give the same state, and seeds may have 53 bits in a game with \`observe\``,
  );
}

function checkGenerator(game: AnyGame, state: unknown, asked: readonly unknown[], draws: Draws, place: Place): void {
  const copy = game.clone(state);
  const hashes = (game.observe ? LARGE_NUMBERS : NUMBERS).map((generator) => {
    game.setGenerator!(copy, generator);
    return [generator, game.hash(copy)] as const;
  });
  const [[first, before], ...others] = hashes;
  place.expect(
    others.some(([, hash]) => hash !== before),
    () => '`setGenerator` does nothing: with a different generator, the state has the same hash',
  );
  const same = others.find(([, hash]) => hash === before);
  place.expect(
    same === undefined,
    () =>
      `\`setGenerator\` uses only part of the number: the state has the same hash after setGenerator(state, ${first}) and after setGenerator(state, ${same![0]})`,
  );
  const [one, other] = [1_000_003, 77_777_777].map((generator) => {
    const played = game.clone(state);
    game.setGenerator!(played, generator);
    game.advance(played, asked);
    game.setGenerator!(played, 1);
    return played;
  });
  draws.tried++;
  if (firstDifference(one, other) !== undefined) draws.changed++;
}

export function checkDraws({ tried, changed, starts, others }: Draws, place: Place): void {
  if (starts >= MIN_STARTS && others === 0)
    place.fail(`\`start\` ignores the seed: in ${starts} matches, a different seed made the same state`);
  if (tried >= MIN_ROUNDS && changed === 0)
    place.fail(
      `${tried} rounds had the same result for every number passed to \`setGenerator\`: do deals and draws use something else?`,
    );
}

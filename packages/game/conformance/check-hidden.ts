import type { Lehmer } from '@ludus/kernel/lehmer.ts';
import type { AnyGame } from '../game.ts';
import { whyRefused } from '../refusal.ts';
import { observed } from '../secret-randomness.ts';
import type { CopiedParts } from './check-copied.ts';
import { describePair, firstDifference } from './deep-difference.ts';
import { differentLine, type Place } from './failure.ts';
import type { AnyFixture } from './fixture.ts';
import { type MatchScript, playScript } from './match-script.ts';

/** By seat: how often the seat's hidden parts were redealt, and how often that changed the state. */
export type RedealCounts = { times: number; changed: number }[];

/** By part of the state: whether every seat has always seen the whole part. */
export type VisibleParts = Map<string, boolean>;

/** If a seat's hidden parts were redealt at least this number of times, the state must have changed at least once. */
const MIN_REDEALS = 60;

/**
 * Checks that a seat's observation is a separate state that doesn't depend on hidden parts. When these are redealt
 * (`redeal`), no message to the player may change.
 */
export function checkHidden(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  random: Lehmer,
  redealt: RedealCounts,
  shown: VisibleParts,
  copied: CopiedParts,
  place: Place,
): void {
  if (!game.observe) return;
  const seats = script.info.names.map((_, seat) => seat);
  const first = game.start(script.board.board, script.info.seed);
  place.round = 0;
  for (const seat of seats) checkSeat(fixture, game, script, first, seat, random, redealt, copied, place);
  for (const { phase, state, number } of playScript(game, script)) {
    place.round = number;
    if (phase === 'played') continue;
    for (const seat of seats) {
      checkSeat(fixture, game, script, state, seat, random, redealt, copied, place);
      noteShown(game, script, state, seat, shown);
    }
  }
}

/**
 * Records the parts of a state that a seat sees completely. Redealing can't reveal that one of these parts should be
 * secret, but a person who reads the list can tell.
 */
function noteShown(game: AnyGame, { board }: MatchScript, state: unknown, seat: number, shown: VisibleParts): void {
  const [all, seen] = [state, observed(game, state, seat)] as Record<string, unknown>[];
  for (const [name, part] of Object.entries(all))
    if (part !== board.board && shown.get(name) !== false)
      shown.set(name, firstDifference(part, seen[name]) === undefined);
}

function checkSeat(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  state: unknown,
  seat: number,
  random: Lehmer,
  redealt: RedealCounts,
  copied: CopiedParts,
  place: Place,
): void {
  const before = game.hash(state);
  const seen = game.observe!(state, seat);
  place.expect(game.hash(state) === before, '`observe` changes the state passed to it');
  const shared = sharedPath(seen, state, script.board.board);
  place.expect(
    shared === undefined,
    () => `\`observe\` gives seat ${seat} the state’s own ${shared}, not a copy: a player that keeps it sees the match`,
  );
  const again = firstDifference(seen, game.observe!(state, seat));
  place.expect(
    again === undefined,
    () => `\`observe\`: the same call had two different results; the first difference is in ${describePair(again)}`,
  );
  const twice = firstDifference(observed(game, seen, seat), observed(game, state, seat));
  place.expect(
    twice === undefined,
    () => `observing seat ${seat}’s observation again changes it; the first difference is in ${describePair(twice)}`,
  );
  if (game.setGenerator) {
    const other = game.clone(state);
    game.setGenerator(other, 77_777);
    // Checked without the referee's `observed`, because code that calls `observe` directly must be equally safe.
    const told = firstDifference(seen, game.observe!(other, seat));
    place.expect(
      told === undefined,
      () => `seat ${seat} observes the board’s generator; the first difference is in ${describePair(told)}`,
    );
  }
  const other = game.clone(state);
  game.redeal!(other, seat, random);
  redealt[seat] ??= { times: 0, changed: 0 };
  redealt[seat].times++;
  if (game.hash(other) !== before) redealt[seat].changed++;
  place.expect(game.hash(state) === before, 'redealing a clone changed its original');
  const broken = fixture.brokenInvariant?.(other);
  place.expect(broken === undefined, () => `\`redeal\` makes an impossible state: ${broken}`);
  checkTold(fixture, game, script, state, other, seat, random, place);
  copied.look(game, state, other, seat);
  checkDealt(fixture, game, state, seat, random, place);
}

/**
 * Checks the start of a search from one seat's observation: `redeal` must turn the observation into a state in which
 * the match can continue.
 */
function checkDealt(
  fixture: AnyFixture,
  game: AnyGame,
  state: unknown,
  seat: number,
  random: Lehmer,
  place: Place,
): void {
  const seen = observed(game, state, seat);
  const dealt = game.clone(seen);
  game.redeal!(dealt, seat, random);
  const broken = fixture.brokenInvariant?.(dealt);
  place.expect(
    broken === undefined,
    () => `\`redeal\` makes an impossible state from seat ${seat}’s observation: ${broken}`,
  );
  const seenNow = firstDifference(seen, observed(game, dealt, seat));
  place.expect(
    seenNow === undefined,
    () =>
      `seat ${seat} observes something hidden, or \`redeal\` changes something visible: after \`redeal\` on the observation, the first difference is in ${describePair(seenNow)}`,
  );
  if (game.isOver(state)) return;
  for (const other of (game.legal && game.actors?.(state)) ?? []) {
    if (other === seat || game.legal!(observed(game, state, other), other).length === 0) continue;
    place.expect(
      game.legal!(observed(game, dealt, other), other).length > 0,
      `\`redeal\` on seat ${seat}’s observation leaves seat ${other}, which acts, without a move: the hidden parts weren’t dealt`,
    );
  }
}

/** Checks that no message to a player distinguishes the two states. */
function checkTold(
  fixture: AnyFixture,
  game: AnyGame,
  script: MatchScript,
  state: unknown,
  other: unknown,
  seat: number,
  random: Lehmer,
  place: Place,
): void {
  const [seen, seenNow] = [observed(game, state, seat), observed(game, other, seat)];
  const leak = firstDifference(seen, seenNow);
  place.expect(
    leak === undefined,
    () => `seat ${seat} observes something hidden: after \`redeal\`, the first difference is in ${describePair(leak)}`,
  );
  const same = (name: string, tell: (state: unknown) => string): void => {
    // Observes the state again each time, because a game might return a cached observation.
    const [one, two] = [state, other].map((each) => tell(observed(game, each, seat)));
    place.expect(
      one === two,
      () => `\`${name}\` reveals hidden information to seat ${seat}: ${differentLine(one, two)}`,
    );
  };
  const { dialogue } = game;
  if (dialogue) {
    same('dialogue.question', (each) => dialogue.question(each, seat));
    same('dialogue.introduction', (each) => dialogue.introduction(script.board.board, each, seat, script.info.names));
  }
  if (game.actors)
    place.expect(
      game.actors(state).join() === game.actors(other).join(),
      () => `\`actors\` reveals hidden information to seat ${seat}: after \`redeal\`, the acting seats are different`,
    );
  if (!game.refuse && !game.legal) return;
  const move = fixture.wildMove(state, seat, random);
  same('refuse', (each) => whyRefused(game, each, seat, move) ?? '');
}

export function checkRedealt(redealt: RedealCounts, place: Place): void {
  redealt.forEach(({ times, changed }, seat) => {
    if (times >= MIN_REDEALS && changed === 0)
      place.fail(`\`redeal\` changed nothing for seat ${seat} in ${times} states: does that seat see everything?`);
  });
}

/**
 * The path in `seen` of an object that `seen` shares with `state`; undefined if there is none. Objects of the board
 * don't count.
 */
function sharedPath(seen: unknown, state: unknown, board: unknown): string | undefined {
  const publicParts = new Map<object, string>();
  collect(board, '', publicParts, new Map());
  const own = new Map<object, string>();
  collect(state, '', own, publicParts);
  const given = new Map<object, string>();
  collect(seen, '', given, publicParts);
  for (const [part, path] of given) if (own.has(part)) return path || 'state';
  return undefined;
}

function collect(value: unknown, path: string, into: Map<object, string>, apart: Map<object, string>): void {
  if (typeof value !== 'object' || value === null || into.has(value) || apart.has(value)) return;
  into.set(value, path);
  if (ArrayBuffer.isView(value)) {
    into.set(value.buffer, `${path}.buffer`);
    return;
  }
  if (value instanceof Map || value instanceof Set) {
    for (const each of value) collect(each, path, into, apart);
    return;
  }
  for (const key of Reflect.ownKeys(value)) {
    const each = (value as Record<string | symbol, unknown>)[key];
    collect(each, path === '' ? String(key) : `${path}.${String(key)}`, into, apart);
  }
}

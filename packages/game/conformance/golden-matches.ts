import { HASH_START, hashText } from '@ludus/kernel/hash.ts';
import { copyOf, describeChange, firstDifference } from './deep-difference.ts';
import type { AnyFixture } from './fixture.ts';
import { drawWild, hexOf } from './playthrough.ts';
import { digestsOf, PLANES, type PlanesOf, SEEN, TOLD } from './state-digest.ts';

/** Number of matches that get a line each. */
const MATCHES = 40;
/** Seeds of these matches: 1001, 1002 … */
const FIRST_SEED = 1001;
const MAX_ROUNDS = 120;
/** Number of rounds of each match that are recorded part by part. */
const KEPT_ROUNDS = 24;
/** Maximum number of lines in a board that people can read easily. Boards with a map have more. */
const MAX_BOARD_LINES = 12;
/** Marks a part of the state that is unchanged since the previous round. */
const SAME = '.';
const PARTS = 'parts ';

/**
 * Summarises wild matches, each on a different board. The summary covers rules that the single playthrough doesn't
 * reach. It is stable as long as the rules and the fixture are.
 *
 * The first line names the parts of a state. Each match then has two lines. The second line has one word for each of
 * the match's first rounds. A word contains a short hash of each part, or a dot if the part hasn't changed.
 *
 *     parts (told) scores frozen round prize generator
 *     match 1 rounds 5 hash 7f0a12c4 scores 20 0 10 0 on pick board 1, players 4, rounds 5, most 9
 *       kAbZ0x y.b1Zq …
 */
export function summarizeMatches(fixture: AnyFixture, planesOf?: PlanesOf): string {
  const matches = Array.from({ length: MATCHES }, (_, n) => summarizeMatch(fixture, n, planesOf));
  return [
    `${PARTS}${matches[0].parts.join(' ')}`,
    ...matches.flatMap(({ end, rounds }) => [end, `  ${rounds.join(' ')}`]),
    '',
  ].join('\n');
}

function summarizeMatch(fixture: AnyFixture, number: number, planesOf: PlanesOf | undefined) {
  const { game } = fixture;
  const rounds: string[] = [];
  let parts: readonly string[] = [];
  let last: ReadonlyMap<string, string> = new Map();
  const keep = (board: unknown, state: unknown, names: readonly string[]): void => {
    if (game.round(state) > KEPT_ROUNDS) return;
    const digests = digestsOf(game, board, state, names, planesOf);
    // The planes aren't computed in every round, so only the first round has a digest of every part.
    if (game.round(state) === 0) parts = [...digests.keys()];
    const isSame = (part: string) => !digests.has(part) || digests.get(part) === last.get(part);
    rounds.push(parts.map((part) => (isSame(part) ? SAME : digests.get(part))).join(''));
    last = new Map([...last, ...digests]);
  };
  let played: unknown;
  const { board, state } = drawWild(fixture, FIRST_SEED + number, MAX_ROUNDS, {
    start(on, first, { info }) {
      played = on;
      keep(on, first, info.names);
    },
    round: (_, now, { info }) => keep(played, now, info.names),
  });
  const text = game.printBoard(board).trimEnd();
  const lines = text.split('\n');
  const shown =
    lines.length > MAX_BOARD_LINES ? `a board of hash ${hexOf(hashText(text, HASH_START))}` : lines.join(', ');
  const end = `match ${number + 1} rounds ${game.round(state)} hash ${hexOf(game.hash(state))} scores ${game.outcome(state).scores.join(' ')} on ${shown}`;
  return { parts, end, rounds };
}

interface MatchLines {
  /** `match 1 rounds 5 hash 7f0a12c4 scores 20 0 10 0` */
  readonly end: string;
  /** `players 4`, `rounds 5` … */
  readonly settings: readonly string[];
  /** By round: the hash of each part. */
  readonly rounds: readonly string[];
}

function readMatches(text: string): { readonly parts: readonly string[]; readonly matches: readonly MatchLines[] } {
  const [head, ...lines] = text.trimEnd().split('\n');
  const matches = lines.flatMap((line, at) => {
    if (!line.startsWith('match ')) return [];
    const from = line.indexOf(' on ');
    const rounds = lines[at + 1]?.startsWith('  ') ? lines[at + 1].trim().split(' ') : [];
    return { end: line.slice(0, from), settings: line.slice(from + 4).split(', '), rounds };
  });
  return { parts: head.startsWith(PARTS) ? head.slice(PARTS.length).split(' ') : [], matches };
}

/** The first round in which a match differs, and the differing parts of the state. */
interface Divergence {
  readonly match: number;
  readonly round: number;
  readonly parts: readonly string[];
}

/**
 * Describes in a few sentences which matches of `summarizeMatches` differ from `before`; undefined if none does. Names
 * the first part of the state that differs, and a setting that only the boards of these matches share.
 */
export function describeMatches(fixture: AnyFixture, before: string, planesOf?: PlanesOf): string | undefined {
  const now = summarizeMatches(fixture, planesOf);
  if (before === now) return undefined;
  const [old, current] = [readMatches(before), readMatches(now)];
  const moved = current.matches.findIndex(({ settings }, n) => settings.join() !== old.matches[n]?.settings.join());
  if (moved >= 0) return `the board of match ${moved + 1} has changed: did the fixture or the board's format change?`;
  const differences = current.matches.map((match, n) => {
    const parts = firstParts(old.parts, old.matches[n].rounds, current.parts, match.rounds);
    const ends = match.end !== old.matches[n].end;
    // The way in which fields are stored may change. Only the hash, the scores, and the data for players count.
    const counts = ends || parts?.parts.some((part) => SHOWN.has(part));
    return counts ? { ends, divergence: parts && { match: n, ...parts } } : undefined;
  });
  const changed = differences.filter((each) => each !== undefined);
  if (changed.length === 0) return undefined;
  const ends = changed.some((each) => each.ends);
  const first = differences.findIndex((each) => each !== undefined);
  const whole = ends
    ? `Match ${first + 1} was "${old.matches[first].end}" and now is "${current.matches[first].end}", on ${current.matches[first].settings.join(', ')}`
    : 'The matches’ ends are unchanged';
  const [earliest] = changed
    .flatMap(({ divergence }) => divergence ?? [])
    .sort((one, other) => one.round - other.round || one.parts.length - other.parts.length);
  return [
    `${changed.length} of ${current.matches.length} matches ${ends ? 'end' : 'proceed'} differently`,
    ...settingsOf(current.matches, differences),
    ...(earliest ? [describeFirst(fixture, earliest)] : []),
    whole,
  ].join('. ');
}

/** Compares matches by the parts that the game's states used to have, even if the states now have different parts. */
function firstParts(
  oldParts: readonly string[],
  old: readonly string[],
  parts: readonly string[],
  now: readonly string[],
): Omit<Divergence, 'match'> | undefined {
  for (let round = 0; old.length > 0 && round < Math.max(old.length, now.length); round++) {
    if (round >= old.length || round >= now.length) return { round, parts: [] };
    const others = parts.filter((part, at) => {
      const was = oldParts.indexOf(part);
      return was >= 0 && old[round][was] !== now[round][at];
    });
    if (others.length > 0) return { round, parts: others };
  }
  return undefined;
}

/**
 * Describes the setting that all differing matches have, and that no other match has. If there is none, describes the
 * settings that all differing matches have, and that some of the other matches lack.
 */
function settingsOf(matches: readonly MatchLines[], differences: readonly unknown[]): string[] {
  const isOther = (n: number): boolean => differences[n] !== undefined;
  const first = differences.findIndex((each) => each !== undefined);
  const having = (word: string): number[] => matches.flatMap(({ settings }, n) => (settings.includes(word) ? n : []));
  const others = differences.filter((each) => each !== undefined).length;
  if (others === matches.length) return [];
  const common = matches[first].settings
    .map((word) => ({ word, all: having(word) }))
    .filter(({ all }) => all.length < matches.length && all.filter(isOther).length === others)
    .sort((one, other) => one.all.length - other.all.length);
  const only = common.find(({ all }) => all.length === others);
  if (only) return [`These are exactly the matches with "${only.word}"`];
  return common.length === 0
    ? []
    : [`All of them have ${common.map(({ word, all }) => `"${word}" (${all.length} matches in total)`).join(' and ')}`];
}

/** `The first difference is in match 3, round 2, with the moves 0=left: turn (this round now changes turn from 0 to 1)`. */
function describeFirst(fixture: AnyFixture, { match, round, parts }: Divergence): string {
  const { game } = fixture;
  const states: unknown[] = [];
  const kept = (state: unknown): void => void states.push(copyOf(game.clone(state)));
  let moves = '';
  drawWild(fixture, FIRST_SEED + match, round, {
    start: (_, state) => kept(state),
    round(asked, state, { actors, faults }) {
      kept(state);
      const acting = asked
        .map((_, seat) => seat)
        .filter((seat) => !faults[seat] && (!game.actors || actors.includes(seat)));
      moves = acting.map((seat) => `${seat}=${game.move.print(asked[seat])}`).join(', ') || 'none';
    },
  });
  const [before, now] = [states[round - 1], states[round]] as Record<string, unknown>[];
  const fields = parts.filter((part) => !SHOWN.has(part));
  const shown = fields.slice(0, MAX_FIELDS).map((part) => {
    const change = before && firstDifference({ [part]: before[part] }, { [part]: now?.[part] });
    return before === undefined
      ? part
      : change
        ? `${part} (this round now changes ${describeChange(change)})`
        : `${part} (this round no longer changes it)`;
  });
  const told = parts.flatMap((part) => SHOWN.get(part) ?? []);
  const where = `The first difference is in match ${match + 1}, ${round === 0 ? 'before the first round' : `round ${round}, with the moves ${moves}`}`;
  if (fields.length > MAX_FIELDS) shown.push(`${fields.length - MAX_FIELDS} more`);
  if (parts.length === 0) return `${where}: one of the two matches is over`;
  return `${where}: ${[...shown, ...told].join(', ')}`;
}

/** The parts of a state that players receive, with their names in sentences. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  [SEEN, 'the seats’ observations'],
  [TOLD, 'the dialogue’s messages'],
  [PLANES, 'the simulator’s planes'],
]);
const MAX_FIELDS = 5;

import type { ResultLine } from '../batch/result-line.ts';
import type { Entry, LeagueFile, LeagueStanding, RoundFile } from './format.ts';
import type { FileChange } from './source-changes.ts';

// A digest is a short text for a person or a model. Every line begins with its subject, and can be read without the
// other lines. docs/league.md lists the subjects.

/** Maximum number of lines in a digest. Longer digests are truncated. */
export const MAX_DIGEST_LINES = 200;
const MAX_LINE = 300;
const [MAX_OPPONENTS, MAX_FILES, MAX_FIGURES, MAX_ERRORS] = [30, 20, 12, 20];
/** Number of matches that a digest explains. */
const COSTLY = 3;

/** A figure for each seat of a match, such as the number of units lost. */
export interface MatchFigure {
  readonly label: string;
  readonly bySeat: readonly number[];
}

/** The input that is the same for all digests of a round. */
export interface DigestRound {
  readonly league: LeagueFile;
  /** The rounds so far. The last one is the digest's round. */
  readonly history: readonly RoundFile[];
  readonly entries: readonly Entry[];
  readonly lines: readonly ResultLine[];
  /** The figures that the game computes from replays, by match. */
  readonly figures: ReadonlyMap<string, readonly MatchFigure[]>;
}

/** The input for one bot's digest. */
export interface DigestBot {
  readonly name: string;
  /** Changes of the bot's source files since the previous round; undefined in the first round. */
  readonly changes: readonly FileChange[] | undefined;
  /** Explains a match from a seat's perspective, in sentences. */
  readonly why: (match: string, seat: number) => readonly string[];
  /** The path of a match's replay, relative to the league's folder of rounds. */
  readonly replay: (match: string) => string;
}

/** The digest of one bot after a round, of at most 200 lines. */
export function digestText(round: DigestRound, bot: DigestBot): string {
  const lines = [
    ...head(round, bot),
    ...standing(round, bot.name),
    ...changes(round, bot),
    ...problems(round, bot.name),
    ...opponents(round, bot.name),
    ...costly(round, bot),
    ...figures(round, bot.name),
    ...commands(round, bot),
  ];
  const shown = lines.map((line) => line.replaceAll(/\s+/g, ' ').slice(0, MAX_LINE));
  return `${shown.slice(0, MAX_DIGEST_LINES).join('\n')}\n`;
}

const last = <T>(list: readonly T[]): T => list[list.length - 1];
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const elo = (value: number): string => `${value.toFixed(0)} Elo`;
const matchesOf = (count: number): string => `${count} ${count === 1 ? 'match' : 'matches'}`;

const standingOf = ({ standings }: RoundFile, name: string): LeagueStanding =>
  standings.find((each) => each.name === name)!;

function head({ league, history }: DigestRound, { name }: DigestBot): string[] {
  return [`digest: version 1, game ${league.game}, bot ${name}, round ${history.length} of ${league.rounds}`];
}

function standing({ history }: DigestRound, name: string): string[] {
  const now = last(history);
  const { state, rank, elo: rating, margin, points, matches, faults, void: none } = standingOf(now, name);
  const rated = now.standings.filter((each) => each.rank !== null).length;
  const lines = [`state: ${name} is “${state}” in round ${now.round}, with ${matchesOf(matches)}`];
  if (rank !== null && rating !== null && margin !== null && points !== null)
    lines.push(
      `rank: ${name} is number ${rank} of ${rated} rated bots in round ${now.round}`,
      `rating: ${name} has ${elo(rating)} in round ${now.round}, 95% interval ${(rating - margin).toFixed(0)} to ${(rating + margin).toFixed(0)}, mean of the bots 0`,
      `points: ${name} took ${percent(points)} of the points in round ${now.round}`,
    );
  else lines.push(`rating: ${name} has none in round ${now.round}, because its state is “${state}”`);
  if (faults > 0)
    lines.push(`error: ${name} was disqualified in ${faults} of ${matches} matches of round ${now.round}`);
  if (none > 0)
    lines.push(`state: ${none} matches of ${name} in round ${now.round} have no result and count for no one`);
  return lines;
}

function changes({ history, entries }: DigestRound, { name, changes: files }: DigestBot): string[] {
  const [now, before] = [last(history), history.at(-2)];
  const lines: string[] = [];
  const agent = entries.find((each) => each.name === name)?.agent;
  if (agent) lines.push(`agent: the agent of ${name} in round ${now.round}: ${agent.sentence} (${agent.end})`);
  if (before) {
    const [a, b] = [standingOf(before, name), standingOf(now, name)];
    const shown = (each: LeagueStanding) =>
      each.elo === null ? `“${each.state}”` : `${elo(each.elo)} as number ${each.rank}`;
    const apart =
      a.elo === null || b.elo === null
        ? ''
        : Math.abs(a.elo - b.elo) > Math.hypot(a.margin!, b.margin!)
          ? `, beyond chance`
          : `, which can be chance`;
    lines.push(
      `change: ${name} went from ${shown(a)} in round ${before.round} to ${shown(b)} in round ${now.round}${apart}`,
    );
  }
  if (files?.length === 0)
    lines.push(`change: no file of ${name} changed between rounds ${now.round - 1} and ${now.round}`);
  for (const { path, kind, added, removed } of (files ?? []).slice(0, MAX_FILES))
    lines.push(`change: ${name} ${kind} ${path} in round ${now.round}: ${added} lines added, ${removed} removed`);
  if ((files?.length ?? 0) > MAX_FILES)
    lines.push(`change: ${name} changed ${files!.length} files in round ${now.round}`);
  return lines;
}

/** Errors with their locations, most frequent first. */
function problems({ entries, lines, history }: DigestRound, name: string): string[] {
  const entry = entries.find((each) => each.name === name)!;
  const found = entry.problems.flatMap((problem) => problem.split('\n').filter((line) => line.trim() !== ''));
  const errors = found.map((line) => `error: ${name} ${entry.state}: ${line}`);
  const bySentence = new Map<string, { count: number; match: string; round: number }>();
  for (const { match, players, faults } of lines)
    for (const { seat, round, fault, sentence } of faults) {
      if (players[seat] !== name) continue;
      const key = `${fault}: ${sentence}`;
      const known = bySentence.get(key) ?? { count: 0, match, round };
      bySentence.set(key, { ...known, count: known.count + 1 });
    }
  const faults = [...bySentence].sort(([, a], [, b]) => b.count - a.count);
  for (const [sentence, { count, match, round }] of faults)
    errors.push(
      `error: ${name} in ${matchesOf(count)} of round ${last(history).round}, first in match ${match}, its round ${round}: ${sentence}`,
    );
  return errors.slice(0, MAX_ERRORS);
}

/** A match in which a bot played, with the bot's seat, its points, and the points expected from its rating. */
interface OwnMatch {
  readonly line: ResultLine;
  readonly seat: number;
  readonly share: number;
  /** The expected points; undefined if no opponent has a rating. */
  readonly expected: number | undefined;
  readonly others: readonly string[];
}

function ownMatches({ lines, history }: DigestRound, name: string): OwnMatch[] {
  const ratings = new Map(last(history).standings.map(({ name: each, elo: rating }) => [each, rating]));
  const own = ratings.get(name) ?? null;
  return lines.flatMap((line): OwnMatch[] => {
    if (line.failure !== undefined) return [];
    const seat = line.players.findIndex((each, at) => each === name && !line.standIns?.includes(at));
    if (seat < 0) return [];
    const others = [...new Set(line.players.filter((each, at) => each !== name && !line.standIns?.includes(at)))];
    const rated = others.flatMap((each) => ratings.get(each) ?? []);
    const chances = own === null ? [] : rated.map((other) => 1 / (1 + 10 ** ((other - own) / 400)));
    const expected = chances.length === 0 ? undefined : chances.reduce((a, b) => a + b, 0) / chances.length;
    return [{ line, seat, share: line.shares[seat], expected, others }];
  });
}

function opponents(round: DigestRound, name: string): string[] {
  const matches = ownMatches(round, name);
  const { standings, round: number } = last(round.history);
  const met = standings.flatMap(({ name: other, elo: rating, state }) => {
    const against = matches.filter(({ others }) => others.includes(other));
    if (other === name || against.length === 0) return [];
    // In a match with more than two bots, the bot is compared with each of the other bots.
    const points = against.map(({ line, share }) => {
      const theirs = line.shares[line.players.indexOf(other)];
      return share > theirs ? 1 : share < theirs ? 0 : 0.5;
    });
    const mean = points.reduce((a: number, b) => a + b, 0) / points.length;
    return [{ other, mean, count: points.length, rating: rating === null ? `“${state}”` : elo(rating) }];
  });
  met.sort((a, b) => a.mean - b.mean || (a.other < b.other ? -1 : 1));
  return met
    .slice(0, MAX_OPPONENTS)
    .map(
      ({ other, mean, count, rating }) =>
        `opponent: ${name} took ${percent(mean)} of the points against ${other} (${rating}) in ${count} matches of round ${number}`,
    );
}

/** The matches in which the bot's points were furthest below the points expected from the ratings. */
function costly(round: DigestRound, { name, why, replay }: DigestBot): string[] {
  const worst = ownMatches(round, name)
    .map((match) => ({ ...match, cost: (match.expected ?? 0.5) - match.share }))
    .filter(({ cost }) => cost > 0.05)
    .sort((a, b) => b.cost - a.cost || (a.line.match < b.line.match ? -1 : 1));
  // Prefers matches against different bots, because several matches against the same bot would be less informative.
  const first = worst.filter(
    (match, at) => worst.findIndex(({ others }) => String(others) === String(match.others)) === at,
  );
  const chosen = [...first, ...worst.filter((match) => !first.includes(match))].slice(0, COSTLY);
  return chosen.flatMap(({ line, seat, share, expected, others }, n) => {
    const head = `cost ${n + 1}`;
    const scores = line.players.map((player, at) => `${player} ${line.scores[at]}`).join(', ');
    const hoped = expected === undefined ? '' : `, ${percent(expected)} expected`;
    return [
      `${head}: match ${line.match} on board ${line.board}, ${name} in seat ${seat} against ${others.join(', ')}: ${percent(share)} of the points${hoped}`,
      `${head} result: match ${line.match} ended in round ${line.rounds} (${line.reason}) with ${scores}; the order held from round ${line.decided}`,
      ...why(line.match, seat).map((sentence) => `${head} why: ${sentence}`),
      `${head} look: ludus why "$LEAGUE_RESULTS/${replay(line.match)}" --seat ${seat}`,
    ];
  });
}

/** The game's figures for the bot and for its opponents in the same matches, largest differences first. */
function figures(round: DigestRound, name: string): string[] {
  const sums = new Map<string, { own: number[]; others: number[] }>();
  for (const { line, seat } of ownMatches(round, name))
    for (const { label, bySeat } of round.figures.get(line.match) ?? []) {
      const known = sums.get(label) ?? { own: [], others: [] };
      known.own.push(bySeat[seat]);
      line.players.forEach((player, at) => {
        if (player !== name && !line.standIns?.includes(at)) known.others.push(bySeat[at]);
      });
      sums.set(label, known);
    }
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const rows = [...sums].map(([label, { own, others }]) => ({ label, own: mean(own), others: mean(others) }));
  const gap = ({ own, others }: { own: number; others: number }) =>
    Math.abs(own - others) / Math.max(1e-9, Math.abs(own) + Math.abs(others));
  rows.sort((a, b) => gap(b) - gap(a) || (a.label < b.label ? -1 : 1));
  return rows
    .slice(0, MAX_FIGURES)
    .map(
      ({ label, own, others }) =>
        `figure: ${label} per match in round ${last(round.history).round}: ${name} ${own.toFixed(1)}, its opponents ${others.toFixed(1)}`,
    );
}

function commands({ history, entries }: DigestRound, { name }: DigestBot): string[] {
  const { round } = last(history);
  const [at, spec] = [String(round).padStart(2, '0'), entries.find((each) => each.name === name)?.spec];
  const lines = [
    `look: one line per match of round ${round} is in "$LEAGUE_RESULTS/${at}/results.jsonl", the replays are in "$LEAGUE_RESULTS/${at}/replays"`,
    `look: ludus view REPLAY shows a match in the browser, ludus why REPLAY --seat SEAT explains it in text`,
    `look: set LEAGUE_RESULTS to the league’s folder rounds before ludus why; for agents it is set`,
  ];
  if (!spec?.includes('/')) return lines;
  const file = spec.slice(spec.lastIndexOf('/') + 1);
  return [
    `look: ${file} was the bot ${name} in round ${round}; its sources are in rounds/${at}/sources/${name}, and its agent begins the next round with a copy`,
    ...lines,
  ];
}

import type { AnyGame } from '@ludus/game/game.ts';
import { type RefusedMoves, refusedInLogs, type Sidecar } from '@ludus/game/replay.ts';
import { teamsOn } from '@ludus/game/teams.ts';
import { fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import type { BuiltinPlayer } from '@ludus/runtime/parts.ts';
import { LAB_PROBLEMS } from '../problems.ts';
import type { GameAnalysis, Mishap } from './analysis.ts';
import { findBetterMove } from './better-move.ts';
import type { Explanation, Moment } from './explanation.ts';
import { type Finding, mishapFinding, remarkFindings, skillFinding } from './findings.ts';
import { Ledger } from './ledger.ts';
import { type MoveSummary, moveFindings } from './moves-made.ts';
import { type ChancePoint, chanceCurve, largestTurn, placePoints } from './playouts.ts';
import { Recording } from './recording.ts';
import { sentencesOf, turnWord } from './sentences.ts';
import { strengthsOf } from './strengths.ts';

/** The part of a game's kit that explanations need. A `GameKit` satisfies it. */
export interface ExplainableKit {
  readonly game: AnyGame;
  readonly players: readonly BuiltinPlayer[];
  readonly partners: { readonly sparring: string; readonly filler?: string };
  // biome-ignore lint/suspicious/noExplicitAny: state and move only travel between the game's own functions
  readonly analysis?: GameAnalysis<any, any>;
}

export interface ExplainOptions {
  /** The revision of the rules that the replay's sidecar names. */
  readonly revision?: string | undefined;
  /** By seat: names to show instead of the replay’s. */
  readonly names?: readonly string[] | undefined;
  /** The logs in the replay's sidecar. Unlike the replay, they contain the moves that the rules refused. */
  readonly logs?: Sidecar['log'];
  /**
   * Whether to leave out the curve, the turning point, and alternative moves, which makes the explanation much faster.
   */
  readonly isQuick?: boolean;
}

const MAX_RETRIES = 5;
const MAX_MISSED = 3;

/**
 * Explains a match to one of its players, from its replay only. Takes up to a few seconds of CPU time.
 *
 * @param asked the seat, or undefined for the seat that came last
 * @returns a problem if the text isn't a replay of the game, or there is no such seat
 * @example const why = explain(kit, readFileSync('match.res', 'utf8'), 0); if (why.ok)
 * console.log(why.value.sentences.slice(0, 3).join(' '));
 */
export function explain(
  kit: ExplainableKit,
  text: string,
  asked: number | undefined,
  { revision, names: called, logs, isQuick = false }: ExplainOptions = {},
): Result<Explanation> {
  const opened = Recording.open(text, [kit.game], revision, called);
  if (!opened.ok) return opened;
  const recording = opened.value;
  const { game, board, names, rounds, scores, reason } = recording;
  const points = placePoints(scores, recording);
  const seat = asked ?? points.indexOf(Math.min(...points));
  if (!(seat in names)) return fail(problemOf(LAB_PROBLEMS, 'why/seat', names.length - 1, seat));
  const watched = watchMatch(kit, recording);
  const { ledger } = watched;
  const refusals = refusedInLogs(logs, names.length);
  const bySeat = names.map((_, each) => findingsOf(kit, recording, watched, each, refusals[each]));
  const findings = bySeat[seat];
  const teams = teamsOn(game, board);
  const place = placeOf(points, seat, teams);
  const opponents = [...names.keys()].filter((other) => other !== seat && teams?.[other] !== (teams?.[seat] ?? -1));
  const isShared = opponents.some((other) => points[other] === points[seat]);
  const result = place > 1 ? ('lost' as const) : isShared ? ('drawn' as const) : ('won' as const);
  const strengths = strengthsOf(kit.analysis?.skills ?? [], ledger, seat, opponents, names);
  const way = result === 'won' ? 1 : -1;
  const curve = isQuick || rounds === 0 ? [] : chanceCurve(recording, playoutPlayers(kit), seat, way);
  const turningPoint = turnOf(curve, seat, way);
  const moments: Moment[] = missedMoments(kit, ledger, seat, findings);
  for (const mishap of worstMishaps(kit, ledger, seat)) {
    const better =
      isQuick || !kit.analysis ? undefined : findBetterMove(recording, kit.analysis, playoutPlayers(kit)[0], mishap);
    moments.push({
      round: mishap.round,
      kind: 'mishap',
      id: mishap.id,
      text: `${names[seat]} ${mishap.text}.`,
      weight: mishap.weight,
      better: better ?? null,
    });
  }
  if (turningPoint)
    moments.push({
      round: turningPoint.from,
      kind: 'turn',
      id: 'turn',
      text: `The chances of ${names[seat]} ${turnWord(turningPoint)} from ${percent(turningPoint.before)} to ${percent(turningPoint.after)} by round ${turningPoint.to}.`,
      weight: Math.abs(turningPoint.before - turningPoint.after),
      better: null,
    });
  moments.sort((one, other) => one.round - other.round);
  const part = {
    version: 1 as const,
    game: game.id,
    seat,
    names,
    ...(teams && { teams }),
    scores,
    rounds,
    reason,
    result,
    place,
    turningPoint,
    curve,
    strengths,
    findings,
    moments,
  };
  return ok({ ...part, sentences: sentencesOf(part, bySeat, points, teams) });
}

/** Shows the match to the game's watch and records the kinds of the moves. */
function watchMatch(kit: ExplainableKit, recording: Recording) {
  const { analysis } = kit;
  const { game, names } = recording;
  const ledger = new Ledger(names.length);
  const moves: MoveSummary[][] = names.map(() => []);
  let watch: ReturnType<NonNullable<typeof analysis>['watch']> | undefined;
  const empty = game.move.print(game.newMove());
  const lastGain = names.map(() => -1);
  let scores: readonly number[] = [];
  let last: unknown;
  recording.visit({
    asked(state, asked, round) {
      ledger.round = round;
      watch ??= analysis?.watch(state, ledger);
      const actors = game.actors?.(state);
      for (const [seat, move] of asked.entries()) {
        if (actors && !actors.includes(seat)) continue;
        if (recording.faults.some((fault) => fault.seat === seat && fault.round <= round)) continue;
        const text = game.move.print(move);
        const kinds = analysis?.kindsOf ? analysis.kindsOf(move, state, seat) : defaultKinds(text, empty);
        if (kinds === null) continue;
        moves[seat].push({ round, text, kinds });
        const refusal = game.refuse?.(game.observe?.(state, seat) ?? state, seat, move);
        if (refusal !== undefined) ledger.mishap('refused', seat);
      }
      watch?.asked(state, asked);
    },
    played(state) {
      watch?.played(state);
      const now = game.outcome(state).scores;
      for (const [seat, score] of now.entries()) if (score > (scores[seat] ?? score)) lastGain[seat] = ledger.round;
      scores = now;
      last = state;
    },
  });
  if (last !== undefined) watch?.ended?.(last);
  return { ledger, moves, lastGain };
}

/** The kind of a move whose text contains no word. */
const ANY = 'any';

function defaultKinds(text: string, empty: string): readonly string[] {
  if (text === '' || text === empty) return [];
  const word = /[a-z]{2,}/i.exec(text)?.[0];
  return [word?.toLowerCase() ?? ANY];
}

/** All findings about a seat's weaknesses, the heaviest first. */
function findingsOf(
  { analysis }: ExplainableKit,
  recording: Recording,
  { ledger, moves, lastGain }: ReturnType<typeof watchMatch>,
  seat: number,
  refusedMoves: RefusedMoves | undefined,
): Finding[] {
  const { names, rounds, faults, game, scores } = recording;
  const teams = teamsOn(game, recording.board);
  const found: (Finding | undefined)[] = [];
  for (const { round, fault } of faults.filter((each) => each.seat === seat))
    found.push({
      id: 'disqualified',
      seat,
      weight: 5,
      text: `was disqualified in round ${round}${fault === undefined ? '' : ` (${fault})`}`,
      rounds: [round],
      advice: 'Its log shows the failure; ludus debug plays the round again.',
    });
  const illegal = recording.illegal[seat];
  if (illegal)
    found.push({
      id: 'illegal',
      seat,
      weight: 5,
      text: `lost by an illegal move in round ${rounds - 1}: ${illegal}`,
      rounds: [rounds - 1],
      advice: CHECK_MOVES,
    });
  for (const skill of analysis?.skills ?? []) found.push(skillFinding(skill, seat, ledger.chances(skill.id, seat)));
  for (const mishap of [...(analysis?.mishaps ?? []), refused(moves[seat].length)])
    found.push(mishapFinding(mishap, seat, ledger.mishaps(mishap.id, seat), rounds));
  found.push(...remarkFindings(ledger, seat));
  found.push(
    ...moveFindings(
      seat,
      moves,
      names,
      { [ANY]: { doing: '', did: '', isOptional: true }, ...analysis?.kinds },
      (other) => other !== seat && (!teams || teams[other] !== teams[seat]),
    ),
  );
  const others = lastGain.filter((_, other) => other !== seat);
  const idle = (Math.max(...others) - lastGain[seat]) / Math.max(1, rounds);
  if (game.scoresAddUp && idle > 0.25 && scores[seat] < Math.max(...scores))
    found.push({
      id: 'no-points',
      seat,
      weight: 0.3 * idle,
      text: lastGain[seat] < 0 ? 'never gained a point' : `gained no point after round ${lastGain[seat]}`,
      rounds: [Math.max(0, lastGain[seat])],
      advice: undefined,
    });
  if (refusedMoves) {
    const share = Math.min(1, refusedMoves.count / Math.max(1, moves[seat].length));
    // Refused moves become empty moves, so a finding about an idle seat would only repeat the finding about refused
    // moves.
    const told = share > 0.5 ? found.filter((finding) => finding?.id !== 'idle') : found;
    return heaviestOf([...told, refusedFinding(seat, refusedMoves, share)]);
  }
  return heaviestOf(found);
}

const heaviestOf = (found: readonly (Finding | undefined)[]): Finding[] =>
  distinct(found.filter((finding) => finding !== undefined)).filter(({ weight }) => weight > 0.02);

/**
 * The heaviest finding of each id, in order. If one of the findings with the same id tells when the seat stopped doing
 * something, the text comes from that finding.
 */
function distinct(findings: readonly Finding[]): Finding[] {
  const heaviest = new Map<string, Finding>();
  for (const finding of findings) {
    const known = heaviest.get(finding.id);
    if (!known) heaviest.set(finding.id, finding);
    else {
      const [one, other] = known.weight >= finding.weight ? [known, finding] : [finding, known];
      // Prefers the finding from the moves, which gives the exact round. The finding from chances gives the round of
      // the last chance, which may have come long before.
      const when = [known, finding].findLast(({ text }) => text.startsWith('stopped')) ?? one;
      heaviest.set(one.id, { ...one, text: when.text, advice: one.advice ?? other.advice });
    }
  }
  return [...heaviest.values()].sort((one, other) => other.weight - one.weight);
}

const CHECK_MOVES = 'Check each move against the rules before you send it.';

const refused = (moves: number): Mishap => ({
  id: 'refused',
  did: (count) => `chose ${count === 1 ? 'a move' : `${count} moves`} that the rules don’t allow`,
  norm: 0,
  worth: 1.5 / Math.max(10, moves),
  advice: CHECK_MOVES,
});

/** @param share the share of the seat's moves */
const refusedFinding = (seat: number, { count, round, why }: RefusedMoves, share: number): Finding => ({
  id: 'refused',
  seat,
  weight: 3 * share,
  text: `had ${count === 1 ? 'a move' : `${count} moves`} refused; first: in round ${round}, ${why}`,
  rounds: [round],
  advice: CHECK_MOVES,
});

/** The most costly mishaps, for which the search tries other moves. */
function worstMishaps({ analysis }: ExplainableKit, ledger: Ledger, seat: number) {
  return (analysis?.mishaps ?? [])
    .flatMap(({ id, worth, did }) =>
      ledger.mishaps(id, seat).map(({ round, count, about }) => ({
        id,
        seat,
        round,
        about,
        weight: count * worth,
        text: did(count),
      })),
    )
    .sort((one, other) => other.weight - one.weight || one.round - other.round)
    .slice(0, MAX_RETRIES);
}

/** The heaviest missed chances to show a skill, for skills with a finding. */
function missedMoments(
  { analysis }: ExplainableKit,
  ledger: Ledger,
  seat: number,
  findings: readonly Finding[],
): Moment[] {
  return (analysis?.skills ?? [])
    .filter(({ id }) => findings.some((finding) => finding.id === id))
    .flatMap((skill) =>
      ledger
        .chances(skill.id, seat)
        .filter(({ isTaken }) => !isTaken)
        .map(({ round, share }) => ({ skill, round, weight: share * skill.worth })),
    )
    .sort((one, other) => other.weight - one.weight || one.round - other.round)
    .filter(({ skill }, at, all) => all.findIndex((each) => each.skill === skill) === at)
    .slice(0, MAX_MISSED)
    .map(({ skill, round, weight }) => ({
      round,
      kind: 'missed' as const,
      id: skill.id,
      text: skill.advice,
      weight,
      better: null,
    }));
}

/** The fast built-in players that can continue a match, the usual one first. */
function playoutPlayers({ players, partners, analysis }: ExplainableKit): BuiltinPlayer[] {
  const names = analysis?.playouts ?? [partners.filler ?? partners.sparring];
  return names.map((name) => {
    const player = players.find((each) => each.name === name);
    if (!player) throw new Error(`the analysis names ${name}, which isn’t a player of the game`);
    return player;
  });
}

function turnOf(curve: readonly ChancePoint[], seat: number, way: 1 | -1): Explanation['turningPoint'] {
  if (curve.length < 2) return null;
  const { at, before, after } = largestTurn(curve, seat, way);
  return way * (after - before) < 0.15 ? null : { from: curve[at].round, to: curve[at + 1].round, before, after };
}

function placeOf(points: readonly number[], seat: number, teams: readonly number[] | undefined): number {
  const better = points.flatMap((each, other) => (each > points[seat] ? [teams?.[other] ?? other] : []));
  return 1 + new Set(better).size;
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

import type { PlayedStage } from '@ludus/lab/statistics.ts';
import { drawnOrder, tableSeed } from './chance.ts';
import { type CompareMembers, decide, groupsOf, split, tiedAcross } from './cuts.ts';
import { nextStage } from './formats.ts';
import type {
  ClosedStage,
  Cut,
  Decision,
  Index,
  OpenStage,
  Results,
  RoundMatch,
  RoundSetup,
  RoundState,
  StagePlan,
  Tally,
} from './state.ts';
import { drawnTables, matchesAt } from './tables.ts';
import { compareTallies, NOTHING, plus, tallyOf } from './tally.ts';

/**
 * A round as a pure function of its setup and the results of its matches. A round proceeds in waves. The matches of a
 * wave can be played at the same time and in any order. The next wave is planned after all matches of the wave have a
 * result, so the order of results doesn't matter.
 */

/**
 * Returns the state of a round before the first result. The state's setup lists the entrants in the order that the
 * terms require.
 */
export function start(setup: RoundSetup): RoundState {
  return withNextStage({ setup: listed(setup), closed: [], matches: [] });
}

/**
 * Returns the setup with its entrants in the given order, or in an order drawn from the secret. The drawn order doesn't
 * depend on the entrants' current order.
 */
export function listed(setup: RoundSetup): RoundSetup {
  if (setup.terms.order === 'given') return setup;
  const order = drawnOrder(
    setup.chance,
    'order',
    setup.entrants.map(({ entrant }) => entrant),
  );
  const byNumber = new Map(setup.entrants.map((each) => [each.entrant, each]));
  return { ...setup, entrants: order.map((entrant) => byNumber.get(entrant)!) };
}

/** Applies the available results. The state doesn't depend on the order in which they arrive. */
export function after(state: RoundState, results: Results): RoundState {
  let now = state;
  while (now.open !== undefined && now.open.waves.at(-1)!.every(({ number }) => results.has(number)))
    now = waveOver(now, now.open, results);
  return now;
}

/** Computes the whole round from its results. */
export const roundOf = (setup: RoundSetup, results: Results): RoundState => after(start(setup), results);

/** Returns the matches that can be played now, by number. */
export function due({ open }: RoundState, results: Results): RoundMatch[] {
  return (open?.waves.at(-1) ?? []).filter(({ number }) => !results.has(number));
}

/** Counts each player's lost stages; a player with `lives` losses is eliminated. */
export function lossesOf(closed: readonly ClosedStage[]): Map<Index, number> {
  const lost = new Map<Index, number>();
  for (const { plan, decisions } of closed)
    if (plan.cuts.every(({ over }) => over === 'stage'))
      for (const decision of decisions)
        for (const index of split(decision, decision.cut.boundaries[0]).go.flat())
          lost.set(index, (lost.get(index) ?? 0) + 1);
  return lost;
}

/** Returns the players who withdrew before a stage (from 0) is drawn. */
export function goneBefore({ withdrawn, entrants }: RoundSetup, stage: number): Index[] {
  const gone = new Set(withdrawn.filter((each) => each.stage <= stage).map(({ entrant }) => entrant));
  return entrants.flatMap(({ entrant }, index) => (gone.has(entrant) ? [index] : []));
}

/** Returns the players who are still active before the next stage. */
export function insideOf({ setup, closed }: RoundState): Index[] {
  const { format } = setup.terms;
  const lives = format.kind === 'knock-out' ? format.lives : 1;
  const lost = lossesOf(closed);
  const gone = new Set(goneBefore(setup, closed.length));
  return setup.entrants.flatMap((_, index) => ((lost.get(index) ?? 0) < lives && !gone.has(index) ? [index] : []));
}

function withNextStage(state: RoundState): RoundState {
  const { setup, closed, matches } = state;
  const inside = insideOf(state);
  const gone = (stage: number) => goneBefore(setup, stage);
  const plan = nextStage(setup.terms.format, { state, inside, gone });
  if (plan === undefined) return { setup, closed, matches };
  const wave = matchesAt(setup, plan.tables, plan.games, {
    stage: closed.length,
    playOn: 0,
    first: matches.length + 1,
  });
  return { setup, closed, matches: [...matches, ...wave], open: { plan, waves: [wave] } };
}

/** Continues after all matches of a wave have results. Either tie-break matches are next, or the stage ends. */
function waveOver(state: RoundState, open: OpenStage, results: Results): RoundState {
  const { setup, closed, matches } = state;
  const { terms, chance } = setup;
  const ranks = open.plan.cuts.map((cut) => groupsOf(cut.members, comparison(state, open, cut, results)));
  const tied = open.plan.cuts.flatMap((cut, at) => tiedAcross(cut, ranks[at]));
  const deal = open.waves.length;
  if (tied.length > 0 && deal * terms.seats <= terms.playOn) {
    const tables = tied.flatMap((group, at) => {
      const seed = tableSeed(chance, `stage ${closed.length + 1} deal ${deal} group ${at + 1}`);
      return drawnTables(group, [], terms.seats, terms.seats, seed, deal - 1);
    });
    const position = { stage: closed.length, playOn: deal, first: matches.length + 1 };
    const wave = matchesAt(setup, tables, 1, position);
    return { setup, closed, matches: [...matches, ...wave], open: { ...open, waves: [...open.waves, wave] } };
  }
  const decisions = open.plan.cuts.map((cut, at) =>
    decide(cut, ranks[at], (group) => {
      const entrants = group.map((index) => setup.entrants[index].entrant);
      const order = drawnOrder(chance, `stage ${closed.length + 1}`, entrants);
      return order.map((entrant) => group[entrants.indexOf(entrant)]);
    }),
  );
  return withNextStage({ setup, closed: [...closed, close(state, open, decisions, results)], matches });
}

/**
 * Returns a function that compares a cut's members by the results so far: first by the cut's matches, then by each deal
 * of tie-breaks.
 */
function comparison(state: RoundState, { plan, waves }: OpenStage, cut: Cut, results: Results): CompareMembers {
  const { counts } = state.setup.terms;
  const [own, ...playedOn] = waves;
  const inStage = withByes(plan, tallyOf(own, results, counts), state);
  const totals = cut.over === 'stage' ? inStage : summed([...state.closed.map(({ tally }) => tally), inStage]);
  const tallies = [totals, ...playedOn.map((wave) => tallyOf(wave, results, counts))];
  return (a, b) => {
    for (const tally of tallies) {
      const difference = compareTallies(tally.get(a) ?? NOTHING, tally.get(b) ?? NOTHING);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** Returns the members' results in a stage. In a Swiss stage, a bye is treated as won matches. */
function withByes(plan: StagePlan, tally: Map<Index, Tally>, { setup }: RoundState): Map<Index, Tally> {
  const { format, counts, seats } = setup.terms;
  if (format.kind !== 'swiss' || counts === 'scores') return tally;
  const won = { points: 2 * (seats - 1) * plan.games, matches: plan.games };
  return new Map([...tally, ...plan.byes.map((index) => [index, won] as const)]);
}

export function summed(tallies: readonly ReadonlyMap<Index, Tally>[]): Map<Index, Tally> {
  const sum = new Map<Index, Tally>();
  for (const tally of tallies)
    for (const [index, reached] of tally) sum.set(index, plus(sum.get(index) ?? NOTHING, reached));
  return sum;
}

function close(state: RoundState, open: OpenStage, decisions: readonly Decision[], results: Results): ClosedStage {
  const { setup, closed } = state;
  const { format, counts } = setup.terms;
  const { plan } = open;
  const [matches, ...played] = open.waves;
  const lost = lossesOf(closed);
  const fallen = decisions.flatMap((decision) =>
    decision.cut.over === 'all' ? [] : split(decision, decision.cut.boundaries[0]).go,
  );
  // Players whose bracket ends in the same stage aren't ordered.
  const lastLife = fallen.flat().filter((index) => (lost.get(index) ?? 0) + 1 === livesOf(format));
  const out =
    format.kind === 'knock-out' ? [lastLife.sort((a, b) => a - b)].filter(({ length }) => length > 0) : fallen;
  return {
    plan,
    matches,
    played,
    tally: withByes(plan, tallyOf(matches, results, counts), state),
    tallyOn: tallyOf(played.flat(), results, counts),
    decisions,
    out,
    stage: labStage(setup, plan, matches, decisions, results),
  };
}

const livesOf = (format: RoundSetup['terms']['format']): number => (format.kind === 'knock-out' ? format.lives : 1);

/**
 * Converts a stage to the form that the formats of the lab package need. For knock-out, these are the players who
 * stayed and the players who lost; for Swiss, the shares.
 */
function labStage(
  { terms }: RoundSetup,
  plan: StagePlan,
  matches: readonly RoundMatch[],
  decisions: readonly Decision[],
  results: Results,
): PlayedStage {
  const stage = { name: '', tables: plan.tables, byes: plan.byes };
  const { kind } = terms.format;
  if (kind !== 'knock-out' && kind !== 'swiss') return { stage, results: [] };
  const knockOut = kind === 'knock-out';
  return {
    stage,
    results: plan.tables.map((table, at) => {
      const stay = knockOut ? split(decisions[at], decisions[at].cut.boundaries[0]).stay.flat() : [];
      const here = matches.filter(({ table: number }) => number === at);
      const tally = knockOut ? undefined : tallyOf(here, results, 'places');
      const shares = table.players.map((index, place) => {
        if (table.standIns.includes(place)) return 0;
        if (tally === undefined) return stay.includes(index) ? 1 : 0;
        const { points, matches: played } = tally.get(index) ?? NOTHING;
        return played === 0 ? 0.5 : points / played / (2 * (table.players.length - 1));
      });
      return { shares, scores: shares.map(() => 0) };
    }),
  };
}

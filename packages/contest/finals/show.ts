import type { AnyGame } from '@ludus/game/game.ts';
import { describeProblem, fail, ok, problemOf, type Result } from '@ludus/kernel/result.ts';
import { expandMoves, isMovesFile } from '@ludus/lab/moves-file.ts';
import type { ReplyOf } from '../api/routes.ts';
import { checkExport } from '../rounds/export/check.ts';
import type { RoundExport } from '../rounds/export/lines.ts';
import { EXPORT_PROBLEMS } from '../rounds/export/read.ts';
import { checkReplay } from '../rounds/export/replays.ts';
import { type RevealStep, reveal } from '../rounds/reveal.ts';
import { standing } from '../rounds/standing.ts';
import { decisiveOf, type RevealData, type ShownMatch } from './show-page.ts';

/** Returns the reveal of an export, or a problem if the export contradicts itself or a replay can't be played again. */
export function showOf(round: RoundExport, game: AnyGame): Result<RevealData> {
  const checked = checkExport(round);
  if (checked.kind === 'differs') return fail(problemOf(EXPORT_PROBLEMS, 'round/differs', checked.sentence));
  const { state, results } = checked;
  const named = new Map(round.names?.names.map(({ entrant, name }) => [entrant, name]));
  const nameOf = (entrant: number) => named.get(entrant) ?? `entrant ${entrant}`;
  const steps = [...reveal(state, results)].map((step) => shownStep(step, nameOf, (match) => match));
  const matches: ShownMatch[] = [];
  for (const match of decisiveOf(steps)) {
    const line = round.matches[match - 1];
    const { text } = line;
    if (text === null) continue;
    const differs = checkReplay(line, round.head.terms, game);
    if (differs !== undefined) return fail(problemOf(EXPORT_PROBLEMS, 'round/differs', differs));
    const replay = isMovesFile(text) ? expandMoves(text, [game]) : ok(text);
    if (!replay.ok) return fail({ ...replay.problem, message: `match ${match}: ${describeProblem(replay.problem)}` });
    matches.push({ match, names: namesIn(round, match, nameOf), replay: replay.value });
  }
  return ok({
    slug: round.names?.slug ?? game.id,
    contest: round.names?.contest ?? game.title,
    game: game.title,
    title: round.names?.title ?? 'Final',
    steps,
    standing: standing(state).map((row) => ({ ...row, name: nameOf(row.entrant) })),
    matches,
  });
}

/** Returns the players' names in a match, by seat. */
function namesIn({ head, entrants, matches }: RoundExport, match: number, nameOf: (entrant: number) => string) {
  const entrantOf = new Map(entrants.map(({ submission, entrant }) => [submission, entrant]));
  return matches[match - 1].seats.map((version) => {
    const entrant = entrantOf.get(version);
    return entrant === undefined ? (head.terms.fillers[-1 - version] ?? 'unknown') : nameOf(entrant);
  });
}

/** Returns a step as viewers see it. `numberOf` converts a match's number in the round to its number in the contest. */
export function shownStep(
  step: RevealStep,
  nameOf: (entrant: number) => string,
  numberOf: (inRound: number) => number,
): ReplyOf<'reveal'>[number] {
  const decisive = step.decisive === null ? null : numberOf(step.decisive);
  if (step.kind === 'place')
    return { ...step, decisive, rows: step.rows.map((row) => ({ ...row, name: nameOf(row.entrant) })) };
  return {
    ...step,
    decisive,
    rows: step.rows.map((row) => ({ ...row, name: nameOf(row.entrant) })),
    byes: [...step.byes],
    playedOn: step.playedOn.map(numberOf),
    drawn: [...step.drawn],
  };
}

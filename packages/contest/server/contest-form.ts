import type { AnyKit } from 'ludus/kit.ts';
import type { ContestForm } from '../api/contest.ts';
import { fuelRuleOf, type GameCatalog, languagesOf } from '../game-catalog.ts';
import { type Factors, type Language, SECONDS, secondsIn } from '../words.ts';
import { wrong } from './refusal.ts';

/** Forms have a precision of one minute, so smaller differences aren't changes. */
const MINUTE_MS = 60_000;

/** Checks whether a new end is in the past; an unchanged end is allowed. */
export function isPastEnd(closes: string | null, before: string | null, now: number): boolean {
  if (closes === null) return false;
  const at = Date.parse(closes);
  const isNew = before === null || Math.abs(Date.parse(before) - at) >= MINUTE_MS;
  return isNew && at <= now;
}

/**
 * Returns the form of a contest as it is stored. Languages without players of the game are left out, and the id of the
 * first revision is omitted.
 *
 * @param before the previous form, if an existing contest is changed
 * @throws RefusalError with the invalid field
 */
export function checkedForm(
  catalog: GameCatalog,
  kit: AnyKit,
  form: ContestForm,
  before: ContestForm | undefined,
  now = Date.now(),
): ContestForm {
  const { revision, factors: _, teamSize = 1, realNames = false, ...rest } = form;
  const revisions = (kit.game.revisions ?? []).map(({ id }) => id);
  if (revision !== undefined && !revisions.includes(revision))
    throw wrong('revision', 'game/revision', { game: kit.game.title, revision });
  const offered = languagesOf(kit, catalog);
  const languages = form.languages.filter((each) => offered.includes(each));
  if (languages.length === 0) throw wrong('languages', 'game/language', { game: kit.game.title });
  const { builtin } = form.qualify;
  if (builtin !== null && !kit.players.some(({ name }) => name === builtin))
    throw wrong('qualify.builtin', 'game/player', { game: kit.game.title, player: builtin });
  const { opens, closes } = form;
  if (opens !== null && closes !== null && Date.parse(closes) <= Date.parse(opens))
    throw wrong('closes', 'contest/order');
  if (isPastEnd(closes, before?.closes ?? null, now))
    throw wrong('closes', before === undefined ? 'contest/past-new' : 'contest/past');
  const factors = checkedFactors(kit, form, languages);
  return {
    ...rest,
    ...(revision !== undefined && revision !== revisions[0] && { revision }),
    ...(factors && { factors }),
    ...(teamSize > 1 && { teamSize }),
    ...(realNames && { realNames }),
    languages,
  };
}

/**
 * Returns the factors of these languages, except factors of 1; undefined if no factor is left. A bot's seconds must
 * stay within the general limits.
 */
function checkedFactors(kit: AnyKit, form: ContestForm, languages: readonly Language[]): Factors | undefined {
  const factors: Factors = {};
  for (const language of languages) {
    const factor = form.factors?.[language] ?? 1;
    if (factor === 1) continue;
    factors[language] = factor;
    const seconds = secondsIn(fuelRuleOf(kit, form), language);
    if (seconds < SECONDS.least || seconds > SECONDS.most)
      throw wrong(`factors.${language}`, 'contest/factor', {
        seconds: String(seconds),
        least: String(SECONDS.least),
        most: String(SECONDS.most),
      });
  }
  return Object.keys(factors).length === 0 ? undefined : factors;
}

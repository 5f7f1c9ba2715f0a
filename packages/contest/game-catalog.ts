import { inRevision } from '@ludus/game/replay.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { lookOf } from './store/name-key.ts';
import type { Row } from './store/schema.ts';
import type { FuelRule, Language, QualificationRule } from './words.ts';

/**
 * The facts about games that a contest needs. The caller passes these facts, so that this package knows no game by
 * name.
 */
export interface GameCatalog {
  readonly kits: readonly AnyKit[];
  /** Returns the texts of a game's built-in boards by name, in the order in which the game lists the boards. */
  boardsOf(game: string): ReadonlyMap<string, string>;
  /**
   * Returns the starter files of a game in all languages. Code that submissions share with these files isn't evidence
   * of copying.
   */
  startersOf(game: string): readonly Starter[];
  /** Checks whether bots in Rust can be compiled to WebAssembly here. If this function is absent, they can't. */
  compilesRust?(): boolean;
}

/**
 * A file that every entrant gets. `file`: the file's name without folders. `name`: if the file is a player, the word in
 * the text that is replaced with the player's name.
 */
export interface Starter {
  readonly file: string;
  readonly text: string;
  readonly name?: string;
}

/**
 * The placeholder, among a contest's boards, for a board that the game generates from each match's seed. It has no
 * text.
 */
const EACH_SEED = 'each-seed';

/**
 * Returns the boards that a contest of this game may use, by name and in the order of display: built-in boards, or
 * generated boards.
 */
export function boardsOffered(
  catalog: GameCatalog,
  game: string,
): ReadonlyMap<string, { readonly text: string; readonly seats: number }> {
  const { game: rules } = kitIn(catalog, game);
  const offered = new Map<string, { text: string; seats: number }>();
  for (const [name, text] of catalog.boardsOf(game)) {
    const read = rules.readBoard(text);
    if (read.ok) offered.set(name, { text, seats: rules.seatsOf(read.value) });
  }
  if (offered.size === 0 && rules.generateBoard)
    offered.set(EACH_SEED, { text: '', seats: rules.seatsOf(rules.generateBoard(1)) });
  return offered;
}

/**
 * Returns a game's kit. `revision`: the id of the rules' revision; absent: the first revision. Throws if the game or
 * the revision doesn't exist.
 */
export function kitIn(catalog: GameCatalog, game: string, revision?: string): AnyKit {
  const kit = catalog.kits.find((each) => each.game.id === game);
  if (!kit) throw new Error(`there is no game ${game}`);
  return revision === undefined ? kit : { ...kit, game: inRevision(kit.game, revision) };
}

/**
 * Returns the built-in bot that a submission must beat to qualify: the bot that the organiser chose, otherwise the
 * game's weakest bot. Qualifying matches only exclude bots that can't play; the ladder measures the strength of all
 * other bots.
 */
export const gatekeeperOf = ({ players }: AnyKit, { builtin }: QualificationRule): string => builtin ?? players[0].name;

/**
 * Checks whether a name may be mistaken for the name of one of the game's built-in bots, regardless of accents and
 * spaces.
 */
export const looksBuiltIn = ({ players }: AnyKit, name: string): boolean =>
  players.some((each) => letters(each.name) === letters(name));
const letters = (name: string): string => lookOf(name).replace(/[\p{M}\s]/gu, '');

/**
 * Returns the game's default bot for seats without a submission. It is used unless the organiser chose another built-in
 * bot.
 */
export const fillerOf = ({ partners }: AnyKit): string => partners.filler ?? partners.sparring;

/** Returns the languages of a game's players that this server can compile. */
export const languagesOf = ({ game, image, samples, api }: AnyKit, catalog: GameCatalog): Language[] => [
  ...((image ?? game.dialogue) && samples?.cpp ? (['cpp'] as const) : []),
  ...(api ? (['typescript', 'javascript'] as const) : []),
  ...(game.dialogue ? (['python'] as const) : []),
  ...(game.dialogue && catalog.compilesRust?.() ? (['rust'] as const) : []),
  'module',
  ...(game.dialogue ? (['program'] as const) : []),
];

/**
 * Checks whether matches give the same result every time and on every machine. The results may differ if the contest
 * allows programs.
 */
export const isRepeatable = ({ form }: Pick<Row<'contests'>, 'form'>): boolean => !form.languages.includes('program');

/** Returns a player's seconds of fuel, per match or per move, and the languages' factors. */
export const fuelRuleOf = ({ game }: AnyKit, { seconds, factors }: Row<'contests'>['form']): FuelRule => ({
  seconds: seconds ?? game.budget.cpuMs / 1000,
  factors,
});

/**
 * Returns the built-in bots that may fill tables: the bots from the weakest to the default filler. Stronger bots may
 * need a long time for each move, and would delay all matches.
 */
export function fillersOf(kit: AnyKit): string[] {
  const names = kit.players.map(({ name }) => name);
  return names.slice(0, names.indexOf(fillerOf(kit)) + 1);
}

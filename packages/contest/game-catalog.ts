import { inRevision } from '@ludus/game/replay.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { lookOf } from './store/name-key.ts';
import type { Row } from './store/schema.ts';
import type { FuelRule, Language, Qualify } from './words.ts';

/** The contest's facts about games, passed in by the caller, so that no game is known by name here. */
export interface GameCatalog {
  readonly kits: readonly AnyKit[];
  /** The boards that come with a game: text by name, in their order. */
  boardsOf(game: string): ReadonlyMap<string, string>;
  /** The starter files of a game in all languages: common parts from them are not evidence. */
  startersOf(game: string): readonly Starter[];
  /** Whether bots in Rust can be compiled to WebAssembly here; absent: no. */
  compilesRust?(): boolean;
}

/** A file that everyone is given, by its name without folders. `name`: the word in it that becomes the player's name, if it is a player. */
export interface Starter {
  readonly file: string;
  readonly text: string;
  readonly name?: string;
}

/** The placeholder for a board that the game generates from each match's seed: a name among its boards, without a text. */
const EACH_SEED = 'each-seed';

/** The boards that a contest of this game may have, by name, in order: built-in ones, or generated ones. */
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

/** A game's kit. `revision`: of its rules, by id; without it the first one. Throws where there is none. */
export function kitIn(catalog: GameCatalog, game: string, revision?: string): AnyKit {
  const kit = catalog.kits.find((each) => each.game.id === game);
  if (!kit) throw new Error(`there is no game ${game}`);
  return revision === undefined ? kit : { ...kit, game: inRevision(kit.game, revision) };
}

/**
 * The built-in player that must be beaten to be in: the one that the organiser chose, else the weakest of the game. It keeps out what
 * doesn't play; how strong the others are is what the ladder finds out.
 */
export const gatekeeperOf = ({ players }: AnyKit, { builtin }: Qualify): string => builtin ?? players[0].name;

/** Whether a name may be mistaken for that of a built-in player of the game, accents and blanks or not. */
export const looksBuiltIn = ({ players }: AnyKit, name: string): boolean =>
  players.some((each) => letters(each.name) === letters(name));
const letters = (name: string): string => lookOf(name).replace(/[\p{M}\s]/gu, '');

/** The built-in player that sits where no submission does, unless the organiser chose another. */
export const fillerOf = ({ partners }: AnyKit): string => partners.filler ?? partners.sparring;

/** The languages of a game's players that this server can compile. */
export const languagesOf = ({ game, image, samples, api }: AnyKit, catalog: GameCatalog): Language[] => [
  ...((image ?? game.dialogue) && samples?.cpp ? (['cpp'] as const) : []),
  ...(api ? (['typescript', 'javascript'] as const) : []),
  ...(game.dialogue ? (['python'] as const) : []),
  ...(game.dialogue && catalog.compilesRust?.() ? (['rust'] as const) : []),
  'module',
  ...(game.dialogue ? (['program'] as const) : []),
];

/** Its matches give the same result every time, on every machine: no program plays in it. */
export const isRepeatable = ({ form }: Pick<Row<'contests'>, 'form'>): boolean => !form.languages.includes('program');

/** The seconds of a player, of a match or of a move, and the factors of languages. */
export const fuelRuleOf = ({ game }: AnyKit, { seconds, factors }: Row<'contests'>['form']): FuelRule => ({
  seconds: seconds ?? game.budget.cpuMs / 1000,
  factors,
});

/**
 * The fillers of fields that are short of players: those up to the usual filler. Stronger ones may think for long, and would be
 * in everyone's way.
 */
export function fillersOf(kit: AnyKit): string[] {
  const names = kit.players.map(({ name }) => name);
  return names.slice(0, names.indexOf(fillerOf(kit)) + 1);
}

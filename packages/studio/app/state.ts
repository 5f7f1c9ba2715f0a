import type { AnyGame } from '@ludus/game/game.ts';
import { nameFrom } from '@ludus/game/names.ts';
import { inRevision, namedRevision } from '@ludus/game/replay.ts';
import { newMatchKey } from '@ludus/referee/match.ts';
import { computed, effect, signal } from '@preact/signals';
import { type BoardChoice, BUILTIN_BOARDS, seedBoard } from '../data/boards.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import type { Draft } from '../data/drafts.ts';
import type { LinkedMatch } from '../data/link.ts';
import { ownBoards } from '../data/own-boards.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import type { RecentMatch } from '../data/recent.ts';
import { GAMES, KITS, kitOf, type RulesOrder } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import type { CodePlace, SourceMistake } from '../match/code-place.ts';
import { codeOf, type MatchOrder, type PlayerOrder } from '../match/order.ts';
import { HAND_CHOICE, handOf, handOrder } from './hand.ts';
import { isPlayground, type SiteInfo } from './page-variant.ts';

/** The games that have a view. */
export const CHOICES: readonly AnyGame[] = GAMES.filter(({ id }) => viewOf(id));

export interface RunError {
  readonly game: string;
  readonly name: string;
  /** The line in the player's source code; undefined if unknown. */
  readonly place: CodePlace | undefined;
  readonly message: string;
}

export interface BranchPoint {
  readonly game: string;
  readonly replay: string;
  /** The revision of the rules that the sidecar names. */
  readonly told: string | undefined;
  readonly names: readonly string[];
  readonly round: number;
}

/** The values of the form. */
export const game = signal<string>(CHOICES[0].id);
/**
 * The id of the revision of the game's rules; undefined for the first revision, or if the game has only one revision.
 */
export const revision = signal<string | undefined>(undefined);
export const boardName = signal('');
export const seed = signal(1);
/** The chosen player of each seat: `builtin/Demo` or `own/Mine`. */
export const seats = signal<readonly string[]>([]);

/** The players to choose from, in addition to the built-in players. */
export const own = signal<readonly OwnPlayer[]>([]);
export const folderBoards = signal<readonly BoardChoice[]>([]);
export const folderReplays = signal<readonly string[]>([]);
/** The games with services on the server. */
export const serving = signal<readonly string[]>([]);
/** Whether the server has rooms for matches with friends. */
export const hasRooms = signal(false);
export const recent = signal<readonly RecentMatch[]>([]);

/**
 * The state of the match under way; undefined if there is none. `silent`: the player that hasn't answered for some
 * time. `doing`: the preparation under way.
 */
export const running = signal<
  { readonly round: number; readonly silent?: string | undefined; readonly doing?: string | undefined } | undefined
>(undefined);
/** The progress of loading a compiler. */
export const compiler = signal<string | undefined>(undefined);
/** A compiler's messages about a player written in this page. */
export const sourceMistakes = signal<
  { readonly game: string; readonly name: string; readonly mistakes: readonly SourceMistake[] } | undefined
>(undefined);
/** The site's features, if the page belongs to a site. */
export const site = signal<SiteInfo | undefined>(undefined);
/** The message that the browser can't store the page for offline use, with the reason. */
export const notice = signal<string | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** The match to branch from, and the round; undefined while no branch is requested. */
export const branching = signal<BranchPoint | undefined>(undefined);
/** The order of the shown match, if the match was played in this page, and the name of its board. */
export const shown = signal<{ readonly order: MatchOrder; readonly board: string } | undefined>(undefined);
/** The match in the address, until the user plays or dismisses it. */
export const shared = signal<LinkedMatch | undefined>(undefined);
/** The viewer's theme, which the whole studio uses. */
export const theme = signal<'dark' | 'light'>('dark');
/** The player in the editor, the player's unsaved text, and the errors in the player's saved text. */
export const editing = signal<OwnPlayer | undefined>(undefined);
export const draft = signal<Draft | undefined>(undefined);
export const editorProblem = signal<string | undefined>(undefined);
/**
 * The files of that player that have changed on disk since they were read. The player isn't saved before the user
 * agrees.
 */
export const changedThere = signal<readonly string[]>([]);
/** The location at which a player written in this page failed in the last match. */
export const runError = signal<RunError | undefined>(undefined);
/** The visible part of the page while a bot is edited, if there is no space for all parts. */
export type Pane = 'code' | 'guide' | 'match';
export const pane = signal<Pane>('code');
/** Whether the form is open. While the form is closed, the board has the whole page. */
export const formOpen = signal(true);

export const boards = computed(() => {
  const made = seedBoard(game.value, seed.value);
  const files = [...BUILTIN_BOARDS, ...folderBoards.value, ...ownBoards.value].filter(
    (board) => board.game === game.value,
  );
  return made ? [...files, made] : files;
});
export const board = computed(() => boards.value.find((each) => each.name === boardName.value));
/** The number of seats on the chosen board. */
export const seatCount = computed(() => {
  const chosen = GAMES.find((each) => each.id === game.value)!;
  const text = board.value?.text;
  const read = chosen.seats.length === 1 || text === undefined ? undefined : chosen.readBoard(text);
  return read?.ok ? chosen.seatsOf(read.value) : chosen.seats[0];
});
const kit = computed(() => kitOf(game.value) ?? KITS[0]);
export const builtinNames = computed(() => kit.value.players.map((player) => player.name));
/** The revisions of the game's rules, with the default revision first; empty if there is only one revision. */
export const revisions = computed(() => kit.value.game.revisions ?? []);
export const ownHere = computed(() => own.value.filter((player) => player.game === game.value));

/** Changes the game, and chooses one of its boards and its players. */
export function chooseGame(id: string): void {
  game.value = id;
  revision.value = undefined;
  boardName.value = boards.value[0]?.name ?? '';
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => usualChoice(seat));
}

const usualChoice = (seat: number): string => `builtin/${usualPlayer(seat).name}`;

/** Whether the players are still the game’s default players. */
export const isUsual = (): boolean => seats.value.every((choice, seat) => choice === usualChoice(seat));

export function chooseRevision(id: string | undefined): void {
  revision.value = namedRevision(inRevision(kit.value.game, id));
}

/** The default built-in player of a seat. */
export function usualPlayer(seat: number): PlayerOrder {
  const { show } = kit.value.partners;
  return { kind: 'builtin', name: show[seat % show.length] };
}

/**
 * Restores the form from the last visit. The players' names are known only later (`mendForm`). Returns false on the
 * first visit.
 */
export function restoreForm(): boolean {
  chooseGame(game.value);
  const before = readKept(FORM);
  const kept = (before ?? {}) as Partial<Record<'game' | 'revision' | 'board' | 'seed' | 'seats', unknown>>;
  if (CHOICES.some(({ id }) => id === kept.game)) {
    chooseGame(kept.game as string);
    chooseRevision(revisions.value.find(({ id }) => id === kept.revision)?.id);
    if (typeof kept.board === 'string') boardName.value = kept.board;
    if (Number.isInteger(kept.seed) && (kept.seed as number) >= 0 && (kept.seed as number) < 2 ** 31)
      seed.value = kept.seed as number;
    if (Array.isArray(kept.seats) && kept.seats.every((seat) => typeof seat === 'string')) seats.value = kept.seats;
  }
  effect(() =>
    keep(FORM, {
      game: game.value,
      revision: revision.value,
      board: boardName.value,
      seed: seed.value,
      seats: seats.value,
    }),
  );
  return before !== null;
}
const FORM = 'form';

/** If the form's board or players no longer exist, replaces them with the game's defaults. */
export function mendForm(): void {
  if (board.value === undefined) boardName.value = boards.value[0]?.name ?? '';
  const known = [
    ...builtinNames.value.map((name) => `builtin/${name}`),
    ...ownHere.value.map(({ name }) => `own/${name}`),
    ...(handOf(game.value) ? [HAND_CHOICE] : []),
  ];
  const mended = Array.from({ length: seatCount.value }, (_, seat) => {
    const chosen = seats.value[seat];
    return chosen !== undefined && known.includes(chosen) ? chosen : usualChoice(seat);
  });
  if (mended.join() !== seats.value.join()) seats.value = mended;
}

/** The reason why a player of the game can’t have this name. `before`: the player's current name. */
export function nameProblem(id: string, name: string, before: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,11}$/.test(name))
    return 'a name is a letter followed by letters, digits, or _, at most 12 characters in total';
  if (kitOf(id)?.players.some((player) => player.name === name))
    return `${name} comes with the game. Choose another name`;
  const others = own.value.filter((player) => player.game === id && player.name !== before);
  return others.some((player) => player.name === name)
    ? `there is already a bot ${name}: choose another name`
    : undefined;
}

/** Changes the board. Additional seats get the players of the first two seats. */
export function chooseBoard(name: string): void {
  boardName.value = name;
  const before = seats.value;
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => before[seat] ?? before[seat % 2]);
}

/** The rules chosen in the form. */
export const rulesOfForm = (): RulesOrder => ({
  game: game.value,
  ...(revision.value !== undefined && { revision: revision.value }),
});

/** The match that the form describes, or a message about a missing part. */
export function orderOfForm(): MatchOrder | string {
  const text = board.value?.text;
  if (text === undefined) return 'choose a board';
  const players: PlayerOrder[] = [];
  for (const choice of seats.value) {
    const player = playerOf(game.value, choice);
    if (typeof player === 'string') return player;
    players.push(player);
  }
  return { ...rulesOfForm(), board: text, seed: seed.value | 0, players, ...newFuel() };
}

/**
 * The budget of a new match. In the playground, the budget is counted in fuel, and the match's randomness comes from a
 * new secret key.
 */
export const newFuel = (): Pick<MatchOrder, 'fuel'> => (isPlayground ? { fuel: { key: newMatchKey() } } : {});

/** The player for `builtin/Demo` or `own/Mine`, or a message if there is none. */
export function playerOf(id: string, choice: string): PlayerOrder | string {
  const kind = choice.slice(0, choice.indexOf('/'));
  const name = choice.slice(kind.length + 1);
  if (choice === HAND_CHOICE) return handOf(id) ? handOrder(id) : 'this game can’t be played by a person';
  if (kind === 'builtin') return { kind, name };
  const player = own.value.find((each) => each.game === id && each.name === name);
  return player
    ? {
        kind: 'own',
        name: shownName(player),
        ...codeOf(player),
      }
    : `there is no bot ${name} for this game`;
}

/**
 * Whether all user code in an order consists of files in the folder that `ludus open` serves. Only such players run as
 * scripts of a worker. All other players (from a link, a file, the editor, or a stored match) run in separate engines.
 * This function compares the code, and ignores the origin that the order claims.
 */
export function isOfFolder({
  game: id,
  players,
}: {
  readonly game: string;
  readonly players: readonly (PlayerOrder | undefined)[];
}): boolean {
  // In a game with hidden information, a script in the page's JavaScript could read the whole state.
  if (kitOf(id)?.game.observe) return false;
  const files = own.value.filter((player) => player.from === 'folder' && player.game === id);
  const known = new Set(files.map((player) => JSON.stringify([shownName(player), codeOf(player)])));
  // Scripts of the folder run in the page's JavaScript, but Python always has a separate engine.
  if (players.some((player) => player?.kind === 'own' && player.language === 'python')) return false;
  return players.every((player) => player?.kind !== 'own' || known.has(JSON.stringify([player.name, codeOf(player)])));
}

/** The name in replays: the file's name without its path. */
export function shownName({ name, disk }: Pick<OwnPlayer, 'name' | 'disk'>): string {
  const file = name.replace(/^.*\//, '');
  return nameFrom(disk?.path === undefined ? file : file.replace(/\.\w+$/, ''));
}

/** The user's player in an order, if the player still exists. */
export function ownOf(id: string, player: PlayerOrder): OwnPlayer | undefined {
  const called = own.value.filter((each) => each.game === id && shownName(each) === player.name);
  return called.find(({ source }) => player.kind === 'own' && player.source === source) ?? called[0];
}

/** The dialog to save and share, with its first message; undefined while it is closed. */
export const sharing = signal<{ readonly why?: string } | undefined>(undefined);

/** The choice of a seat that repeats its recorded moves. */
export const RECORDED = '';

/** The name without the suffix of an earlier branch: `Demo@12` becomes Demo. */
export const plainName = (name: string): string => name.replace(/@\d+$/, '');

/**
 * The default choice for a seat when a match continues with a person. A built-in bot chooses new moves, and any other
 * player repeats its recorded moves.
 */
export function usualAgain(game: string, name: string): string {
  const plain = plainName(name);
  return kitOf(game)?.players.some((player) => player.name === plain) ? `builtin/${plain}` : RECORDED;
}

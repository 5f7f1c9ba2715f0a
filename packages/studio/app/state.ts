import type { AnyGame } from '@ludus/game/game.ts';
import { computed, signal } from '@preact/signals';
import { type BoardChoice, BUILTIN_BOARDS, seedBoard } from '../data/boards.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import type { RecentMatch } from '../data/recent.ts';
import { GAMES, KITS, kitOf } from '../games/kits.ts';
import { viewOf } from '../games/views.ts';
import type { MatchOrder, PlayerOrder } from '../match/order.ts';

/** The games that can be watched. */
export const CHOICES: readonly AnyGame[] = GAMES.filter(({ id }) => viewOf(id));

/** What the form says. */
export const game = signal<string>(CHOICES[0].id);
export const boardName = signal('');
export const seed = signal(1);
/** By seat: `builtin/Demo` or `own/Mine`. */
export const seats = signal<readonly string[]>([]);

/** What there is to choose from besides what comes with Ludus. */
export const own = signal<readonly OwnPlayer[]>([]);
export const folderBoards = signal<readonly BoardChoice[]>([]);
export const folderReplays = signal<readonly string[]>([]);
/** The games that can do something on the server. */
export const serving = signal<readonly string[]>([]);
export const recent = signal<readonly RecentMatch[]>([]);

/** How a match is going; undefined while none is played. */
export const running = signal<{ readonly round: number } | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** The viewer's, which the whole studio follows. */
export const theme = signal<'dark' | 'light'>('dark');
/** The player that is being edited. */
export const editing = signal<OwnPlayer | undefined>(undefined);

export const boards = computed(() => {
  const made = seedBoard(game.value, seed.value);
  const files = [...BUILTIN_BOARDS, ...folderBoards.value].filter((board) => board.game === game.value);
  return made ? [...files, made] : files;
});
export const board = computed(() => boards.value.find((each) => each.name === boardName.value));
/** As many as the chosen board has. */
export const seatCount = computed(() => {
  const chosen = GAMES.find((each) => each.id === game.value)!;
  const text = board.value?.text;
  const read = chosen.seats.length === 1 || text === undefined ? undefined : chosen.readBoard(text);
  return read?.ok ? chosen.seatsOf(read.value) : chosen.seats[0];
});
const kit = computed(() => kitOf(game.value) ?? KITS[0]);
export const builtinNames = computed(() => kit.value.players.map((player) => player.name));
export const ownHere = computed(() => own.value.filter((player) => player.game === game.value));

/** Another game: a board and players that it has. */
export function chooseGame(id: string): void {
  game.value = id;
  boardName.value = boards.value[0]?.name ?? '';
  const { show } = kit.value.partners;
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => `builtin/${show[seat % show.length]}`);
}
chooseGame(game.value);

/** Another board: the seats that it has more than the last one get the players that sit in the first two. */
export function chooseBoard(name: string): void {
  boardName.value = name;
  const before = seats.value;
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => before[seat] ?? before[seat % 2]);
}

/** The match that the form describes, or a sentence about what is missing. */
export function orderOfForm(): MatchOrder | string {
  const text = board.value?.text;
  if (text === undefined) return 'choose a board';
  const players: PlayerOrder[] = [];
  for (const choice of seats.value) {
    const kind = choice.slice(0, choice.indexOf('/'));
    const name = choice.slice(kind.length + 1);
    if (kind === 'builtin') players.push({ kind, name });
    else {
      const player = ownHere.value.find((each) => each.name === name);
      if (!player) return `there is no player ${name} for this game`;
      players.push({ kind: 'own', name: shownName(name), source: player.source });
    }
  }
  return { game: game.value, board: text, seed: seed.value | 0, players };
}

/** As replays show it: the file's name alone, without white space. */
function shownName(name: string): string {
  return name.replace(/^.*\//, '').replace(/\s+/g, '_');
}

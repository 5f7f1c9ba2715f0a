import { computed, signal } from '@preact/signals';
import { GAMES, kitOf } from 'ludus/registry.ts';
import { type BoardChoice, BUILTIN_BOARDS, mobBoard } from '../data/boards.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import type { RecentMatch } from '../data/recent.ts';
import type { MatchOrder, PlayerOrder } from '../match/order.ts';

export const GAME_CHOICES = GAMES;

/** What the form says. */
export const game = signal<string>('madmax');
export const boardName = signal('default');
export const seed = signal(1);
/** By seat: `builtin/Demo` or `own/Mine`. */
export const seats = signal<readonly string[]>(['builtin/Dummy', 'builtin/Demo', 'builtin/Dummy', 'builtin/Demo']);

/** What there is to choose from besides what comes with Ludus. */
export const own = signal<readonly OwnPlayer[]>([]);
export const folderBoards = signal<readonly BoardChoice[]>([]);
export const folderReplays = signal<readonly string[]>([]);
/** Whether the server can open arenas. */
export const offersArena = signal(false);
export const recent = signal<readonly RecentMatch[]>([]);

/** How a match is going; undefined while none is played. */
export const running = signal<{ readonly round: number } | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** The viewer's, which the whole studio follows. */
export const theme = signal<'dark' | 'light'>('dark');
/** The player that is being edited. */
export const editing = signal<OwnPlayer | undefined>(undefined);

export const boards = computed(() =>
  [...BUILTIN_BOARDS, ...folderBoards.value].filter((board) => board.game === game.value),
);
/** As many as the chosen board has. */
export const seatCount = computed(() => {
  const chosen = GAMES.find((each) => each.id === game.value)!;
  const text = boards.value.find((each) => each.name === boardName.value)?.text;
  const board = chosen.seats.length === 1 || text === undefined ? undefined : chosen.readBoard(text);
  return board?.ok ? chosen.seatsOf(board.value) : chosen.seats[0];
});
export const builtinNames = computed(() => kitOf(game.value).players.map((player) => player.name));
export const ownHere = computed(() => own.value.filter((player) => player.game === game.value));

/** Another game: a board and players that it has. */
export function chooseGame(id: string): void {
  game.value = id;
  boardName.value = boards.value.find((board) => board.name === 'default')?.name ?? boards.value[0]?.name ?? '';
  const names = builtinNames.value;
  const [strong, weak] =
    id === 'angrymob'
      ? [names.at(-1)!, names.find((name) => name.startsWith('Gravity')) ?? names[0]]
      : ['Dummy', 'Demo'];
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => `builtin/${seat % 2 === 0 ? strong : weak}`);
}

/** Another board: the seats that it has more than the last one get the players that sit in the first two. */
export function chooseBoard(name: string): void {
  boardName.value = name;
  const before = seats.value;
  seats.value = Array.from({ length: seatCount.value }, (_, seat) => before[seat] ?? before[seat % 2]);
}

/** The match that the form describes, or a sentence about what is missing. */
export function orderOfForm(): MatchOrder | string {
  const board =
    game.value === 'angrymob' ? mobBoard(seed.value) : boards.value.find((each) => each.name === boardName.value)?.text;
  if (board === undefined) return 'choose a board';
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
  return { game: game.value, board, seed: seed.value | 0, players };
}

/** As replays show it: the file's name alone, without white space. */
function shownName(name: string): string {
  return name.replace(/^.*\//, '').replace(/\s+/g, '_');
}

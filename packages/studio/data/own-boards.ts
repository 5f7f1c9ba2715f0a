import { signal } from '@preact/signals';
import { createStore, del, set, values } from 'idb-keyval';
import type { BoardChoice } from './boards.ts';
import { ofAccount } from './browser-storage.ts';

const store = createStore(ofAccount('ludus-studio-boards'), 'boards');
const key = ({ game, name }: { readonly game: string; readonly name: string }): string => `${game}/${name}`;

/** The boards drawn and stored in this browser, by name. */
export const ownBoards = signal<readonly BoardChoice[]>([]);

export async function loadOwnBoards(): Promise<void> {
  const kept = await values<BoardChoice>(store);
  ownBoards.value = kept.sort((a, b) => a.name.localeCompare(b.name));
}

export async function keepBoard(board: BoardChoice): Promise<void> {
  await set(key(board), board, store);
  await loadOwnBoards();
}

export async function forgetBoard(board: { readonly game: string; readonly name: string }): Promise<void> {
  await del(key(board), store);
  await loadOwnBoards();
}

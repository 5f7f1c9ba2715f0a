import { closeDraft, dropDraft } from '../data/drafts.ts';
import { forgetPlayer, keepPlayer, type OwnPlayer, ownPlayers } from '../data/own-players.ts';
import { checkPlayer } from '../match/run.ts';
import { draft, editing, editorProblem, game, mendForm, nameProblem, own, problem, seats } from './state.ts';

/** Makes what stands in the editor the player. False: it cannot be, and the editor says why. */
export async function saveDraft(): Promise<boolean> {
  const written = draft.value;
  const opened = editing.value;
  if (!written || !opened || opened.from === 'folder') return true;
  const { game: id, before, name, source } = written;
  const wrong = nameProblem(id, name, before);
  if (wrong !== undefined) {
    editorProblem.value = wrong;
    return false;
  }
  // What was said of the last match is no longer about this player.
  problem.value = undefined;
  const player: OwnPlayer = { game: id, name, source, from: 'browser' };
  if (name !== before) await forgetPlayer({ ...player, name: before });
  await keepPlayer(player);
  dropDraft(id, before);
  draft.value = undefined;
  await refreshPlayers();
  if (id === game.value && !seats.value.includes(`own/${name}`)) {
    const old = seats.value.map((each) => (each === `own/${before}` ? `own/${name}` : each));
    seats.value = old.includes(`own/${name}`) ? old : [`own/${name}`, ...old.slice(1)];
  }
  return true;
}

/** Saves and closes the editor, unless something is wrong with the player: then it is saved, and the editor says what. */
export async function save(): Promise<void> {
  const opened = editing.value;
  if (!opened) return;
  const { name, source } = draft.value ?? opened;
  // A player that was begun and not changed is saved as it is.
  draft.value ??= { game: opened.game, before: opened.name, name, source };
  if (!(await saveDraft())) return;
  const wrong = await checkPlayer(opened.game, name, source);
  if (wrong === undefined) closeEditor();
  else {
    if (name !== opened.name) openEditor({ ...opened, name, source });
    editorProblem.value = wrong;
  }
}

/** The form beside the editor would leave it no room on a small screen. */
export const NARROW = 1000;

export function openEditor(player: OwnPlayer): void {
  editing.value = player;
  editorProblem.value = undefined;
}

export function closeEditor(): void {
  closeDraft();
  editing.value = undefined;
  editorProblem.value = undefined;
}

export async function remove(player: OwnPlayer): Promise<void> {
  await forgetPlayer(player);
  dropDraft(player.game, player.name);
  await refreshPlayers();
  closeEditor();
  mendForm();
}

export async function refreshPlayers(): Promise<void> {
  own.value = [...(await ownPlayers()), ...own.value.filter((player) => player.from === 'folder')];
}

import { closeDraft, dropDraft } from '../data/drafts.ts';
import { forgetPlayer, keepPlayer, type OwnPlayer, ownPlayers } from '../data/own-players.ts';
import { codeOf } from '../match/order.ts';
import { checkPlayer } from '../match/run.ts';
import { checkFuelPlayer } from '../match/run-fuel.ts';
import { BASE, isPlayground } from './dress.ts';
import { draft, editing, editorProblem, game, mendForm, nameProblem, own, problem, seats } from './state.ts';

/** What was saved last under the name that it was opened with: `editing` still holds what was opened. */
let savedAs: { readonly opened: OwnPlayer; readonly player: OwnPlayer } | undefined;

const asSaved = (opened: OwnPlayer): OwnPlayer => (savedAs?.opened === opened ? savedAs.player : opened);

/** Whether the player that is open was begun (or opened from a file) and is not among those that can play. */
export function isBegun(): boolean {
  const opened = editing.value;
  if (!opened || opened.from === 'folder') return false;
  const { game: id, name, source, files = [] } = asSaved(opened);
  const beside = JSON.stringify(files);
  return !own.value.some(
    (each) =>
      each.game === id && each.name === name && each.source === source && JSON.stringify(each.files ?? []) === beside,
  );
}

/** A player that was opened and not changed is saved as it is. */
export function draftAsOpened(): void {
  const opened = editing.value;
  if (!opened || opened.from === 'folder') return;
  const { game: id, name, source, files } = asSaved(opened);
  draft.value ??= { game: id, before: name, name, source, ...(files && { files }) };
}

/** Makes what stands in the editor the player. False: it cannot be, and the editor says why. */
export async function saveDraft(): Promise<boolean> {
  const written = draft.value;
  const opened = editing.value;
  if (!written || !opened || opened.from === 'folder') return true;
  const { game: id, before, name, source, files } = written;
  const main = `${name}.${opened.language === 'cpp' ? 'cc' : 'ts'}`.toLowerCase();
  const taken = files?.find((file) => file.name.toLowerCase() === main);
  const wrong =
    nameProblem(id, name, before) ?? (taken && `one of its files is called ${taken.name}: choose another name`);
  if (wrong !== undefined) {
    editorProblem.value = wrong;
    return false;
  }
  // What was said of the last match is no longer about this player.
  problem.value = undefined;
  const { language } = opened;
  const player: OwnPlayer = { game: id, name, from: 'browser', ...codeOf({ source, language, files }) };
  if (name !== before) await forgetPlayer({ ...player, name: before });
  await keepPlayer(player);
  dropDraft(id, before);
  draft.value = undefined;
  savedAs = { opened, player };
  await refreshPlayers();
  // Under its new name it is another player; under its old one the editor goes on as it is.
  if (name !== before) openEditor(player);
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
  draftAsOpened();
  const { name, source, files } = draft.value ?? opened;
  if (!(await saveDraft())) return;
  // What a compiler says of C++ is seen when it plays.
  if (opened.language === 'cpp') return closeEditor();
  const player = { kind: 'own', name, ...codeOf({ source, files }) } as const;
  const wrong = await (isPlayground ? checkFuelPlayer(opened.game, player, BASE) : checkPlayer(opened.game, player));
  if (wrong === undefined) closeEditor();
  else {
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

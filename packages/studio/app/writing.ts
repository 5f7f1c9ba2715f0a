import { signal } from '@preact/signals';
import { closeDraft, type Draft, draftFrom, dropDraft } from '../data/drafts.ts';
import { forgetPlayer, keepPlayer, type OwnPlayer, ownPlayers } from '../data/own-players.ts';
import { forgetVersions, renameVersions } from '../data/versions.ts';
import { homeOf } from '../match/files.ts';
import { codeOf, mainFileOf, type OwnPlayerOrder } from '../match/order.ts';
import { checkFuelPlayer } from '../match/run-fuel.ts';
import { nameInFolder, refreshFolder, writeFiles } from './disk.ts';
import { BASE } from './page-variant.ts';
import {
  changedThere,
  draft,
  editing,
  editorProblem,
  game,
  mendForm,
  nameProblem,
  own,
  pane,
  playerOf,
  problem,
  seats,
  shownName,
} from './state.ts';

/** The player as opened in the editor, and the same player as last saved. `editing` still contains the opened state. */
let savedAs: { readonly opened: OwnPlayer; readonly player: OwnPlayer } | undefined;

/** The player with which the editor was opened, as last saved. */
export const asSaved = (opened: OwnPlayer): OwnPlayer => (savedAs?.opened === opened ? savedAs.player : opened);

/** Whether the open player is new (or comes from a file) and isn't saved yet. */
export function isBegun(): boolean {
  const opened = editing.value;
  if (!opened || opened.from === 'folder') return false;
  const { game: id, name, source, files = [], from } = asSaved(opened);
  // Files on disk may have changed since the last read, so they are read again.
  if (from === 'disk') return !own.value.some((each) => each.game === id && each.name === name);
  const beside = JSON.stringify(files);
  return !own.value.some(
    (each) =>
      each.game === id && each.name === name && each.source === source && JSON.stringify(each.files ?? []) === beside,
  );
}

/** Starts a draft of the opened player, so that an unchanged player can be saved. */
export function draftAsOpened(): void {
  const opened = editing.value;
  if (!opened || opened.from === 'folder') return;
  draft.value ??= draftFrom(asSaved(opened));
}

/**
 * Saves the editor's content as the player. Returns false if that is impossible; the editor then shows the reason.
 * `isAgreed`: overwrites files that have changed on disk since they were read.
 */
export async function saveDraft(isAgreed = false): Promise<boolean> {
  const written = draft.value;
  const opened = editing.value;
  if (!written || !opened || opened.from === 'folder') return true;
  const { game: id, before, name, files } = written;
  const taken = files?.find((file) => file.name.toLowerCase() === mainFile(opened, name).toLowerCase());
  const wrong =
    (isNamedThere(opened) ? undefined : nameProblem(id, name, before)) ??
    (taken && `one of the bot’s files is already called ${taken.name}: choose another name`);
  if (wrong !== undefined) {
    editorProblem.value = wrong;
    return false;
  }
  // Removes the messages of the last match, because they aren't about the player's new code.
  problem.value = undefined;
  const player = opened.from === 'disk' ? await saveOnDisk(opened, written, isAgreed) : await saveHere(opened, written);
  if (!player) return false;
  dropDraft(id, before);
  savedAs = { opened, player };
  draft.value = undefined;
  const called = player.name;
  // If the name has changed, the editor opens the saved player as a new player. Otherwise, the editor doesn't change.
  if (called !== before) openEditor(player);
  if (id === game.value && !seats.value.includes(`own/${called}`)) {
    const old = seats.value.map((each) => (each === `own/${before}` ? `own/${called}` : each));
    seats.value = old.includes(`own/${called}`) ? old : [`own/${called}`, ...old.slice(1)];
  }
  return true;
}

async function saveHere(
  { language, ending }: OwnPlayer,
  { game: id, before, name, source, files }: Draft,
): Promise<OwnPlayer> {
  const player: OwnPlayer = { game: id, name, from: 'browser', ...codeOf({ source, language, ending, files }) };
  if (name !== before) {
    await forgetPlayer({ ...player, name: before });
    await renameVersions(id, before, name);
  }
  await keepPlayer(player);
  await refreshPlayers();
  return player;
}

/** Writes a player's files to disk. Returns undefined if that isn't possible; the editor then shows the reason. */
async function saveOnDisk(
  opened: OwnPlayer,
  { game: id, name, source, files = [], disk }: Draft,
  isAgreed: boolean,
): Promise<OwnPlayer | undefined> {
  const { path = mainFile(opened, name), read = {} } = disk ?? {};
  const home = homeOf(path);
  const texts = new Map([[path, source], ...files.map((file): [string, string] => [home + file.name, file.text])]);
  editorProblem.value = undefined;
  try {
    changedThere.value = await writeFiles(texts, read, isAgreed);
  } catch (error) {
    editorProblem.value = `${path} was not saved: ${(error as Error).message}`;
    return undefined;
  }
  if (changedThere.value.length > 0) return undefined;
  const { language, ending } = opened;
  const code = codeOf({ source, language, ending, files });
  return {
    game: id,
    name: nameInFolder(path),
    from: 'disk',
    ...code,
    disk: { path, read: { ...read, ...Object.fromEntries(texts) } },
  };
}

/** Discards the draft, and opens the player's files on disk. */
export async function takeThere(): Promise<void> {
  const { value: opened } = editing;
  const { value: left } = draft;
  if (!opened || !left) return;
  const name = opened.disk?.path === undefined ? nameInFolder(mainFile(opened, left.name)) : opened.name;
  closeEditor();
  dropDraft(left.game, left.before);
  await refreshFolder().catch(() => {});
  const player = own.value.find((each) => each.game === left.game && each.name === name);
  if (player) openEditor(player);
}

/** The name that the main file has if the player is called `name`. */
export function mainFile({ disk, language, ending }: OwnPlayer, name: string): string {
  const own = name.replace(/^.*\//, '');
  return disk?.path?.replace(/^.*\//, '') ?? mainFileOf({ name: own, language, ending });
}

/** Whether a player's main file is in a folder. If so, it can be renamed only in the folder, not in the editor. */
export const isNamedThere = ({ from, disk }: OwnPlayer): boolean => from === 'folder' || disk?.path !== undefined;

/** Saves the player, and shows its errors in the editor. */
export async function save(): Promise<void> {
  const opened = editing.value;
  if (!opened) return;
  draftAsOpened();
  const { source, files } = draft.value ?? opened;
  const name = shownName({ ...opened, ...draft.value });
  if (!(await saveDraft())) return;
  // In C++, the compiler reports the errors.
  if (opened.language === 'cpp') return;
  const { language, ending } = opened;
  const player = { kind: 'own', name, ...codeOf({ source, language, ending, files }) } as const;
  editorProblem.value = await checkFuelPlayer(opened.game, player, { base: BASE });
}

/** Maximum window width at which the form leaves no space for the editor, in pixels. */
export const NARROW = 1000;

/** Counts opened players. Each opened player has a separate editor. */
export const edition = signal(0);

export function openEditor(player: OwnPlayer): void {
  edition.value++;
  editing.value = player;
  pane.value = 'code';
  editorProblem.value = undefined;
  changedThere.value = [];
}

export function closeEditor(): void {
  closeDraft();
  editing.value = undefined;
  editorProblem.value = undefined;
  changedThere.value = [];
}

export async function remove(player: OwnPlayer): Promise<void> {
  if (player.from === 'browser') await forgetPlayer(player);
  await forgetVersions(player.game, player.name);
  dropDraft(player.game, player.name);
  await refreshPlayers();
  closeEditor();
  mendForm();
}

export async function refreshPlayers(): Promise<void> {
  own.value = [...(await ownPlayers()), ...own.value.filter((player) => player.from !== 'browser')];
}

/**
 * Saves the bot's text in the editor, and returns the bot for a match. Returns undefined if the text can't be saved;
 * the editor then shows the reason.
 */
export async function botToPlay(id: string, name: string): Promise<OwnPlayerOrder | undefined> {
  const opened = editing.value;
  let called = name;
  if (opened?.game === id && asSaved(opened).name === name) {
    if (isBegun()) draftAsOpened();
    if (draft.value && !(await saveDraft())) return undefined;
    called = asSaved(editing.value ?? opened).name;
  }
  await refreshFolder().catch(() => {});
  const player = playerOf(id, `own/${called}`);
  return typeof player !== 'string' && player.kind === 'own' ? player : undefined;
}

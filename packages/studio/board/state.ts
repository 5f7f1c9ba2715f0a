import { describeProblem, type Result } from '@ludus/kernel/result.ts';
import type { BoardEditor, Sketch } from '@ludus/viewer/view.ts';
import { computed, signal } from '@preact/signals';
import { boardName, boards, game } from '../app/state.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { EDITORS } from '../games/editors.ts';
import { GAMES } from '../games/kits.ts';
import { beginHistory, type History, redo, step, undo } from './history.ts';
import { isSketch, withSetting } from './sketch.ts';

/**
 * An unfinished board: a drawing, or the text of a board file. If the game has no drawing editor, boards are always
 * text.
 */
export type Work =
  | { readonly kind: 'sketch'; readonly sketch: Sketch }
  | { readonly kind: 'text'; readonly text: string };

export interface Drawing {
  readonly game: string;
  readonly name: string;
  /** The board's name in this browser's list; undefined if the board isn't in the list. */
  readonly kept: string | undefined;
}

/** The board in the editor; undefined if no board is open. */
export const drawing = signal<Drawing | undefined>(undefined);
export const work = signal<History<Work>>(beginHistory<Work>({ kind: 'text', text: '' }));

export const editorOf = (id: string): BoardEditor | undefined => EDITORS[id];
const gameOf = (id: string) => GAMES.find((each) => each.id === id)!;

/** The current text of the board file. */
export const boardText = computed(() => {
  const { now } = work.value;
  if (now.kind === 'text') return now.text;
  return EDITORS[drawing.value?.game ?? '']?.print(now.sketch) ?? '';
});

/** The result of the game's board reader; undefined without a board. */
const reading = computed((): Result<unknown> | undefined =>
  drawing.value === undefined ? undefined : gameOf(drawing.value.game).readBoard(boardText.value),
);
export const flaw = computed(() => {
  const read = reading.value;
  return read === undefined || read.ok ? undefined : read.problem;
});
export const flawSentence = computed(() => flaw.value && describeProblem(flaw.value));

/** The reason why the board can’t have this name. */
export const wrongName = computed(() => {
  const { value: drawn } = drawing;
  if (!drawn) return undefined;
  if (!/^[A-Za-z0-9][\w-]{0,39}$/.test(drawn.name)) return 'a name consists of at most 40 letters, digits, _, and -';
  const others = boards.value.filter((board) => board.game === drawn.game);
  const same = others.find((board) => board.name === drawn.name);
  if (same === undefined || same.name === drawn.kept) return undefined;
  return `there is already a board ${drawn.name}: choose another name`;
});

/**
 * Opens the editor with a board of the form's game. If the board isn't in this browser's list, the editor opens a copy.
 */
export function drawBoard(text: string, name: string, own: boolean): void {
  drawing.value = { game: game.value, name: own ? name : freeName(name), kept: own ? name : undefined };
  work.value = beginHistory(workOf(game.value, text));
}

/** Opens the editor with the form's board. */
export function drawChosen(): void {
  const chosen = boards.value.find((board) => board.name === boardName.value);
  if (!chosen) return;
  drawBoard(chosen.text, chosen.name.replaceAll(/\W+/g, '-'), chosen.from === 'browser');
}

function freeName(name: string): string {
  const stem = name.replace(/^.*\//, '').replace(/-mine\d*$/, '');
  const taken = new Set(boards.value.map((board) => board.name));
  let free = `${stem}-mine`;
  for (let n = 2; taken.has(free); n++) free = `${stem}-mine${n}`;
  return free;
}

/** Converts a text into a drawing if possible. */
function workOf(id: string, text: string): Work {
  const read = EDITORS[id]?.read(text);
  return read?.ok ? { kind: 'sketch', sketch: read.value } : { kind: 'text', text };
}

function go(next: Work): void {
  work.value = step(work.value, next);
  remember();
}

export const setSketch = (sketch: Sketch): void => {
  const { now } = work.value;
  if (now.kind !== 'sketch' || now.sketch !== sketch) go({ kind: 'sketch', sketch });
};
export const setText = (text: string): void => {
  const { now } = work.value;
  if (now.kind !== 'text' || now.text !== text) go({ kind: 'text', text });
};
export function setSetting(id: string, value: string): void {
  const { now } = work.value;
  const editor = EDITORS[drawing.value?.game ?? ''];
  if (now.kind === 'sketch' && editor) setSketch(withSetting(editor, now.sketch, id, value));
}
/** Shows the same board as a drawing or as text. Undo doesn’t revert this change. */
function show(now: Work): void {
  work.value = { ...work.value, now };
  remember();
}
/** Converts the text into a drawing, if the reader accepts it. */
export const asDrawing = (): void => {
  if (drawing.value) show(workOf(drawing.value.game, boardText.value));
};
export const asText = (): void => show({ kind: 'text', text: boardText.value });
export function takeBack(): void {
  work.value = undo(work.value);
  remember();
}
export function takeAgain(): void {
  work.value = redo(work.value);
  remember();
}

const NAME = 'board';

/** Stores the board that is in the editor, so that a reload loses only the steps to undo. */
export function remember(): void {
  keep(NAME, drawing.value ? { ...drawing.value, work: work.value.now } : null);
}

/** Restores the board that was in the editor when the page was left. */
export function restoreDrawing(): void {
  const kept = readKept(NAME) as (Partial<Drawing> & { readonly work?: Partial<Work> }) | null;
  if (!kept || typeof kept.game !== 'string' || typeof kept.name !== 'string') return;
  if (!GAMES.some(({ id }) => id === kept.game)) return;
  const { work: now } = kept;
  const isText = now?.kind === 'text' && typeof now.text === 'string';
  if (!isText && !(now?.kind === 'sketch' && EDITORS[kept.game] && isSketch(now.sketch))) return;
  drawing.value = {
    game: kept.game,
    name: kept.name,
    kept: typeof kept.kept === 'string' ? kept.kept : undefined,
  };
  work.value = beginHistory(now as Work);
}

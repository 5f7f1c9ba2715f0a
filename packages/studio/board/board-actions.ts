import { describeProblem } from '@ludus/kernel/result.ts';
import { saveFile } from '@ludus/viewer/save-file.ts';
import { openFile } from '../app/opened-files.ts';
import { chooseBoard, chooseGame, formOpen, game, mendForm } from '../app/state.ts';
import { forgetBoard, keepBoard } from '../data/own-boards.ts';
import { GAMES } from '../games/kits.ts';
import { asDrawing, boardText, drawBoard, drawing, flawSentence, remember, setText, wrongName } from './state.ts';

/** Maximum size of a board file, in bytes. */
const MAX_BYTES = 4_000_000;

/**
 * Adds the board to this browser's list, and chooses it in the form. Returns false if the board has an error; the
 * editor then shows the error.
 */
export async function keepDrawn(): Promise<boolean> {
  const { value: drawn } = drawing;
  if (!drawn || wrongName.value !== undefined || flawSentence.value !== undefined) return false;
  const { game: id, name, kept } = drawn;
  if (kept !== undefined && kept !== name) await forgetBoard({ game: id, name: kept });
  await keepBoard({ game: id, name, text: boardText.value, from: 'browser' });
  drawing.value = { ...drawn, kept: name };
  remember();
  if (game.value !== id) chooseGame(id);
  chooseBoard(name);
  mendForm();
  return true;
}

/** Stores the board and closes the editor, so that the user can play a match on it. */
export async function tryBoard(play: () => void): Promise<void> {
  if (!(await keepDrawn())) return;
  closeDrawing();
  play();
}

export function closeDrawing(): void {
  drawing.value = undefined;
  remember();
  formOpen.value = true;
}

export async function deleteDrawn(): Promise<void> {
  const { value: drawn } = drawing;
  if (drawn?.kept !== undefined) await forgetBoard({ game: drawn.game, name: drawn.kept });
  closeDrawing();
  mendForm();
}

/** Saves the board as a file. Returns the result as a message. */
export async function saveBoardFile(): Promise<string | undefined> {
  const { value: drawn } = drawing;
  if (!drawn) return undefined;
  const { boardExtension } = GAMES.find(({ id }) => id === drawn.game)!;
  const name = `${drawn.name}${boardExtension}`;
  try {
    const saved = await saveFile(name, new Blob([boardText.value], { type: 'text/plain' }));
    return saved === 'left' ? undefined : `${name} is ${saved}`;
  } catch (error) {
    return `${name} cannot be saved: ${(error as Error).message}`;
  }
}

/**
 * Loads a file as a board of the game that accepts it. If no game accepts the file, its text replaces the text of the
 * board in the editor, which shows the errors.
 */
export async function openBoardFile(): Promise<string | undefined> {
  const file = await openFile(GAMES.map(({ boardExtension }) => boardExtension).join());
  if (!file || !drawing.value) return undefined;
  if (file.size > MAX_BYTES) return `${file.name} has ${file.size} bytes, so it isn’t a board`;
  const text = await file.text();
  const name = file.name.replace(/\.\w+$/, '').replaceAll(/[^\w-]+/g, '-') || 'board';
  const found = [GAMES.find(({ id }) => id === drawing.value?.game)!, ...GAMES].find((each) => each.readBoard(text).ok);
  if (found) {
    if (game.value !== found.id) chooseGame(found.id);
    drawBoard(text, name, false);
    remember();
    return undefined;
  }
  const read = GAMES.find(({ id }) => id === drawing.value?.game)!.readBoard(text);
  setText(text);
  asDrawing();
  return read.ok ? undefined : `${file.name}, ${describeProblem(read.problem)}`;
}

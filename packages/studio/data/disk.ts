import { createStore, del, get, set } from 'idb-keyval';
import { ofAccount } from './browser-storage.ts';

/**
 * The part of the File System Access API that TypeScript lacks. Only some browsers support this API, and only on https
 * or localhost.
 */
interface Picker {
  showDirectoryPicker?(options: {
    readonly id: string;
    readonly mode: 'readwrite';
  }): Promise<FileSystemDirectoryHandle>;
}
interface PermissionHandle {
  queryPermission?(wish: typeof WRITING): Promise<PermissionState>;
  requestPermission?(wish: typeof WRITING): Promise<PermissionState>;
}
const WRITING = { mode: 'readwrite' } as const;

export const canChooseFolder: boolean = 'showDirectoryPicker' in globalThis;

const store = createStore(ofAccount('ludus-studio-folder'), 'folder');
const LAST = 'last';

/** Lets the user choose a folder for reading and writing. Returns undefined if the user chooses no folder. */
export async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    const chosen = await (globalThis as Picker).showDirectoryPicker!({ id: 'ludus', ...WRITING });
    // If the browser has no storage, the user must choose the folder at each visit.
    await set(LAST, chosen, store).catch(() => {});
    return chosen;
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined;
    throw error;
  }
}

/** The last folder chosen in this browser, unless it was forgotten. */
export const lastFolder = (): Promise<FileSystemDirectoryHandle | undefined> =>
  get<FileSystemDirectoryHandle>(LAST, store).catch(() => undefined);

export const forgetFolder = (): Promise<void> => del(LAST, store).catch(() => {});

/**
 * Whether the folder's files can be read and written. `ask`: lets the browser ask the user if necessary, which works
 * only after a click.
 */
export async function isAllowed(folder: FileSystemDirectoryHandle, ask = false): Promise<boolean> {
  const asked = folder as PermissionHandle;
  const state = (await asked.queryPermission?.(WRITING)) ?? 'granted';
  if (state !== 'prompt' || !ask) return state === 'granted';
  return (await asked.requestPermission?.(WRITING)) === 'granted';
}

/** The extensions of player files. */
const SOURCE = /\.(?:[cm]?[jt]s|py|cc|cpp|cxx|hh|h|hpp|inc)$/;
/** Maximum size of a player file in bytes, number of files searched, and depth of folders. */
const MAX_BYTES = 2 ** 20;
const MAX_SEEN = 5000;
const DEEPEST = 2;

/**
 * The source files in a folder, by path (relative to the folder, with `/`). The search goes at most two folders deep,
 * skips hidden files and installed packages, and stops after five thousand files. The search skips files that aren't
 * UTF-8 text, because the page couldn't save them unchanged.
 */
export async function readSources(folder: FileSystemDirectoryHandle): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let seen = 0;
  const walk = async (from: FileSystemDirectoryHandle, home: string, depth: number): Promise<void> => {
    for await (const [name, entry] of from.entries()) {
      if (seen >= MAX_SEEN) return;
      seen++;
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (isFolder(entry)) {
        if (depth < DEEPEST) await walk(entry, `${home}${name}/`, depth + 1);
        continue;
      }
      const text = SOURCE.test(name) ? await textOf(entry as FileSystemFileHandle) : undefined;
      if (text !== undefined) found.set(home + name, text);
    }
  };
  await walk(folder, '', 0);
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)));
}

/** A file's text, to compare it with the text read earlier; undefined if the file doesn't exist. */
export async function readText(folder: FileSystemDirectoryHandle, path: string): Promise<string | undefined> {
  const handle = await fileHandle(folder, path, false);
  return handle && ((await textOf(handle)) ?? (await (await handle.getFile()).text()));
}

/** Writes a file of the folder, with its original line endings. Rejects if writing fails. */
export async function writeText(folder: FileSystemDirectoryHandle, path: string, text: string): Promise<void> {
  const handle = (await fileHandle(folder, path, true))!;
  const hasReturns = /^[^\n]*\r\n/.test(await (await handle.getFile()).text());
  const writable = await handle.createWritable();
  await writable.write(hasReturns ? text.replaceAll('\n', '\r\n') : text);
  await writable.close();
}

const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory';

async function fileHandle(
  folder: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<FileSystemFileHandle | undefined> {
  const names = path.split('/');
  const last = names.pop()!;
  try {
    let home = folder;
    for (const name of names) home = await home.getDirectoryHandle(name, { create });
    return await home.getFileHandle(last, { create });
  } catch (error) {
    if (!create && (error as Error).name === 'NotFoundError') return undefined;
    throw error;
  }
}

/** The text with the editor's line endings; undefined if the original text couldn't be restored exactly from it. */
async function textOf(handle: FileSystemFileHandle): Promise<string | undefined> {
  const file = await handle.getFile();
  if (file.size > MAX_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return text.replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

/** The part of the File System Access API that this module uses. Only some browsers support this API. */
interface Picker {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
  }): Promise<{ createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }> }>;
}

/** The outcome of saving a file. */
export type SaveOutcome = 'saved' | 'downloaded' | 'left';

/**
 * Saves to a file that the user chooses, if the browser supports it, and otherwise as a download. Rejects if the file
 * cannot be written.
 */
export async function saveFile(name: string, content: Blob): Promise<SaveOutcome> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker === undefined) {
    download(name, content);
    return 'downloaded';
  }
  try {
    const handle = await showSaveFilePicker.call(globalThis, { suggestedName: name });
    const writable = await handle.createWritable();
    await writable.write(content);
    await writable.close();
    return 'saved';
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'left';
    // The page is in a frame of another site, or has no permission to ask the user.
    if ((error as Error).name !== 'SecurityError') throw error;
    download(name, content);
    return 'downloaded';
  }
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The File System Access API, as far as it is used here; only some browsers have it. */
interface Picker {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
  }): Promise<{ createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }> }>;
}

/** The outcome of saving a file. */
export type Saved = 'saved' | 'downloaded' | 'left';

/** Saves where the user chooses if the browser can ask, otherwise as a download. Rejects where the place cannot be written. */
export async function saveFile(name: string, content: Blob): Promise<Saved> {
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
    // A frame of another site, or a page that may not ask.
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

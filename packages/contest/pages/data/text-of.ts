/** A file's text, and whether it was taken for Windows-1252 because it is not UTF-8. */
export interface FileText {
  readonly text: string;
  readonly windows: boolean;
}

/**
 * The text of a file that a spreadsheet has written: UTF-8, UTF-16 where it begins with that mark, and else Windows-1252, which
 * spreadsheets write where they say only CSV. Every file has a text in Windows-1252: anyone who reads it has to look at the
 * names.
 */
export function textOf(bytes: Uint8Array): FileText {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return { text: new TextDecoder(wide, { fatal: true }).decode(bytes), windows: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), windows: true };
  }
}

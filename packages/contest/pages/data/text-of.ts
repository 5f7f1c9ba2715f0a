/** A file's text, and whether the file was read as Windows-1252 because it isn't valid UTF-8. */
export interface FileText {
  readonly text: string;
  readonly windows: boolean;
}

/**
 * Decodes a spreadsheet's file: as UTF-8, as UTF-16 if its byte order mark identifies UTF-16, or otherwise as
 * Windows-1252. Some spreadsheets use Windows-1252 for plain CSV. Every file is valid Windows-1252, so users must check
 * the names.
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

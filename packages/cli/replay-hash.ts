import { createHash } from 'node:crypto';

/** What a sidecar names its replay by: the SHA-256 of its text, line ends as on Unix, in hexadecimal digits. */
export function replayHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n'), 'utf8').digest('hex');
}

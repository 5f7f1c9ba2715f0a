import { createHash } from 'node:crypto';

/** The hash by which a sidecar identifies its replay: the SHA-256 of its text with Unix line ends, in hexadecimal digits. */
export function replayHash(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n'), 'utf8').digest('hex');
}

/** A compiler's message about a line of a file. */
export interface Complaint {
  /** The line number, from 1. */
  readonly line: number;
  readonly column: number | undefined;
  readonly kind: 'error' | 'warning' | 'note';
  readonly text: string;
}

// C++ compilers print `AIMine.cc:12:5: error: …`; others print `Mine.ts:3:7: …` and `Mine.ts:3: …` without a kind.
const LINE = /^(?:[^\s:]+):(\d{1,7})(?::(\d{1,6}))?:\s*(?:(fatal error|error|warning|note):\s*)?(.+)$/;
// Matches a location that comes after a message: `… threw RangeError: no (Mine.ts:5:43).`
const PLACE = /^[^\s:]+:(\d{1,7})(?::(\d{1,6}))?\)/;

/** Returns the compiler's messages about the lines of a file; messages about other files are left out. */
export function complaints(messages: string, file: string): readonly Complaint[] {
  const found: Complaint[] = [];
  for (const message of messages.split('\n')) {
    const at = message.indexOf(`${file}:`);
    if (at < 0) continue;
    const rest = message.slice(at);
    const isAfter = message[at - 1] === '(' && PLACE.test(rest);
    const [, line, column, kind, text = message.slice(0, at - 1).trimEnd()] = (isAfter ? PLACE : LINE).exec(rest) ?? [];
    if (line === undefined) continue;
    found.push({
      line: Number(line),
      column: column === undefined ? undefined : Number(column),
      kind: kind === 'warning' || kind === 'note' ? kind : 'error',
      text,
    });
  }
  return found;
}

/** How deep JSON may be nested, and how many values it may have. */
export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}
const REQUEST: JsonLimits = { depth: 20, values: 50_000 };

/**
 * Why this JSON is not to be parsed, as a message; undefined if it may be. JSON costs by its structure, which is counted here without making
 * anything of it; long texts in it cost next to nothing. The parser decides whether it is JSON at all.
 */
export function jsonProblem(bytes: Uint8Array, most = REQUEST): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at + 1);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > most.depth) return `it is nested more than ${most.depth} deep`;
        if (++values > most.values) return `it has more than ${most.values} values`;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (++values > most.values) return `it has more than ${most.values} values`;
    }
  }
  return undefined;
}

/** Where the text that starts here has its closing quote, or the end of the bytes. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (first > start && bytes[first - 1] === BACKSLASH) first--;
    // A quote after an odd number of backslashes belongs to the text.
    if ((end - first) % 2 === 0) return end;
  }
  return bytes.length;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/** How deep JSON may be nested, and how many values it may have. */
export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}
const REQUEST: JsonLimits = { depth: 20, values: 50_000 };

/**
 * Why this JSON is not to be parsed, as a sentence; undefined if it may be. JSON costs by its structure, which is counted here without making
 * anything of it; long texts in it cost next to nothing. Whether it is JSON at all is for the parser to say.
 */
export function jsonProblem(bytes: Uint8Array, most = REQUEST): string | undefined {
  let depth = 0;
  let values = 1;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
      continue;
    }
    switch (byte) {
      case QUOTE:
        isText = true;
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

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

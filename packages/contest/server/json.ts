/** How deep a request's JSON may be nested, and how many values it may have. */
const MAX_DEPTH = 20;
const MAX_VALUES = 50_000;

/**
 * Why this JSON is not to be parsed, as a sentence; undefined if it may be. JSON costs by its structure, which is counted here without making
 * anything of it; long texts in it cost next to nothing. Whether it is JSON at all is for the parser to say.
 */
export function jsonProblem(bytes: Uint8Array): string | undefined {
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
        if (++depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} deep`;
        if (++values > MAX_VALUES) return TOO_MANY;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (++values > MAX_VALUES) return TOO_MANY;
    }
  }
  return undefined;
}

const TOO_MANY = `it has more than ${MAX_VALUES} values`;
const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

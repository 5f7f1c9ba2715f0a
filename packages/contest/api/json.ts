/** Limits for the nesting and the number of values in JSON. */
export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}
const REQUEST: JsonLimits = { depth: 20, values: 50_000 };

/**
 * Returns the reason why this JSON must not be parsed, as a message; undefined if it may be parsed. The cost of JSON
 * depends on its nesting and its number of values. Both are determined here without building any values; long strings
 * cost next to nothing. The parser checks whether the JSON is valid.
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

/**
 * Returns the position of the closing quote of the string that starts here; without a closing quote, the end of the
 * bytes.
 */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let first = end;
    while (first > start && bytes[first - 1] === BACKSLASH) first--;
    // A quote after an odd number of backslashes is part of the string.
    if ((end - first) % 2 === 0) return end;
  }
  return bytes.length;
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * A player's messages about its own end by the rules of its runtime (the SDK's runtime, `native_seats.hh` and `wasm.cc`), and
 * their meanings.
 */
const ENDS: readonly (readonly [RegExp, (when: string, found: readonly string[]) => string])[] = [
  [/^exit\((-?\d+)\)$/, (when, [, code]) => `called exit(${code}) ${when}`],
  // As the library for wasi writes it: condition, file, function, line.
  [
    /^Assertion failed: (.*) \(([^()]+): [^: ]*: (\d+)\)$/,
    (when, [, condition, file, line]) =>
      `failed an assertion ${when}: ${condition} (${file.replace(/^.*[\\/]/, '')}:${line})`,
  ],
  [/^uncaught exception(?:: (.*))?$/, (when, [, what]) => `ended with an uncaught exception ${when}${after(what)}`],
  [/^terminate$/, (when) => `called terminate ${when}`],
  [/^pure virtual function$/, (when) => `called a pure virtual function ${when}`],
  [/^too deep$/, (when) => `recurred too deeply ${when}`],
];

const after = (what: string | undefined): string => (what ? `: ${what}` : '');

/** Does a sentence end with a place in a source? */
export const namesPlace = (sentence: string): boolean => /\([^()]+:\d+\)\.?$/.test(sentence);

/**
 * The sentence about a player that has said why it ends, without its full stop; undefined where its words are no such. `when`: `in round 3`.
 */
export function crashSentence(name: string, when: string, words: string): string | undefined {
  for (const [pattern, say] of ENDS) {
    const found = pattern.exec(words);
    if (found) return `${name} ${say(when, found)}`;
  }
  return undefined;
}

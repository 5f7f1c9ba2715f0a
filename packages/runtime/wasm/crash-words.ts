/**
 * Messages with which a player's runtime reports the player's end (the SDK's runtime, `native_seats.hh` and `wasm.cc`),
 * and their meanings.
 */
const ENDS: readonly (readonly [RegExp, (when: string, found: readonly string[]) => string])[] = [
  [/^exit\((-?\d+)\)$/, (when, [, code]) => `called exit(${code}) ${when}`],
  // The format of a failed assertion in wasi's library: condition, file, function, line.
  [
    /^Assertion failed: (.*) \(([^()]+): [^: ]*: (\d+)\)$/,
    (when, [, condition, file, line]) =>
      `failed an assertion ${when}: ${condition} (${file.replace(/^.*[\\/]/, '')}:${line})`,
  ],
  [/^uncaught exception(?:: (.*))?$/, (when, [, what]) => `ended with an uncaught exception ${when}${after(what)}`],
  [/^terminate$/, (when) => `called terminate ${when}`],
  [/^pure virtual function$/, (when) => `called a pure virtual function ${when}`],
  [/^too deep$/, (when) => `recursed too deeply ${when}`],
];

const after = (what: string | undefined): string => (what ? `: ${what}` : '');

/** The report of a panic in a Rust program. */
export interface Panic {
  readonly what: string;
  /** The panic's location, such as `Mine.rs:12`. */
  readonly place: string;
}

/**
 * The last panic in a Rust program's standard error. Rust's library writes one line before version 1.73, and two lines
 * from that version on. No pattern is applied to the whole text, because a bot may write any text.
 */
export function panicIn(text: string): Panic | undefined {
  const at = text.lastIndexOf(PANICKED);
  const head = text.slice(text.lastIndexOf('\n', at) + 1, at);
  if (at < 0 || !/^thread '[^']*' (?:\(\d+\) )?$/.test(head)) return undefined;
  const rest = text.slice(at + PANICKED.length);
  const old = rest.startsWith("'") ? /', (\S+):(\d{1,9}):\d+(?:\n|$)/.exec(rest) : null;
  const found = old ?? /^(\S+):(\d{1,9}):\d+:\n(.*)/.exec(rest);
  if (!found) return undefined;
  const what = old ? rest.slice(1, old.index) : found[3];
  return {
    what: printable(what),
    place: `${printable(found[1].replace(/^.*[\\/]/, ''))}:${found[2]}`,
  };
}
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, MAX_PANIC);
const PANICKED = 'panicked at ';
const MAX_PANIC = 200;

/** Whether a message ends with a source location. */
export const namesPlace = (sentence: string): boolean => /\([^()]+:\d+\)\.?$/.test(sentence);

/**
 * The message about a player that printed the reason for its end, without the final full stop. Undefined if the player
 * printed no reason. `when` is a phrase like `in round 3`.
 */
export function crashSentence(name: string, when: string, words: string): string | undefined {
  for (const [pattern, say] of ENDS) {
    const found = pattern.exec(words);
    if (found) return `${name} ${say(when, found)}`;
  }
  return undefined;
}

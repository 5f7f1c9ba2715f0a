import { basename } from 'node:path';
import { panicIn } from '../wasm/crash-words.ts';

const MAX_LINE_LENGTH = 200;
/** Maximum number of characters examined in the last line, counted from its end, where the location is. */
const MAX_EXAMINED_CHARACTERS = 1000;
/**
 * Lines after the actual message: stack frames, the version of Node, a caret under a piece of code, or the marks of a
 * drawing.
 */
const NOTHING_SAID =
  /^(at |Node\.js v|\^+$|[{}]+$|\[ludus|draw (cell|point|line|text) |goroutine |main\.|\/\S+\.go:|exit status|note: run with|==\d+==|Aborted)/;

interface Report {
  readonly what: RegExp;
  readonly said: (found: RegExpExecArray) => string;
}

/** Messages of assertions and memory checkers. They are used whatever the program's exit status is. */
const CHECKS: readonly Report[] = [
  { what: /^Error: (attempt to [\s\S]*?)\.\n/m, said: ([, what]) => what.replaceAll(/\s+/g, ' ') },
  { what: /^(?:\S+: )?\S+:\d+: (?:.*: )?(Assertion [`'].*' failed)\.?$/m, said: ([, what]) => what },
  {
    what: /^(?:terminate called after throwing an instance of '.*'\n +what\(\): +|.*terminating due to uncaught exception of type .*?: )(.*)$/m,
    said: ([, what]) => `an uncaught exception: ${what}`,
  },
  {
    what: /^(?:terminate called after throwing an instance of|.*terminating due to uncaught exception of type) /m,
    said: () => 'an uncaught exception',
  },
  { what: /ERROR: AddressSanitizer: ABRT/, said: () => 'an abort' },
  {
    what: /ERROR: AddressSanitizer: (?:attempting )?([\w -]+?)(?: on (?:unknown )?(?:address|0x)| \(| in thread|: |$)/m,
    said: ([, what]) => what,
  },
  { what: /^\S+:\d+:\d+: runtime error: (.*)$/m, said: ([, what]) => what },
];
/** Messages of a language runtime when an error ends a program. */
const ERRORS: readonly Report[] = [
  { what: /^(SyntaxError) \[ERR_\w+\]: *(.*)$/m, said: ([, kind, what]) => `${kind}: ${what}` },
  { what: /^(panic: .*|fatal error: .*)$/m, said: ([, what]) => what },
  { what: /^Exception in thread ".*?" (.*)$/m, said: ([, what]) => what },
];

/**
 * The cause of a program's end and its location in the program's file, according to the end of the program's log:
 * `Assertion 'x > 0' failed (with its line)`. `source` is the player's file. Returns '' if the cause is unknown.
 */
export function crashMessage(tail: string, source?: string): string {
  const last = lastLine(tail);
  const panic = panicIn(tail);
  const ended = PLACED.test(last) ? last : panic ? `panicked: ${panic.what}` : (first(ERRORS, tail) ?? last);
  return placed(first(CHECKS, tail) ?? ended, tail, source);
}

/** Like `crashMessage`, but only for reports from an assertion or a memory checker. Returns '' for other logs. */
export function sanitizerReport(tail: string, source?: string): string {
  return placed(first(CHECKS, tail) ?? '', tail, source);
}

/** Matches a location at the end of a message. The program's runtime may already have added a location. */
const PLACED = /\(\S+:\d+(?::\d+)?\)$/;

function placed(what: string, tail: string, source: string | undefined): string {
  const short = what.slice(0, MAX_LINE_LENGTH);
  if (PLACED.test(short)) return short;
  const place = source === undefined || short === '' ? undefined : placeIn(tail, basename(source));
  return place === undefined || short.includes(place) ? short : `${short} (${place})`;
}

function first(reports: readonly Report[], tail: string): string | undefined {
  for (const { what, said } of reports) {
    const found = what.exec(tail);
    if (found) return said(found).trim();
  }
  return undefined;
}

function lastLine(tail: string): string {
  const lines = tail.split('\n').map((line) => line.trim());
  return (lines.findLast((line) => line !== '' && !NOTHING_SAID.test(line)) ?? '').slice(0, MAX_EXAMINED_CHARACTERS);
}

/** File and line of the innermost stack frame in the log that is in the player's file. */
function placeIn(tail: string, name: string): string | undefined {
  const file = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Python lists the innermost frame last. All other languages list the innermost frame first.
  const python = [...tail.matchAll(new RegExp(`File "[^"\n]*?${file}", line (\\d+)`, 'g'))].at(-1);
  const other = new RegExp(`(?:^|[\\s/(])${file}:(\\d+)`, 'm').exec(tail);
  const line = (python ?? other)?.[1];
  return line === undefined ? undefined : `${name}:${line}`;
}

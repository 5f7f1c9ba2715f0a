import { basename } from 'node:path';

/** An error at a location in the bot's file. */
export interface Mistake {
  /** The bot's file, as the user named it. */
  readonly file: string;
  /** The line number, from 1. */
  readonly line: number;
  readonly column: number | undefined;
  readonly message: string;
}

const MAX_MISTAKES = 10;

/**
 * Finds locations in a bot's file in the output of compilers, interpreters, and checks. A message follows its location
 * (`Mine.ts:3:5: Type …`, `AIMine.cc:3:18: error: …`). A stack frame (`at play (Mine.js:12:3)`, `File "mine.py", line
 * 12`) has no message, so it gets `otherwise`. If there are several frames, the first frame is used.
 */
export function mistakesIn(lines: readonly string[], file: string, otherwise: string): Mistake[] {
  const name = basename(file).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const message = new RegExp(`(?:^|[\\s/])${name}:(\\d+)(?::(\\d+))?: +(?:fatal )?(?:error: +)?(\\S.*)$`);
  const frame = new RegExp(`(?:^|[\\s("/])${name}(?::(\\d+)(?::(\\d+))?|", line (\\d+))`);
  const found = new Map<string, Mistake>();
  let stack: Mistake | undefined;
  for (const line of lines) {
    const said = message.exec(line);
    if (said) {
      // Notes and warnings explain an error but aren't errors.
      if (/^(?:note|warning):/.test(said[3])) continue;
      const key = `${said[1]}:${said[2]}`;
      const text = said[3].replace(/; \d+ more$/, '');
      if (!found.has(key)) found.set(key, { file, line: Number(said[1]), column: numberIn(said[2]), message: text });
    } else if (stack === undefined) {
      const at = frame.exec(line);
      if (at) stack = { file, line: Number(at[1] ?? at[3]), column: numberIn(at[2]), message: otherwise };
    }
  }
  const all = [...found.values()];
  const isNew = stack !== undefined && all.every(({ line }) => line !== stack.line);
  return (isNew ? [...all, stack!] : all).slice(0, MAX_MISTAKES);
}

const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

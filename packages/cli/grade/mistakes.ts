import { basename } from 'node:path';

/** A mistake at a place of the bot's file. */
export interface Mistake {
  /** As the bot was named. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number | undefined;
  readonly message: string;
}

const MAX_MISTAKES = 10;

/**
 * Positions in a bot's file in the output of compilers, interpreters, and checks. A message stands behind its place
 * (`Mine.ts:3:5: Type …`, `AIMine.cc:3:18: error: …`); a frame of a stack (`at play (Mine.js:12:3)`, `File "mine.py", line 12`)
 * has none, so that it gets `otherwise`. Of several frames, the first is taken.
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
      // Notes and warnings explain an error, and are none.
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

import { type InspectColor, styleText } from 'node:util';
import type { RefusedMoves } from '@ludus/game/replay.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import type { Verdict } from '@ludus/referee/match.ts';
import type { Ink } from 'ludus/kit.ts';

const isTerminal = process.stdout.isTTY === true;
const paint = (colour: InspectColor) => (text: string) => (isTerminal ? styleText(colour, text) : text);
const SEATS = (['blueBright', 'yellowBright', 'magentaBright', 'cyanBright'] as const).map(paint);

/** The colours for output; no colours if standard output isn't a terminal. */
export const INK: Ink = {
  bold: paint('bold'),
  grey: paint('gray'),
  red: paint('redBright'),
  green: paint('green'),
  yellow: paint('yellow'),
  seat: (seat, text) => SEATS[seat % SEATS.length](text),
};

/** Prints the originals' closing lines on standard error. */
export function sayScores(names: readonly string[], scores: readonly number[]): void {
  names.forEach((name, seat) => {
    info(`player ${name} got score ${scores[seat]}`);
  });
  const top = Math.max(...scores);
  info(`player(s) ${names.filter((_, seat) => scores[seat] === top).join(' ')} got top score`);
}

export function sayVerdict(verdict: Verdict): void {
  info(`player ${verdict.name} (seat ${verdict.seat}) is disqualified in round ${verdict.round}: ${verdict.sentence}`);
}

/**
 * Reports a fault without its message, because the message may reveal information that only the seat's player may know.
 */
export function sayFault({ name, seat, round, fault }: Verdict): void {
  info(`player ${name} (seat ${seat}) is disqualified in round ${round} (${fault})`);
}

/** Prints one line per bot with moves that were illegal under the rules. */
export function sayRefused(names: readonly string[], refused: readonly (RefusedMoves | undefined)[]): void {
  for (const [seat, found] of refused.entries())
    if (found)
      info(
        `${found.count} ${found.count === 1 ? 'move' : 'moves'} of ${names[seat]} (seat ${seat}) ${found.count === 1 ? 'was' : 'were'} refused; first: in round ${found.round}, ${found.why}`,
      );
}

/**
 * Repeats at the end of a match which players were disqualified, in which round, and why. For each of these players,
 * prints a command to debug it. `specs`: the players by seat, as the user named them; `replay`: the match's file, if
 * there is one.
 */
export function sayFrozen(verdicts: readonly Verdict[], specs: readonly string[], replay: string | undefined): void {
  for (const { name, seat, round, fault, sentence } of verdicts) {
    info(`player ${name} (seat ${seat}) was disqualified in round ${round} (${fault}): ${sentence}`);
    if (replay === undefined) info('to debug this, write the replay with -o and use ludus debug');
    else
      info(
        `to debug this:  npx ludus debug ${shellWord(replay)} --seat ${seat} --player ${shellWord(specs[seat])} --round ${round}`,
      );
    if (fault === 'crash' && replay !== undefined && /\.(cc|cpp|cxx)$/.test(specs[seat]))
      info(
        `to check each memory access:  npx ludus debug ${shellWord(replay)} --seat ${seat} --player ${shellWord(specs[seat])} --sanitize`,
      );
  }
}

/** Quotes a text as a single word for a shell. */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function info(text: string): void {
  process.stderr.write(`info: ${toPrintableLines(text)}\n`);
}

/** Prints a command's result as one line of JSON to standard output, and nothing else. */
export function printJson(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** Returns the stream for text that people read: standard error if standard output is for JSON. */
export const textOutput = (json: boolean | undefined): NodeJS.WriteStream => (json ? process.stderr : process.stdout);

/** Formats a table for the terminal, with the first column aligned left and the others aligned right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[i]))).join('  ');
  return `${[line(head), ...rows.map(line)].map((text) => text.trimEnd()).join('\n')}\n`;
}

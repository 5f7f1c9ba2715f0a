import { fail, ok, problemOf, type Result, type Sentences } from '@ludus/kernel/result.ts';
import type * as z from 'zod';
import { canonical, sha256OfText } from '../chance.ts';
import {
  anyLine,
  headLine,
  type MatchLine,
  type ModuleLine,
  type NamesLine,
  type RoundExport,
  type StandingLine,
  type WithdrawalLine,
} from './lines.ts';

/** The errors of a round's export. */
export const EXPORT_PROBLEMS = {
  'round/cut-line': () => 'the file ends in the middle of a line',
  'round/foreign': () => 'this isn’t a final’s export: its first line has another format',
  'round/order': (kind: string) => `a line of kind ${kind} is out of order`,
  'round/names': () => 'there is more than one line of kind names',
  'round/after-end': () => 'unexpected data after the last line',
  'round/lines': (found: number, claimed: number) =>
    `this line claims ${claimed} lines before it, but there are ${found}`,
  'round/sum': () => 'the file was changed: its checksum differs from the one in this line',
  'round/cut': () => 'the file is truncated: its last line is missing',
  'round/json': () => 'this is not JSON',
  'round/line': (place: string, why: string) => `${place} is not valid: ${why}`,
  'round/form': () => 'this line doesn’t have the format of an export',
  'round/differs': (where: string) => where,
} satisfies Sentences;

const ORDER = ['entrant', 'withdrawal', 'module', 'match', 'standing', 'names', 'end'] as const;

/**
 * Reads a round's export. Text that is damaged, truncated, or not in the form that `writeExport` writes is rejected
 * with its line number. The content of the lines isn't checked yet.
 */
export function readExport(text: string): Result<RoundExport> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else if (text !== '') return refused(lines.length, 'round/cut-line');
  const first = lines[0] ?? '';
  if (!first.includes('"ludus":"round"')) return refused(1, 'round/foreign');
  const head = readLine(first, headLine, 1);
  if (!head.ok) return head;
  const entrants: RoundExport['entrants'][number][] = [];
  const withdrawals: WithdrawalLine[] = [];
  const modules: ModuleLine[] = [];
  const matches: MatchLine[] = [];
  const standings: StandingLine[] = [];
  let names: NamesLine | undefined;
  let stage = 0;
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const number = at + 1;
    const read = readLine(line, anyLine, number);
    if (!read.ok) return read;
    const { kind } = read.value;
    if (ORDER.indexOf(kind) < stage) return refused(number, 'round/order', kind);
    stage = ORDER.indexOf(kind);
    switch (read.value.kind) {
      case 'entrant': {
        const { kind: _, ...entrant } = read.value;
        entrants.push(entrant);
        break;
      }
      case 'withdrawal':
        withdrawals.push(read.value);
        break;
      case 'module':
        modules.push(read.value);
        break;
      case 'match':
        matches.push(read.value);
        break;
      case 'standing':
        standings.push(read.value);
        break;
      case 'names':
        if (names !== undefined) return refused(number, 'round/names');
        names = read.value;
        break;
      case 'end': {
        if (number < lines.length) return refused(number + 1, 'round/after-end');
        if (read.value.lines !== at) return refused(number, 'round/lines', at, read.value.lines);
        const sum = sha256OfText(`${lines.slice(0, at).join('\n')}\n`);
        if (read.value.sha256 !== sum) return refused(number, 'round/sum');
        return ok({ head: head.value, entrants, withdrawals, modules, matches, standings, names });
      }
    }
  }
  return refused(lines.length, 'round/cut');
}

/** Returns the text of an export, from which `readExport` reads the same values. */
export function writeExport(round: RoundExport): string {
  const { head, entrants, withdrawals, modules, matches, standings, names } = round;
  const lines = [
    head,
    ...entrants.map((entrant) => ({ kind: 'entrant', ...entrant })),
    ...withdrawals,
    ...modules,
    ...matches,
    ...standings,
    ...(names === undefined ? [] : [names]),
  ].map(canonical);
  const body = `${lines.join('\n')}\n`;
  return `${body}${canonical({ kind: 'end', lines: lines.length, sha256: sha256OfText(body) })}\n`;
}

function readLine<T>(line: string, schema: z.ZodType<T>, number: number): Result<T> {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return refused(number, 'round/json');
  }
  const read = schema.safeParse(json);
  if (!read.success) {
    const [{ path, message }] = read.error.issues;
    return refused(number, 'round/line', path.length === 0 ? 'the line' : path.join('.'), message);
  }
  // Each value has exactly one valid text, so a line can't contain repeated keys or hidden data.
  if (canonical(read.data) !== line) return refused(number, 'round/form');
  return ok(read.data);
}

const refused = <Code extends keyof typeof EXPORT_PROBLEMS>(
  line: number,
  code: Code,
  ...values: Parameters<(typeof EXPORT_PROBLEMS)[Code]>
): Result<never> => fail({ ...problemOf(EXPORT_PROBLEMS, code, ...values), line });

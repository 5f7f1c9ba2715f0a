import { fail, ok, type Result } from '@ludus/kernel/result.ts';
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

const ORDER = ['entrant', 'withdrawal', 'module', 'match', 'standing', 'names', 'end'] as const;

/**
 * Reads a round's export. Text that is damaged, truncated, or not in the form that `writeExport` writes is rejected with the
 * line. The content of the lines isn't checked yet.
 */
export function readExport(text: string): Result<RoundExport> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else if (text !== '') return refused('the file ends in the middle of a line', lines.length);
  const first = lines[0] ?? '';
  if (!first.includes('"ludus":"round"')) return refused('this isn’t a round: its first line does not say so', 1);
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
    if (ORDER.indexOf(kind) < stage) return refused(`a line of kind ${kind} comes too late`, number);
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
        if (names !== undefined) return refused('the names are there twice', number);
        names = read.value;
        break;
      case 'end': {
        if (number < lines.length) return refused('something stands after the end', number + 1);
        if (read.value.lines !== at)
          return refused(`expected ${at} lines before this one, it says ${read.value.lines}`, number);
        const sum = sha256OfText(`${lines.slice(0, at).join('\n')}\n`);
        if (read.value.sha256 !== sum)
          return refused('the file was changed: its sum isn’t the one in this line', number);
        return ok({ head: head.value, entrants, withdrawals, modules, matches, standings, names });
      }
    }
  }
  return refused('the file was cut off: its last line is missing', lines.length);
}

/** The text of an export; `readExport` gives the same values again. */
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
    return refused('this is not JSON', number);
  }
  const read = schema.safeParse(json);
  if (!read.success) {
    const [{ path, message }] = read.error.issues;
    return refused(`${path.length === 0 ? 'the line' : path.join('.')} does not fit: ${message}`, number);
  }
  // Each value has exactly one text, so nothing can be repeated or hidden in its form.
  if (canonical(read.data) !== line) return refused('this is not written as an export is', number);
  return ok(read.data);
}

const refused = (message: string, line: number): Result<never> => fail({ code: 'round/refused', message, line });

import { attempt, type Result } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import type { Dialect } from '../dialect.ts';
import { type CylinderBoard, Position } from '../position.ts';
import { readPosition } from './position.ts';
import { printPosition } from './print.ts';
import { CYLINDER_PROBLEMS } from './problems.ts';
import { printHead, readHead } from './settings.ts';

/**
 * Reads a `.cnf`. The first board of a replay is also accepted, and the rest of the text is ignored. Statuses belong to
 * one match, and are 0 at the start of each new match (docs/cylinder.md §7.2).
 */
export function readBoard(dialect: Dialect, text: string): Result<CylinderBoard> {
  return attempt(() => {
    const reader = new TokenReader(text, CYLINDER_PROBLEMS);
    const { settings } = readHead(reader, dialect);
    const { round, contents, units, missiles, scores, statuses } = readPosition(reader, dialect, settings);
    const rest = reader.tryNext();
    if (rest !== undefined && rest !== 'actions_asked') reader.fail('board/end', rest);
    const begun = statuses.map(() => 0);
    return { dialect, settings, first: new Position(settings, round, contents, units, missiles, scores, begun) };
  });
}

export function printBoard(board: CylinderBoard): string {
  return printHead(board.dialect, board.settings, undefined) + printPosition(board.dialect, board.first);
}

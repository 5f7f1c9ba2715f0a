import { attempt, type Result } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import type { Dialect } from '../dialect.ts';
import type { CylinderBoard } from '../position.ts';
import { readPosition } from './position.ts';
import { printPosition } from './print.ts';
import { printHead, readHead } from './settings.ts';

/** Reads a `.cnf`. The first board of a replay may be taken as one: what follows it is left alone. */
export function readBoard(dialect: Dialect, text: string): Result<CylinderBoard> {
  return attempt(() => {
    const reader = new TokenReader(text);
    const { settings } = readHead(reader, dialect);
    const first = readPosition(reader, dialect, settings);
    const rest = reader.tryNext();
    if (rest !== undefined && rest !== 'actions_asked')
      reader.fail('board/end', `expected the end of the board, found ${rest}`);
    return { dialect, settings, first };
  });
}

export function printBoard(board: CylinderBoard): string {
  return printHead(board.dialect, board.settings, undefined) + printPosition(board.dialect, board.first);
}

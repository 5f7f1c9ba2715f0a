import type { MatchInfo } from '@ludus/game/game.ts';
import { attempt, type Result } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import { readPosition } from '../codec/position.ts';
import { CYLINDER_PROBLEMS } from '../codec/problems.ts';
import { readInfo } from '../codec/replay.ts';
import { readInstructions } from '../codec/rounds.ts';
import { readHead } from '../codec/settings.ts';
import type { CylinderSettings, Dialect } from '../dialect.ts';
import { Instructions } from '../instructions.ts';
import type { Position } from '../position.ts';

/** A whole `.res` as data, without playing it. */
export interface Recording {
  readonly dialect: Dialect;
  readonly settings: CylinderSettings;
  readonly info: MatchInfo;
  /** The initial board, followed by one board per round. */
  readonly positions: readonly Position[];
  /** `asked[k]` and `done[k]`, with one list per player, lead from `positions[k]` to `positions[k + 1]`. */
  readonly asked: readonly (readonly Instructions[])[];
  readonly done: readonly (readonly Instructions[])[];
}

/** Reads a whole `.res`. Line ends may be `\n` or `\r\n`. */
export function readRecording(dialect: Dialect, text: string): Result<Recording> {
  return attempt(() => {
    const reader = new TokenReader(text, CYLINDER_PROBLEMS);
    const head = readHead(reader, dialect);
    const { settings } = head;
    const info = readInfo(reader, head);
    const positions = [readPosition(reader, dialect, settings)];
    const asked: Instructions[][] = [];
    const done: Instructions[][] = [];
    const lists = () => Array.from({ length: settings.players }, () => new Instructions());
    while (!reader.atEnd()) {
      const [a, d] = [lists(), lists()];
      readInstructions(reader, 'actions_asked', settings, a, dialect.passesOver);
      readInstructions(reader, 'actions_done', settings, d);
      asked.push(a);
      done.push(d);
      positions.push(readPosition(reader, dialect, settings));
    }
    return { dialect, settings, info, positions, asked, done };
  });
}

import type { Generated } from 'kysely';
import type { PremiereHistory } from '../../premieres/history.ts';
import type { Json, Time } from './columns.ts';

/** Premieres for spectators. */
export interface ShowTables {
  /** Matches that are shown to all spectators at the same moment (premieres/rules.ts). */
  premieres: {
    id: Generated<number>;
    contest: number;
    number: number;
    match: number;
    /** Whether the match's result was public before the match was chosen. */
    known: boolean;
    history: Json<PremiereHistory>;
    opened: Time;
    /** The start and end of the premiere; null until the match has been played. */
    starts: Date | null;
    ends: Date | null;
    /** Whether the calls have been counted. */
    settled: Generated<boolean>;
  };
  /** Anonymous browsers that call winners. */
  callers: {
    id: Generated<number>;
    contest: number;
    /** The hash of the browser's secret. */
    secret: string;
    name: string | null;
    look: string | null;
    points: Generated<number>;
    calls: Generated<number>;
    hits: Generated<number>;
    seen: Time;
  };
  calls: { premiere: number; caller: number; side: number };
}

import type { Generated } from 'kysely';
import type { PremiereHistory } from '../../premieres/history.ts';
import type { Json, Time } from './columns.ts';

/** Premieres for spectators. */
export interface ShowTables {
  /** Matches that are shown to all spectators at one moment (premieres/rules.ts). */
  premieres: {
    id: Generated<number>;
    contest: number;
    number: number;
    match: number;
    /** Its result was public before it was chosen. */
    known: boolean;
    history: Json<PremiereHistory>;
    opened: Time;
    /** Null until the match is played. */
    starts: Date | null;
    ends: Date | null;
    /** The calls have been counted. */
    settled: Generated<boolean>;
  };
  /** Browsers that call winners; no one knows whose they are. */
  callers: {
    id: Generated<number>;
    contest: number;
    /** The hash of what the browser keeps. */
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

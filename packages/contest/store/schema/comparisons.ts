import type { ColumnType, Generated } from 'kysely';
import type { Summary } from '../../plagiarism/isolated/order.ts';
import type { Time } from './columns.ts';

/** Comparisons of sources. */
export interface ComparisonTables {
  /** The newest comparison of a contest's submissions; a page and a table of pairs, gzipped. */
  comparisons: {
    contest: number;
    state: 'waiting' | 'running' | 'done' | 'failed';
    /** The server that makes it. */
    owner: string | null;
    asked: Time;
    /** 0 … 1 */
    done: Generated<number>;
    ended: Date | null;
    why: string | null;
    summary: ColumnType<Summary | null, string | null | undefined, string | null>;
    page: Uint8Array | null;
    csv: Uint8Array | null;
    /** Rows of the other contests whose sources it compares with. */
    others: Generated<number[]>;
    /** The same of the result that is here; null: unknown. */
    shown_others: number[] | null;
  };
  /** Additional sources for comparing a contest's submissions: another contest of this server, or files that an organiser added. */
  collections: {
    id: Generated<number>;
    contest: number;
    kind: 'earlier' | 'template';
    /** The year, in the organiser's words. */
    label: string;
    other: number | null;
    added: Time;
    /** When it is deleted. */
    goes: Date | null;
  };
  collected: { id: Generated<number>; collection: number; name: string; version: string; file: string; text: string };
}

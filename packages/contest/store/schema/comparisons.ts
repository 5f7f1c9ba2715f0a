import type { ColumnType, Generated } from 'kysely';
import type { Summary } from '../../plagiarism/isolated/order.ts';
import type { Time } from './columns.ts';

/** The tables of comparisons. */
export interface ComparisonTables {
  /** The newest comparison of a contest's submissions. `page` and `csv` are gzipped. */
  comparisons: {
    contest: number;
    state: 'waiting' | 'running' | 'done' | 'failed';
    /** The server that runs the comparison. */
    owner: string | null;
    asked: Time;
    /** The progress, 0 to 1. */
    done: Generated<number>;
    ended: Date | null;
    why: string | null;
    summary: ColumnType<Summary | null, string | null | undefined, string | null>;
    page: Uint8Array | null;
    csv: Uint8Array | null;
    /** The row ids of the other contests whose sources are compared as well. */
    others: Generated<number[]>;
    /** The row ids of the other contests in the stored result; null: unknown. */
    shown_others: number[] | null;
  };
  /**
   * Additional sources for comparing a contest's submissions: another contest of this server, or files that an owner
   * added.
   */
  collections: {
    id: Generated<number>;
    contest: number;
    kind: 'earlier' | 'template';
    /** A label that the owner entered, for example the year. */
    label: string;
    other: number | null;
    added: Time;
    /** The time at which the collection is deleted; null: it is kept. */
    goes: Date | null;
  };
  collected: { id: Generated<number>; collection: number; name: string; version: string; file: string; text: string };
}

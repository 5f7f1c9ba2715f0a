/**
 * Other contests whose sources are in a requested comparison, and in its result. Only someone who owns all of them may
 * read the result; null: only organisers may.
 */
export const sql = `
alter table comparisons add column others integer[] not null default '{}';
alter table comparisons add column shown_others integer[];
`;

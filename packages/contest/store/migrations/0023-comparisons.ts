/**
 * Other contests whose sources are in a requested comparison, and in its result. Only their owners may read it; null:
 * only organisers.
 */
export const sql = `
alter table comparisons add column others integer[] not null default '{}';
alter table comparisons add column shown_others integer[];
`;

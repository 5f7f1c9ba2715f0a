/**
 * Other contests whose sources are in a comparison that is asked for, and in its result. Only their owners read it; null: organisers
 * only.
 */
export const sql = `
alter table comparisons add column others integer[] not null default '{}';
alter table comparisons add column shown_others integer[];
`;

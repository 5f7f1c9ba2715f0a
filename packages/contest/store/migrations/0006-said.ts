/** A log's sentences by their codes, so that they can be said in several languages. */
export const sql = `
alter table steps add column code text;
alter table steps add column data jsonb;
`;

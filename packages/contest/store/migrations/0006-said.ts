/** The codes of a log's messages, so that they can be translated. */
export const sql = `
alter table steps add column code text;
alter table steps add column data jsonb;
`;

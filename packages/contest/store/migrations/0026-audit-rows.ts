/** The roster rows that an entry of the log is about, with their names at that time. */
export const sql = `
alter table audit add column roster_rows jsonb;
`;

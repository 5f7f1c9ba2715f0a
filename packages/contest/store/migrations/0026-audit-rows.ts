/** The rows of a roster that an entry of the log is about, with the names that they had. */
export const sql = `
alter table audit add column roster_rows jsonb;
`;

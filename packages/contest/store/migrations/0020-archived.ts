/** The time of a contest's archiving: it isn't listed on the front page, and can't be changed. */
export const sql = `
alter table contests add column archived timestamptz;
`;

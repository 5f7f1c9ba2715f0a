/** Since when a contest is archived: it is off the front page, and no one changes it. */
export const sql = `
alter table contests add column archived timestamptz;
`;

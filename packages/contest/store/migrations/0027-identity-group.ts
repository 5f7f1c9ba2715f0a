/** The group that an issuer knows someone in. */
export const sql = `
alter table identities add column roster_group text;
`;

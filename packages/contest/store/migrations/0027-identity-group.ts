/** The group of a person at an issuer. */
export const sql = `
alter table identities add column roster_group text;
`;

/** The start of a lease, to limit the lease's duration, and the token whose worker couldn't play a match. */
export const sql = `
alter table matches add column leased timestamptz;
alter table lab_matches add column leased timestamptz;
alter table matches add column refused_by integer references tokens on delete set null;
`;

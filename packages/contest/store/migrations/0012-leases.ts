/** Since when a lease is held, which bounds how long it can be kept; and who has said of a match that it cannot be played. */
export const sql = `
alter table matches add column leased timestamptz;
alter table lab_matches add column leased timestamptz;
alter table matches add column refused_by integer references tokens on delete set null;
`;

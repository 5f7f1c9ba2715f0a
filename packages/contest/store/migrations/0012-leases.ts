/** Since when a lease is held, which limits how long it can be kept; and which workers could not play a match. */
export const sql = `
alter table matches add column leased timestamptz;
alter table lab_matches add column leased timestamptz;
alter table matches add column refused_by integer references tokens on delete set null;
`;

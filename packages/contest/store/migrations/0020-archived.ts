/**
 * The time at which a contest was archived. An archived contest isn't listed on the front page, and can't be changed.
 */
export const sql = `
alter table contests add column archived timestamptz;
`;

/** What a board that was sent in is like to play on, as the built-in players find. */
export const sql = `
alter table boards add column report jsonb;
`;

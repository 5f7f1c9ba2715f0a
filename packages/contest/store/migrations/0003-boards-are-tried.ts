/** The fairness of a submitted board, measured with the built-in bots. */
export const sql = `
alter table boards add column report jsonb;
`;

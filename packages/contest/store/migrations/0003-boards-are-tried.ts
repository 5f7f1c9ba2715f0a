/** The fairness of a submitted board, measured with the built-in players. */
export const sql = `
alter table boards add column report jsonb;
`;

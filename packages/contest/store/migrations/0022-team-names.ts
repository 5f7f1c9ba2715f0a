/** The name that a team has chosen, and its look (name-key.ts): no two of a contest look alike. */
export const sql = `
alter table entrants add column chosen_name text;
alter table entrants add column chosen_look text;
create unique index entrants_chosen_look on entrants (contest, chosen_look);
`;

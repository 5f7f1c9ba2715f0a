/** A team's chosen name, and its look (name-key.ts), which is unique in the contest. */
export const sql = `
alter table entrants add column chosen_name text;
alter table entrants add column chosen_look text;
create unique index entrants_chosen_look on entrants (contest, chosen_look);
`;

/** What a name looks like (store/looks.ts): no two people have one look. Who was there before gets theirs when the tables are up to date. */
export const sql = `
alter table people add column look text;
create unique index people_look on people (look) where not removed;
`;

/**
 * The look of a name (store/name-key.ts): no two people have the same look. Existing people get their looks after the
 * migration.
 */
export const sql = `
alter table people add column look text;
create unique index people_look on people (look) where not removed;
`;

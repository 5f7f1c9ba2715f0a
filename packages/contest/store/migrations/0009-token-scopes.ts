/** The scopes of a personal token. Those that there are do what they did, but for what only sessions do now. */
export const sql = `
alter table tokens add column scopes jsonb not null default '[]';
update tokens set scopes = '["read", "submit", "laboratory"]' where kind = 'personal';
update tokens set scopes = scopes || '["organise", "backup"]' where kind = 'personal'
  and person in (select id from people where role = 'organiser');
`;

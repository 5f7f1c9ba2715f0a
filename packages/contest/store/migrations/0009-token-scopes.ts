/** The scopes of personal tokens. Existing tokens keep their rights, except for rights that now require a session. */
export const sql = `
alter table tokens add column scopes jsonb not null default '[]';
update tokens set scopes = '["read", "submit", "laboratory"]' where kind = 'personal';
update tokens set scopes = scopes || '["organise", "backup"]' where kind = 'personal'
  and person in (select id from people where role = 'organiser');
`;

/** Links that give colleagues a role in a contest, even without an account. */
export const sql = `
create table invitations (
  hash text primary key,
  contest integer not null references contests on delete cascade,
  role text not null check (role in ('owner', 'assistant', 'observer')),
  inviter integer not null references people on delete cascade,
  expires timestamptz not null
);
create index invitations_contest on invitations (contest);
create index invitations_inviter on invitations (inviter);
`;

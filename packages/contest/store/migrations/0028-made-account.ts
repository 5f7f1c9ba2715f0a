/** Whether an identity's first sign-in created its account. For earlier identities, this is derived from the times. */
export const sql = `
alter table identities add column made_account boolean not null default false;
update identities i set made_account = true from people p
  where p.id = i.person and i.created between p.created and p.created + interval '1 second';
`;

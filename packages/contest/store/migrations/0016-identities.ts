/** People by their ids at an OpenID Connect issuer, and the roster id that the issuer verifies. */
export const sql = `
create table identities (
  issuer text not null,
  subject text not null,
  person integer not null references people on delete cascade,
  roster_id text,
  created timestamptz not null default clock_timestamp(),
  used timestamptz,
  primary key (issuer, subject)
);
create index identities_person on identities (person);
`;

/** People by their names at an issuer of OpenID Connect, and the id on rosters that it vouches for. */
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

/**
 * A contest's staff have roles. The server's organisers have all rights in every contest, without a row in this table.
 * Other people may create contests if an organiser allows it. An entry of the log states the contest that it belongs
 * to.
 */
export const sql = `
create table staff (
  contest integer not null references contests on delete cascade,
  person integer not null references people on delete cascade,
  role text not null check (role in ('owner', 'assistant', 'observer')),
  since timestamptz not null default clock_timestamp(),
  primary key (contest, person)
);
create index staff_person on staff (person);
alter table people add column makes_contests boolean not null default false;
alter table audit add column contest integer references contests on delete set null;
create index audit_contest on audit (contest);
`;

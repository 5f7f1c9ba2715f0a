/**
 * People who help to run a contest have a role in it. Organisers of the server may do everything in every contest, without a row.
 * Other people may make contests if an organiser lets them. An entry of the log says to which contest it belongs.
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

/**
 * Any number of servers on one database: the running servers, their shared counts, and the server that owns each piece
 * of started work. A server of an earlier release had the database to itself. It calls a function that no longer
 * exists, so it can't write any more.
 */
export const sql = `
drop function must_be_writer(text);
delete from meta where key = 'writer';
create table servers (
  id text primary key,
  level integer not null,
  engine text not null,
  since timestamptz not null default clock_timestamp(),
  seen timestamptz not null default clock_timestamp(),
  watchers integer not null default 0,
  networks jsonb not null default '{}'
);
create table throttles (
  key text primary key,
  failures integer not null default 0,
  until timestamptz not null,
  last timestamptz not null default clock_timestamp()
);
create table refused_attempts (
  entrant integer not null references entrants on delete cascade,
  at timestamptz not null default clock_timestamp()
);
create index refused_attempts_entrant on refused_attempts (entrant, at);
create sequence revisions;
alter table contests add column revised integer not null default 0;
alter table comparisons add column owner text;
`;

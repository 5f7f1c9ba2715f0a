/**
 * For data of earlier releases: links a roster row to the person with the same roster id. Backups may contain such data
 * as well.
 */
export const TIE_ROSTER = `
update roster r set person = found.person, code = null from (
  select distinct on (m.contest, p.roster_id) m.contest, p.roster_id, p.id as person
  from people p join members m on m.person = p.id
  where p.roster_id is not null and not p.removed order by m.contest, p.roster_id, p.id) found
where r.contest = found.contest and r.roster_id = found.roster_id and r.person is null;
`;

/**
 * Each row of a roster has a 50-bit personal code until it is linked to a person. The database creates it, so that rows
 * of earlier releases and of their backups have a code. Bytes 6 and 8 of the UUID aren't completely random.
 */
export const sql = `
create function new_roster_code() returns text language sql volatile as $$
  select left(letters, 5) || '-' || right(letters, 5) from (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + (get_byte(bytes, at) & 31), 1), '') as letters
    from (select decode(replace(gen_random_uuid()::text, '-', ''), 'hex') as bytes) chance,
      unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11]) at) code
$$;
alter table roster add column code text default new_roster_code();
alter table roster add column person integer references people on delete set null;
create unique index roster_code on roster (code);
create unique index roster_person on roster (contest, person);
create index roster_of_person on roster (person);
${TIE_ROSTER}`;

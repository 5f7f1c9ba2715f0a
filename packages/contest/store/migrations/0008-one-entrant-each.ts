/**
 * A person has at most one entrant in a contest. If a person has several, all submissions are moved to the entrant that
 * stays: the first entrant with submissions.
 */
export const MERGE_ENTRANTS = `
create table extra_entrants as
  select entrant, person, kept from (
    select m.entrant, m.person, first_value(m.entrant) over (partition by m.person, e.contest
      order by (exists (select 1 from submissions s where s.entrant = m.entrant)) desc, m.entrant) as kept
    from members m join entrants e on e.id = m.entrant) each
  where entrant <> kept;
delete from members m using extra_entrants x where m.entrant = x.entrant and m.person = x.person;
update submissions s set entrant = x.kept from extra_entrants x where s.entrant = x.entrant
  and not exists (select 1 from members m where m.entrant = x.entrant);
update boards b set entrant = x.kept from extra_entrants x where b.entrant = x.entrant
  and not exists (select 1 from members m where m.entrant = x.entrant);
delete from entrants e using extra_entrants x where e.id = x.entrant
  and not exists (select 1 from members m where m.entrant = e.id);
drop table extra_entrants;
`;
export const ONE_ENTRANT_EACH = 'create unique index members_person_contest on members (person, contest);';

export const sql = `
${MERGE_ENTRANTS}
alter table members add column contest integer references contests on delete cascade;
update members m set contest = e.contest from entrants e where e.id = m.entrant;
alter table members alter column contest set not null;
${ONE_ENTRANT_EACH}
create function contest_of_member() returns trigger language plpgsql as
  $$ begin new.contest := (select contest from entrants where id = new.entrant); return new; end $$;
create trigger members_contest before insert or update on members for each row execute function contest_of_member();
`;

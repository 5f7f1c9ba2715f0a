/** The data of contests and tokens of an earlier release; backups contain it as well. */
export const FORGET_LABORATORY = `
update contests set form = form - 'laboratory';
update tokens set revoked = clock_timestamp() where scopes = '["laboratory"]' and revoked is null;
update tokens set scopes = scopes - 'laboratory';
`;

/** A server plays no matches of people's own any more. Modules that only they had go with them. */
export const sql = `
drop table lab_matches;
drop table lab_runs;
drop table lab_uses;
delete from modules m using lab_modules l where l.module = m.hash
  and not exists (select 1 from submissions s where s.module = m.hash)
  and not exists (select 1 from quarantine q where q.module = m.hash);
drop table lab_modules;
${FORGET_LABORATORY}`;

/** Removes an earlier release's data from contests and tokens; backups may contain such data as well. */
export const FORGET_LABORATORY = `
update contests set form = form - 'laboratory';
update tokens set revoked = clock_timestamp() where scopes = '["laboratory"]' and revoked is null;
update tokens set scopes = scopes - 'laboratory';
`;

/** The server no longer plays private matches. Modules that only private matches used are deleted. */
export const sql = `
drop table lab_matches;
drop table lab_runs;
drop table lab_uses;
delete from modules m using lab_modules l where l.module = m.hash
  and not exists (select 1 from submissions s where s.module = m.hash)
  and not exists (select 1 from quarantine q where q.module = m.hash);
drop table lab_modules;
${FORGET_LABORATORY}`;

/**
 * Refuses the transaction of a server that another server has replaced. This takes the same lock as migrate.ts does
 * while a server takes over. Earlier transactions are then finished, and later transactions see the new writer.
 */
export const sql = `
create function must_be_writer(mine text) returns void language plpgsql as
  $$ begin perform pg_advisory_xact_lock_shared(7215001); if not exists (select 1 from meta where key = 'writer' and value = mine) then raise exception 'another server has taken this database' using errcode = 'LU001'; end if; end $$;
`;

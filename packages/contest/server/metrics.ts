import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import { GONE_SECONDS } from '../store/migrate.ts';
import type { Server } from './handler.ts';

/** Returns metrics for Prometheus, read from the database on request. */
export async function metricsText({ context, broker, admission }: Server): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `ludus_${name}`, help, labelNames, registers: [registry] });
  const { db } = context.store;
  const matches = gauge('matches', 'Matches by contest, kind, and state.', ['contest', 'kind', 'state']);
  const { rows } = await sql<{ contest: string; kind: string; state: string; many: number }>`
    select c.slug as contest, m.kind, m.state, count(*)::int as many
    from matches m join contests c on c.id = m.contest group by 1, 2, 3`.execute(db);
  for (const { many, ...labels } of rows) matches.set(labels, many);
  const submissions = gauge('submissions', 'Submissions by contest and state.', ['contest', 'state']);
  const sent = await sql<{ contest: string; state: string; many: number }>`
    select c.slug as contest, s.state, count(*)::int as many
    from submissions s join contests c on c.id = s.contest group by 1, 2`.execute(db);
  for (const { many, ...labels } of sent.rows) submissions.set(labels, many);
  const { rows: single } = await sql<{ oldest: number; workers: number; bytes: number; aside: number }>`
    select
      coalesce((select extract(epoch from clock_timestamp() - min(created)) from matches where state = 'queued'), 0)::float as oldest,
      (select count(*)::int from workers where why is null and seen > clock_timestamp() - interval '60 seconds') as workers,
      (select coalesce(sum(size), 0)::float from replays) as bytes,
      (select count(*)::int from tokens where set_aside is not null) as aside`.execute(db);
  const [{ oldest, workers, bytes, aside }] = single;
  gauge('queue_oldest_seconds', 'Seconds that the oldest queued match has been waiting.').set(oldest);
  gauge('workers', 'Usable workers seen in the last minute.').set(workers);
  gauge('replay_bytes', 'Size of all stored replays in bytes.').set(bytes);
  gauge('workers_set_aside', 'Worker tokens that are no longer trusted.').set(aside);
  const { rows: alarms } = await sql<{ transaction: number; job: number; servers: number }>`
    select
      coalesce((select extract(epoch from clock_timestamp() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()), 0)::float as transaction,
      coalesce((select extract(epoch from clock_timestamp() - min(start_after)) from pgboss.job
        where state in ('created', 'retry') and start_after < clock_timestamp()), 0)::float as job,
      (select count(*)::int from servers where seen > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})) as servers`.execute(
    db,
  );
  const [{ transaction, job, servers }] = alarms;
  gauge('oldest_transaction_seconds', 'Seconds that the oldest transaction has been open.').set(transaction);
  gauge('jobs_oldest_seconds', 'Seconds that the oldest due job has been overdue.').set(job);
  gauge('servers', 'Running servers on this database.').set(servers);
  const dead = gauge('dead_rows', 'Dead rows that haven’t been vacuumed, by table.', ['table']);
  const { rows: tables } = await sql<{ table: string; many: number }>`
    select relname as table, n_dead_tup::float as many from pg_stat_user_tables
    where schemaname = 'public' or relname like 'job%'`.execute(db);
  for (const { table, many } of tables) dead.set({ table }, many);
  gauge('requests_refused', 'Requests rejected by this server because too many were in progress.').set(
    admission.refused,
  );
  gauge('watchers', 'Pages that receive events from this server.').set(broker.watchers);
  return await registry.metrics();
}

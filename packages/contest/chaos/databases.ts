import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { StorePlace } from '../store/open.ts';
import { postgresPrograms, startPostgres } from '../testing/postgres.ts';

/** A database of a run's own, with copies of earlier states of it. A copy is made and put back while no server is there. */
export interface ChaosDatabase {
  /** A new, empty database. */
  fresh(): StorePlace;
  /** Keeps a copy of how it is now, in the place of the one before. */
  keep(place: StorePlace): Promise<void>;
  /** Makes it what it was when it was kept. */
  putBack(place: StorePlace): Promise<void>;
  close(): Promise<void>;
}

/** PGlite in folders that go with it. */
export function folderDatabase(): ChaosDatabase {
  const root = mkdtempSync(join(tmpdir(), 'ludus-chaos-'));
  let made = 0;
  const copyOf = (folder: string) => `${folder}.copy`;
  const folderOf = (place: StorePlace) => (place as { readonly dataDir: string }).dataDir;
  return {
    fresh() {
      const dataDir = join(root, String(++made));
      mkdirSync(dataDir);
      return { dataDir };
    },
    async keep(place) {
      rmSync(copyOf(folderOf(place)), { recursive: true, force: true });
      cpSync(folderOf(place), copyOf(folderOf(place)), { recursive: true });
    },
    async putBack(place) {
      rmSync(folderOf(place), { recursive: true, force: true });
      cpSync(copyOf(folderOf(place)), folderOf(place), { recursive: true });
    },
    async close() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL server that ends with the run; undefined where the programs are missing. */
export async function postgresDatabase(): Promise<ChaosDatabase | undefined> {
  if (postgresPrograms() === undefined) return undefined;
  const server = await startPostgres();
  const made = (place: StorePlace, from: string, to: string) => copyDatabase(urlOf(place), from, to);
  return {
    fresh: () => ({ databaseUrl: server.fresh() }),
    keep: (place) => made(place, nameOf(place), `${nameOf(place)}_copy`),
    putBack: (place) => made(place, `${nameOf(place)}_copy`, nameOf(place)),
    close: () => server.stop(),
  };
}

const urlOf = (place: StorePlace): string => (place as { readonly databaseUrl: string }).databaseUrl;
const nameOf = (place: StorePlace): string => new URL(urlOf(place)).pathname.slice(1);

/** A killed server's connections are there for a moment more: they are ended. */
async function copyDatabase(url: string, from: string, to: string): Promise<void> {
  const home = new URL(url);
  home.pathname = '/postgres';
  const client = new pg.Client({ connectionString: home.href });
  await client.connect();
  try {
    for (let tries = 20; ; tries--) {
      try {
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
        await client.query(`drop database if exists ${client.escapeIdentifier(to)} with (force)`);
        await client.query(`create database ${client.escapeIdentifier(to)} template ${client.escapeIdentifier(from)}`);
        return;
      } catch (error) {
        if (tries === 0) throw error;
        await sleep(100);
      }
    }
  } finally {
    await client.end();
  }
}

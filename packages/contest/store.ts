/** The database of a contest, and its backups. */
export { RestoreRefusedError, restore, writeBackup } from './store/backup.ts';
export { UnusableStoreError } from './store/database-check.ts';
export { openStore, type Store, type StorePlace } from './store/open.ts';
export { now } from './store/times.ts';

import { openStore, type StorePlace } from '../store/open.ts';

// A process that has a database, until it is killed.
const store = await openStore(JSON.parse(process.argv[2]) as StorePlace);
await store.db.insertInto('people').values({ name: 'kept', folded: 'kept', role: 'entrant' }).execute();
process.send!('ready');
setInterval(() => {}, 1000);

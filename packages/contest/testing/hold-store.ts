import { openStore, type StorePlace } from '../store/open.ts';

// A process that has a database, in which it has written a name, until it is killed.
const [place, name] = process.argv.slice(2);
const store = await openStore(JSON.parse(place) as StorePlace);
await store.db.insertInto('people').values({ name, folded: name, role: 'entrant' }).execute();
process.send!('ready');
setInterval(() => {}, 1000);

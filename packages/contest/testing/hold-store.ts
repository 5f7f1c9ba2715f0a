import { openStore, type StorePlace } from '../store/open.ts';

// A process that uses a database until it is killed. It has inserted a name, and has a transaction that locks the
// name's row.
const [place, name] = process.argv.slice(2);
const store = await openStore(JSON.parse(place) as StorePlace);
await store.db.insertInto('people').values({ name, folded: name, role: 'entrant' }).execute();
await store.transaction(async (tx) => {
  await tx.updateTable('people').set({ locale: 'ca' }).where('name', '=', name).execute();
  process.send!('ready');
  setInterval(() => {}, 1000);
  await new Promise(() => {});
});

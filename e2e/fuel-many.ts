import { compareRandom } from './fuel-compare.ts';

// Compares random modules, both metered and unmetered, in all engines: `node e2e/fuel-many.ts <how many> [<from
// seed>]`.
const STEP = 500;
const count = Number(process.argv[2] ?? 20_000);
const from = Number(process.argv[3] ?? 1);
let wrong = 0;
let compared = 0;
for (let seed = from; seed < from + count; seed += STEP) {
  const found = await compareRandom(seed, Math.min(seed + STEP, from + count));
  wrong += found.wrong.length;
  compared += found.compared;
  for (const sentence of found.wrong) console.log(sentence);
  console.log(`${seed + STEP - from} made, ${compared} compared, ${wrong} not the same`);
}
process.exitCode = wrong === 0 ? 0 : 1;

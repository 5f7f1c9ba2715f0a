/**
 * Checks the generator's guarantees for many seeds: `node tools/angrymob-map-properties.ts [FIRST COUNT]`, by default
 * 25000 seeds from 1, and the seeds at both ends of the range. Exits with 1 at the first map that violates a guarantee.
 */
import { drawMap, mapProblem, SIDES } from 'ludus/angrymob/rules.ts';

const [first, count] = [BigInt(process.argv[2] ?? 1), Number(process.argv[3] ?? 25_000)];
const tally = new Map<string, number>();
let [slowestMs, slowest, totalMs, largestMs] = [0, first, 0, 0];
for (let n = -200; n < count; n++) {
  // Two hundred additional seeds precede the first seed: the smallest and the largest possible seeds.
  const seed = n >= 0 ? first + BigInt(n) : n % 2 === 0 ? -(2n ** 63n) - BigInt(n) : 2n ** 63n + BigInt(n);
  const start = process.threadCpuUsage();
  const { map, style, layout } = drawMap(seed);
  const { user, system } = process.threadCpuUsage(start);
  const tookMs = (user + system) / 1000;
  totalMs += tookMs;
  if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, seed];
  if (map.rows > SIDES.rows[1] - 6 && map.columns > SIDES.columns[1] - 8) largestMs = Math.max(largestMs, tookMs);
  for (const word of [style, layout]) tally.set(word, (tally.get(word) ?? 0) + 1);
  const problem = mapProblem(map);
  if (problem === undefined) continue;
  console.error(`seed ${seed}: ${problem}`);
  process.exit(1);
}
const maps = count + 200;
console.log(
  `${maps} maps meet all guarantees of the generator: seeds ${first} … ${first + BigInt(count) - 1n} and 100 at each end of the range`,
);
console.log([...tally].map(([word, times]) => `${word} ${times}`).join(', '));
console.log(
  `${(totalMs / maps).toFixed(2)} ms of CPU time per map; at most ${largestMs.toFixed(1)} ms for the largest sizes; the slowest map took ${slowestMs.toFixed(1)} ms, seed ${slowest}`,
);

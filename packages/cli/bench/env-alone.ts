import { cacheModules } from '../module-cache.ts';

// One process of `ludus bench env --python`: measures the simulator of a game and says it as JSON.
cacheModules();
const { gameNamed, kitOf } = await import('../games.ts');
const { measureSimulator } = await import('./env-measure.ts');
const [id, size, runs] = process.argv.slice(2);
const game = gameNamed(id);
const { simulator } = kitOf(game);
if (!simulator) throw new Error(`${id} has no simulator`);
process.stdout.write(JSON.stringify(measureSimulator(game, simulator, Number(size), Number(runs))));

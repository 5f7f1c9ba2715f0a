import { gameNamed, kitOf } from '@ludus/cli/games.ts';
import { measureSimulator } from './env-measure.ts';

/** The first run is for warm-up. */
const RUNS = 3;

// One process of `npm run bench -- env --python`: prints the CPU times of a game's simulator, as JSON.
const [id, size] = process.argv.slice(2);
const game = gameNamed(id);
const { simulator } = kitOf(game);
if (!simulator) throw new Error(`${id} has no simulator`);
process.stdout.write(JSON.stringify(measureSimulator(game, simulator, Number(size), RUNS)));

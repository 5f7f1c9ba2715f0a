// Puts the program of the package `ludus` together in a folder of the repository: what `npm run bench -- start` measures.
import { resolve } from 'node:path';
import { buildProgram } from './build.ts';

await buildProgram(resolve(process.argv[2]));

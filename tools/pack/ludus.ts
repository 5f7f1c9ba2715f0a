// Assembles the program of the package `ludus` in a folder of the repository, for `npm run bench -- start`.
import { resolve } from 'node:path';
import { buildProgram } from './build.ts';

await buildProgram(resolve(process.argv[2]));

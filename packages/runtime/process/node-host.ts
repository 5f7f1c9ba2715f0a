import { pathToFileURL } from 'node:url';

/** Runs a module that exports a player as a program of its own: `node node-host.ts GAME FILE`. */
const [game, file] = process.argv.slice(2);
const { default: code } = await import(pathToFileURL(file).href);
throw new Error(`${game}: players like ${code} cannot yet be run as a process`);

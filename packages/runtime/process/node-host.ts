import { Console } from 'node:console';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { MobPlayer } from 'ludus/angrymob/player/api.ts';
import { playMob } from 'ludus/angrymob/player/host.ts';
import { playCylinder } from 'ludus/cylinder/player/host.ts';
import type { CylinderPlayerCode } from 'ludus/cylinder/player/in-process.ts';
import type { LineReader } from './host-lines.ts';
import { linesOf } from './host-lines.ts';

/**
 * Runs a module that exports a player as a program of its own, which speaks the protocol on standard input and output:
 * `node node-host.ts GAME FILE`. What the player prints with `console` is its log.
 */
const [game, file] = process.argv.slice(2);
globalThis.console = new Console(process.stderr, process.stderr);
registerHooks({
  resolve(specifier, context, next) {
    const sdk = /^ludus\/(cylinder|madmax|starwar|angrymob)$/.exec(specifier)?.[1];
    return sdk ? next(specifier, { ...context, parentURL: import.meta.url }) : next(specifier, context);
  },
});

const lines: LineReader = linesOf(process.stdin);
const say = (text: string): void => {
  process.stdout.write(text);
};
const module = await import(pathToFileURL(file).href);
const code = module.default?.default ?? module.default;
if (game === 'angrymob') await playMob(code as MobPlayer | (new () => MobPlayer), lines, say);
else await playCylinder(game as 'madmax' | 'starwar', code as CylinderPlayerCode, lines, say);

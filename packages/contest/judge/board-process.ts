import { text } from 'node:stream/consumers';
import { customGameKits } from 'ludus/custom-games.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';
import { checkBoard } from '../boards/check-board.ts';
import { fillersOf } from '../game-catalog.ts';

// A process that tries one submitted board with built-in bots. It may be stopped at any time.
/**
 * The distance between the seeds of consecutive matches. Players draw from seed + seat, so the ranges of two matches
 * must not overlap.
 */
const APART = 7919;

const [, , id, seeds] = process.argv;
const kits: AnyKit[] = [...KITS];
for (const file of customGameKits()) kits.push((await import(file)).kit);
const kit = kits.find(({ game }) => game.id === id)!;
const read = kit.game.readBoard(await text(process.stdin));
if (!read.ok) throw new Error(read.problem.message);
const names = fillersOf(kit);
const players = kit.players.filter(({ name }) => names.includes(name));
const trial = checkBoard(
  kit.game,
  read.value,
  players,
  Array.from({ length: Number(seeds) }, (_, index) => 1 + APART * index),
);
let step = trial.next();
while (!step.done) step = trial.next();
process.stdout.write(JSON.stringify(step.value));

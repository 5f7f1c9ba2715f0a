import { readFileSync } from 'node:fs';
import { explain } from '@ludus/lab/why.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import { KITS } from 'ludus/registry.ts';
import type { Plugin } from 'vite';

/** The module with the match of the first screen. */
const MODULE = 'virtual:opening';
const BOARD = 'default';
const SEED = 1;

/**
 * Plays and explains a match of the first game while the pages are built. The first screen can therefore show this
 * match without a worker, as soon as the page's script is loaded.
 */
export function openingMatch(): Plugin {
  return {
    name: 'opening-match',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      return Object.entries(playOpening())
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** The match of the first screen, and its explanation. */
function playOpening() {
  const [kit] = KITS;
  const { game, players, partners } = kit;
  const file = new URL(`../../games/${game.id}/boards/${BOARD}${game.boardExtension}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const board = game.readBoard(text);
  if (!board.ok) throw new Error(`${file.pathname}: ${board.problem.message}`);
  const names = Array.from({ length: game.seatsOf(board.value) }, (_, at) => partners.show[at % partners.show.length]);
  const chunks: string[] = [];
  const { outcome } = playMatchSync({
    game,
    board: board.value,
    seed: SEED,
    runners: names.map((name) => players.find((player) => player.name === name)!.open()),
    record: (chunk) => chunks.push(chunk),
  });
  const replay = chunks.join('');
  const winner = outcome.scores.indexOf(Math.max(...outcome.scores));
  const why = explain(kit, replay, winner);
  return {
    order: { game: game.id, board: text, seed: SEED, players: names.map((name) => ({ kind: 'builtin', name })) },
    board: BOARD,
    replay,
    why: {
      sentences: why.ok ? why.value.sentences : [],
      turn: why.ok ? why.value.moments.find(({ kind }) => kind === 'turn') : undefined,
      curve: why.ok ? why.value.curve : [],
    },
  };
}

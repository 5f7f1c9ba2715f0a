import { readFileSync } from 'node:fs';
import { Lehmer } from '@ludus/kernel/lehmer.ts';
import { angrymob } from 'ludus/angrymob/rules.ts';
import { inProcessCylinder } from 'ludus/cylinder/testing.ts';
import { MadMaxPlayer } from 'ludus/madmax';
import { madmax } from 'ludus/madmax/rules.ts';
import { builtinPlayer } from 'ludus/registry.ts';
import { StarWarPlayer } from 'ludus/starwar';
import { starwar } from 'ludus/starwar/rules.ts';
import { describe, expect, test } from 'vitest';
import { IS_LONG_RUN } from '../../tools/long-run.ts';
import { playMatchSync } from './match.ts';
import { type KnownPlayers, verifyReplay } from './verify.ts';

const GAMES = [madmax, starwar];

/** A player with a random move for each of its units. */
const restless = (game: MadMaxPlayer | StarWarPlayer) => {
  const { view, me } = game;
  const { unitsPerPlayer } = view.settings;
  for (let unit = me * unitsPerPlayer; unit < (me + 1) * unitsPerPlayer; unit++) {
    const k = game.random(0, 10);
    if (k > 8) game.shoot(unit);
    else game.move(unit, { row: (k % 3) - 1, column: Math.floor(k / 3) });
  }
};

function replayOf(game: (typeof GAMES)[number], limited: boolean, seed = 5): string {
  const file = new URL(`../games/${game.id}/boards/default.cnf`, import.meta.url);
  const board = game.readBoard(readFileSync(file, 'utf8'));
  if (!board.ok) throw new Error(board.problem.message);
  const base = game.id === 'madmax' ? MadMaxPlayer : StarWarPlayer;
  const runners = [0, 1, 2, 3].map((seat) => inProcessCylinder(`p${seat}`, restless, base));
  const demo = builtinPlayer(game.id, 'Demo');
  if (demo) runners[2] = demo.open();
  if (limited) runners[1].budgetUsed = () => 0.125;
  let text = '';
  playMatchSync({ game, board: board.value, seed, runners, limited, record: (piece) => (text += piece) });
  return text;
}

const known: KnownPlayers = (game, info) =>
  info.names.map((name) => (name === 'Demo' ? builtinPlayer(game.id, name).open() : undefined));

describe.each(GAMES)('$title', (game) => {
  const text = replayOf(game, false);

  test('verifies its own replays, even with CRLF line endings and with budgets', () => {
    expect(verifyReplay(text, GAMES, known)).toMatchObject({ kind: 'ok', rounds: 300 });
    expect(verifyReplay(text.replaceAll('\n', '\r\n'), GAMES, known).kind).toBe('ok');
    const limited = replayOf(game, true);
    expect(limited).toContain('1\t0\t0.125\n');
    expect(verifyReplay(limited, GAMES, known).kind).toBe('ok');
  });

  test('reports a missing key, or a key that may belong to another match', () => {
    const limited = replayOf(game, true);
    expect(verifyReplay(limited.replace(/sealed .*\n$/, ''), GAMES)).toMatchObject({
      kind: 'differs',
      message: 'the last line (sealed and the key) is missing, so the match can’t be played again',
    });
    expect(verifyReplay(limited.replace(/sealed .*\n$/, `sealed ${'7'.repeat(64)}\n`), GAMES)).toMatchObject({
      kind: 'differs',
      message: expect.stringMatching(/; the key in the last line may belong to a different match$/),
    });
  });

  test('finds a changed byte unless it is in the names, the seed, or the requested moves', () => {
    const random = new Lehmer(11);
    for (let i = 0; i < (IS_LONG_RUN ? 60 : 20); i++) {
      const at = random.range(0, text.length - 1);
      const byte = String.fromCharCode(random.range(9, 126));
      if (byte === text[at]) continue;
      const changed = text.slice(0, at) + byte + text.slice(at + 1);
      const verdict = verifyReplay(changed, GAMES, known);
      if (verdict.kind === 'ok') {
        const line = changed.slice(changed.lastIndexOf('\n', at) + 1, changed.indexOf('\n', at));
        const part = changed
          .slice(0, at)
          .match(/(names|actions_asked|actions_done|rnd \d+)(?![\s\S]*(?:actions_|rnd ))/)?.[1];
        if (line.startsWith('names')) continue;
        if (line.startsWith('seed')) continue;
        expect({ part, line }).toMatchObject({ part: 'actions_asked' });
      } else expect(['differs', 'truncated']).toContain(verdict.kind);
    }
  });

  test('reports a replay that ends within a round or between two rounds', () => {
    const random = new Lehmer(12);
    const rounds = [...text.matchAll(/\n\nactions_asked/g)].map((match) => match.index + 2);
    for (let i = 0; i < (IS_LONG_RUN ? 25 : 10); i++) {
      const at = random.range(600, text.length - 1);
      if (rounds.includes(at)) continue;
      expect({ at, kind: verifyReplay(text.slice(0, at), GAMES, known).kind }).toEqual({ at, kind: 'truncated' });
    }
    expect(verifyReplay(text.slice(0, rounds[7]), GAMES, known)).toMatchObject({
      kind: 'differs',
      round: 8,
      message: 'the replay is incomplete: it ends after round 7',
    });
  });

  test.each([
    ['nb_rows\t', 'nb_rowz\t', 0, /expected nb_rows, found nb_rowz/],
    ['kill_pnts\t30', 'kill_pnts\t-3', 0, /kill_pnts must be/],
    ['nb_rnds\t300', 'nb_rnds\t30', 30, /./],
    ['secgame\t0', 'secgame\t2', 0, /secgame must be 0 or 1/],
    ['rnd 7\n', 'rnd 8\n', 7, /expected "rnd 7", found "rnd 8"/],
    ['3\t0\t0\n', '3\t0\t1\n', 0, /expected "3\\t0\\t0", found "3\\t0\\t1"/],
  ])('verify rejects a replay in which %j was changed to %j', (from, to, round, message) => {
    if (game === madmax && from.startsWith('nb_rnds')) return;
    const verdict = verifyReplay(text.replace(from, to), GAMES, known);
    expect(verdict).toMatchObject({ kind: 'differs', round });
    expect('message' in verdict && verdict.message).toMatch(message);
  });

  test('verify recomputes Demo’s moves', () => {
    const at = text.search(/\n2\n\d+ m /);
    const line = text.slice(at + 3, text.indexOf('\n', at + 3));
    const unit = line.split(' ')[0];
    const other = line === `${unit} m 0 0` ? `${unit} m 0 1` : `${unit} m 0 0`;
    const changed = text.slice(0, at + 3) + other + text.slice(at + 3 + line.length);
    expect(verifyReplay(changed, GAMES, known)).toMatchObject({
      kind: 'differs',
      message: `expected ${JSON.stringify(line)}, found ${JSON.stringify(other)}`,
    });
  });

  test('verify rejects moves that the players’ API filters out', () => {
    const at = text.search(/actions_asked\n\n0\n\d+ [ms]/) + 'actions_asked\n\n0\n'.length;
    const line = text.slice(at, text.indexOf('\n', at) + 1);
    for (const more of [line, '7 m 0 1\n', '0 m 3 3\n', '0 s 1 1\n', '-2 m 0 1\n', '0 x 0 1\n'])
      expect(verifyReplay(text.slice(0, at) + line + more + text.slice(at + line.length), GAMES, known)).toMatchObject({
        kind: 'differs',
        round: 1,
      });
  });

  test('verify rejects invalid budget shares, and a replay without one player’s moves', () => {
    const limited = replayOf(game, true);
    const last = limited.lastIndexOf('0.125');
    for (const status of ['0.12', '-1', '1.5', '0.1250', '-0.5'])
      expect(verifyReplay(`${limited.slice(0, last)}${status}${limited.slice(last + 5)}`, GAMES).kind).toBe('differs');
    const frozen = limited.replaceAll(/\n1\n(\d+ [ms] .*\n)+-1\n/g, '\n1\n-1\n');
    expect(verifyReplay(frozen, GAMES).kind).toBe('differs');
  });
});

test('verify doesn’t recognise an empty text, a picture, or a board as a replay', () => {
  const board = readFileSync(new URL('../games/madmax/boards/default.cnf', import.meta.url), 'utf8');
  for (const text of ['', '\n', '\u0089PNG\r\n\u001a\n', '{"a": 1}', 'starwar', board].slice(0, 4).concat(board))
    expect(verifyReplay(text, GAMES).kind).toBe('foreign');
});

test('verify reports an Angry Mob replay that is truncated at any point', () => {
  const text = `angrymob replay 1
blue Ann
red Ben
playerSeed 0
limited 0
angrymob board 1
seed -3
moveLimit 2400
timeInit 20
timeMove 0.2
1 5
A 2 . 2 B
turn 1
blue 0 0 1 0
red
used 0.0125 0.5
turn 2
blue - time
red 0 4 2 2
illegal red submove 1 (0 4 2 2) moves 2 units out of (0, 4), where the player has 1
result draw mixed-fault 1
`;
  expect(verifyReplay(text, [angrymob])).toMatchObject({ kind: 'ok', rounds: 1 });
  for (let at = 'angrymob replay '.length; at < text.length; at++)
    expect({ at, kind: verifyReplay(text.slice(0, at), [angrymob]).kind }).toEqual({ at, kind: 'truncated' });
});

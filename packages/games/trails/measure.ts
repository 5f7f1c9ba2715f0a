import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { playMatchSync } from '@ludus/referee/match.ts';
import type { BuiltinPlayer } from '../kit.ts';
import { kit } from './kit.ts';
import type { TrailsBoard } from './rules/board.ts';
import { trails } from './rules/game.ts';
import { generateBoard } from './rules/generator.ts';

/**
 * Measures how much stronger each player is than the previous one (docs/trails.md): plays one stronger player against
 * weaker players, on generated boards, in every seat. `node measure.ts [FIRST..LAST [NAME]]`: the boards' seeds, and
 * the stronger player if only one is needed. Only the last line printed for each player depends on a clock.
 */
const [first, last] = (process.argv[2] ?? '1..40').split('..').map(Number);
const wanted = process.argv[3];

/** Plays a match in which `strong` has one seat and `weak` the others. */
function play(board: TrailsBoard, seed: number, strong: BuiltinPlayer, weak: BuiltinPlayer, seat: number) {
  const runners = board.starts.map((_, n) => (n === seat ? timed(strong.open()) : weak.open()));
  return playMatchSync({ game: trails, board, seed, runners });
}

/** The original four players. The table compares only these players; `ludus rivals trails --measure` compares all. */
const PLAYERS = kit.players.filter(({ name }) => ['Null', 'Moth', 'Mole', 'Lynx'].includes(name));

let slowestMs = 0;

/**
 * Returns the same player, but with `slowestMs`: the CPU time of its slowest move, including the engine's compiler and
 * garbage collector.
 */
function timed(runner: AnyRunner): AnyRunner {
  return {
    ...runner,
    play(state, move, generator) {
      const before = process.cpuUsage();
      void runner.play(state, move, generator);
      const { user, system } = process.cpuUsage(before);
      slowestMs = Math.max(slowestMs, (user + system) / 1000);
    },
  };
}

/**
 * Plays a player against the previous one in every seat of every board. Returns four numbers: matches won, matches in
 * which first place was shared with another player, rounds, and all matches.
 */
function measure(strong: number, players: number): [won: number, shared: number, rounds: number, matches: number] {
  let [won, shared, rounds, matches] = [0, 0, 0, 0];
  for (let seed = first; seed <= last; seed++) {
    const board = generateBoard(seed, players);
    for (let seat = 0; seat < players; seat++) {
      const match = play(board, seed, PLAYERS[strong], PLAYERS[strong - 1], seat);
      const { scores } = match.outcome;
      const best = Math.max(...scores.filter((_, n) => n !== seat));
      if (scores[seat] > best) won++;
      if (scores[seat] === best) shared++;
      rounds += match.rounds;
      matches++;
    }
  }
  return [won, shared, rounds, matches];
}

for (let strong = 1; strong < PLAYERS.length; strong++) {
  if (wanted !== undefined && PLAYERS[strong].name !== wanted) continue;
  slowestMs = 0;
  for (const players of trails.seats) {
    const [won, shared, rounds, matches] = measure(strong, players);
    const percent = ((100 * won) / matches).toFixed(1);
    const against = players === 2 ? PLAYERS[strong - 1].name : `${players - 1} × ${PLAYERS[strong - 1].name}`;
    console.log(
      `${PLAYERS[strong].name} – ${against}: ${matches} matches, won ${won} (${percent}%), shared ${shared}, ${(rounds / matches).toFixed(0)} rounds each`,
    );
  }
  console.log(`slowest move of ${PLAYERS[strong].name}: ${slowestMs.toFixed(0)} ms of CPU time`);
}

/**
 * Plays the Angry Mob players against each other: `node tools/angrymob-experiment.ts [MAPS [A B]…]`. Plays each map
 * twice, with the seats swapped. The maps have the seeds 1 to MAPS (default: 200), or a range (`301..500`). Without
 * names, plays the pairs of docs/angry-mob.md. Every line contains the first player's wins, draws, and losses, the
 * reasons for the games' ends, and the CPU time of this player's slowest move.
 */
import { playMatchSync } from '@ludus/referee/match.ts';
import { angrymob, DEFAULT_LIMITS, generateMap } from 'ludus/angrymob/rules.ts';
import { builtinPlayer } from 'ludus/registry.ts';

const PAIRS = [
  ['GravityGoers', 'RandomRunners'],
  ['GravityGoers', 'ProfessorRandom'],
  ['GravityGoers', 'GravityGoers'],
  ['Warlord', 'GravityGoers'],
  ['Warlord', 'Warlord'],
];

const [maps = '200', ...names] = process.argv.slice(2);
const [from, to] = maps.includes('..') ? maps.split('..').map(Number) : [1, Number(maps)];
const pairs =
  names.length === 0 ? PAIRS : Array.from({ length: names.length / 2 }, (_, n) => names.slice(n * 2, n * 2 + 2));
for (const pair of pairs) console.log(experiment(pair));

function experiment(pair: readonly string[]): string {
  const results = { won: 0, drawn: 0, lost: 0 };
  const reasons = new Map<string, number>();
  let [turns, slowestMs] = [0, 0];
  for (let seed = from; seed <= to; seed++) {
    const board = { map: generateMap(BigInt(seed)), seed: BigInt(seed), ...DEFAULT_LIMITS };
    for (const first of [0, 1]) {
      const runners = [open(pair[first]), open(pair[1 - first])];
      const watched = runners[first];
      const play = watched.play.bind(watched);
      watched.play = (state, move, generator) => {
        const start = process.threadCpuUsage();
        const answer = play(state, move, generator);
        const { user, system } = process.threadCpuUsage(start);
        slowestMs = Math.max(slowestMs, (user + system) / 1000);
        return answer;
      };
      const { outcome, rounds, verdicts } = playMatchSync({ game: angrymob, board, seed, runners });
      for (const verdict of verdicts) console.error(`seed ${seed}: ${verdict.name}: ${verdict.sentence}`);
      const score = outcome.scores[first];
      results[score === 1 ? 'won' : score === 0 ? 'lost' : 'drawn']++;
      if (process.env.LOSSES && score !== 1)
        console.error(`seed ${seed} seat ${first}: ${score} ${outcome.reason} after ${rounds}`);
      reasons.set(outcome.reason, (reasons.get(outcome.reason) ?? 0) + 1);
      turns += rounds;
    }
  }
  const games = 2 * (to - from + 1);
  const why = Array.from(reasons, ([reason, times]) => `${reason} ${times}`).join(', ');
  return `${pair[0]} – ${pair[1]}: ${games} games, won ${results.won}, drawn ${results.drawn}, lost ${results.lost} (won ${((100 * results.won) / games).toFixed(1)}%); ${why}; ${Math.round(turns / games)} turns per game; slowest move ${slowestMs.toFixed(1)} ms of CPU`;
}

function open(name: string) {
  const player = builtinPlayer('angrymob', name);
  if (player === undefined) throw new Error(`no Angry Mob player is called ${name}`);
  return player.open();
}

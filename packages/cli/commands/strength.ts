import type { MatchSpec } from '@ludus/lab/batch/plan.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { gameNamed, gameWith, KITS, kitOf } from '../games.ts';
import { type Play, type Session, session, writeResults } from '../lab/session.ts';
import { addRunOptions, labSetup, parseCount } from '../lab/setup.ts';
import type { ShardOptions } from '../lab/shard.ts';
import { addLimitOptions, type LimitOptions } from '../limits.ts';

interface StrengthOptions extends LimitOptions, ShardOptions {
  readonly player: readonly string[];
  readonly game?: string;
  readonly seeds: number;
  readonly jobs?: number;
  readonly out?: string;
  readonly fresh?: boolean;
}

const MEASURED = KITS.filter((kit) => kit.strength !== undefined);
/** Seconds after which a player that is waited for has failed in its match. */
const STALL = 600;

/** `ludus strength`: how strong a player is, in figures that can be compared with those of others. */
export function strength(program: Command): void {
  addLimitOptions(
    addRunOptions(
      program
        .command('strength')
        .description(
          'mean score of a player against the same weak opponents on the boards of a game, beside what others reached',
        )
        .option('-p, --player <names...>', 'built-in players, or files (./Mine.ts); default: the built-in ones', [])
        .option('-g, --game <game>', `${MEASURED.map((kit) => kit.game.id).join(' or ')}; all without it`)
        .option('--seeds <count>', 'play the seeds 1 … count', parseCount, 30),
    ),
  )
    .addHelpText('after', '\nExample:\n  ludus strength --player Dummy --game starwar')
    .action(run);
}

async function run(options: StrengthOptions): Promise<void> {
  const measured = MEASURED.map((kit) => kit.game);
  if (options.game === undefined && (options.shard !== undefined || options.out !== undefined))
    throw new UsageError('--shard and --out need one game: say which with --game');
  const games = options.game === undefined ? measured : [gameWith('table of strength', options.game, measured)];
  for (const game of games) await measure(kitOf(game), options);
}

interface StrengthAsked {
  readonly seeds: readonly number[];
  /** Of the players that are measured. */
  readonly names: readonly string[];
}

/** Plays the experiment of a game as a run: its first player is the opponent in all other seats. */
async function measure({ game, players, strength }: AnyKit, options: StrengthOptions): Promise<void> {
  const { opponent, boards, seeds: usual } = strength!;
  const named = options.player.length > 0 ? options.player : players.slice(1, -1).map((player) => player.name);
  const lab = { ...options, stall: STALL };
  const { setup, names } = await labSetup(
    [opponent, ...named],
    { ...lab, game: game.id, boards: [...boards], budget: 'none' },
    { atLeast: 2 },
  );
  const seeds = usual.slice(0, options.seeds);
  for (let seed = seeds.length + 1; seed <= options.seeds; seed++) seeds.push(seed);
  const asked: StrengthAsked = { seeds, names: names.slice(1) };
  const total = named.length * boards.length * seeds.length;
  await session({ command: 'strength', setup, plan: { seeds }, asked, options: lab, total }, playStrength);
}

export const playStrength: Play<StrengthAsked> = async (given, { seeds, names }) => {
  const { setup } = given;
  const game = gameNamed(setup.game);
  const { opponent, boards, rows } = kitOf(game).strength!;
  const sets = names.map((_, index) => strengthSpecs(given, index + 1, seeds));
  const records = await given.playAll(sets.flat());
  return () => {
    process.stdout.write(
      `${game.title}: seat 0 against ${opponent} in all others, seeds 1 … ${seeds.length}, mean score\n`,
    );
    line('', boards);
    for (const { name, means } of rows) line(name, means);
    for (const [index, name] of names.entries())
      line(
        name,
        boards.map((_, board) => {
          const scores = records
            .filter((record) => record.players[0] === index + 1 && record.board === board)
            .flatMap((record) => record.scores.slice(0, 1));
          return Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
        }),
      );
    writeResults(given, records);
    process.stdout.write('\n');
  };
};

function strengthSpecs({ setup }: Session, player: number, seeds: readonly number[]): MatchSpec[] {
  const game = gameNamed(setup.game);
  return setup.boards.flatMap(({ text }, board) => {
    const read = game.readBoard(text);
    const seats = read.ok ? game.seatsOf(read.value) : 0;
    return seeds.map((seed) => ({
      id: `p${player}-b${board}-s${seed}`,
      board,
      seed,
      players: Array.from({ length: seats }, (_, seat) => (seat === 0 ? player : 0)),
    }));
  });
}

function line(name: string, cells: readonly (string | number)[]): void {
  process.stdout.write(`${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`);
}

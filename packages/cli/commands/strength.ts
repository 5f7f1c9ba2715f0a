import { teamsOn } from '@ludus/game/teams.ts';
import type { MatchSpec } from '@ludus/lab/results.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import type { AnyKit } from 'ludus/kit.ts';
import { gameNamed, gameWith, KITS, kitOf } from '../games.ts';
import { type PlayRun, type Session, session, writeResults } from '../lab/session.ts';
import { addRunOptions, labSetup } from '../lab/setup.ts';
import type { ShardOptions } from '../lab/shard.ts';
import { addLimitOptions, type LimitOptions } from '../limits.ts';
import { gameText, jsonOption, wholeFrom } from '../option-values.ts';

interface StrengthOptions extends LimitOptions, ShardOptions {
  readonly players?: readonly string[];
  readonly game?: string;
  readonly seeds: number;
  readonly jobs?: number;
  readonly output?: string;
  readonly json?: boolean;
  readonly fresh?: boolean;
}

const MEASURED = KITS.filter((kit) => kit.strength !== undefined);
const MAX_SEEDS = 100_000;

/** Seconds without an answer after which a player fails in its match. */
const STALL = 600;

/** `ludus strength`: measures a player's strength in figures that can be compared between players. */
export function strength(program: Command): void {
  addLimitOptions(
    addRunOptions(
      program
        .command('strength')
        .description('Measure mean scores against weak built-in opponents')
        .option('--players <names...>', 'bots: built-in names or files such as ./Mine.ts (default: built-in bots)')
        .option('-g, --game <game>', gameText(MEASURED.map((kit) => kit.game.id).join(', '), 'all'))
        .option('--seeds <count>', `number of seeds, 1 to ${MAX_SEEDS}`, wholeFrom(1, MAX_SEEDS), 30)
        .addOption(jsonOption()),
    ),
  )
    .addHelpText(
      'after',
      '\nWith --json, prints one JSON object per game: command, opponent, boards, seeds, reference, measured (name and means), game,\nmatches, faults, results, csv.\n\nExample:\n  ludus strength --players Dummy --game starwar',
    )
    .action(run);
}

async function run(options: StrengthOptions): Promise<void> {
  const measured = MEASURED.map((kit) => kit.game);
  if (options.game === undefined && (options.shard !== undefined || options.output !== undefined))
    throw new UsageError('--shard and --output need one game: choose it with --game');
  const games = options.game === undefined ? measured : [gameWith('table of strength', options.game, measured)];
  for (const game of games) await measure(kitOf(game), options);
}

interface StrengthRequest {
  readonly seeds: readonly number[];
  /** The names of the measured players. */
  readonly names: readonly string[];
}

/** Plays a game's experiment as a run. The run's first player is the opponent, which has all other seats. */
async function measure({ game, players, strength }: AnyKit, options: StrengthOptions): Promise<void> {
  const { opponent, boards, seeds: usual } = strength!;
  const named = options.players ?? players.slice(1, -1).map((player) => player.name);
  const lab = { ...options, stall: STALL };
  const { setup, names } = await labSetup(
    [opponent, ...named],
    { ...lab, game: game.id, boards: [...boards], budget: 'none' },
    'any',
  );
  const seeds = usual.slice(0, options.seeds);
  for (let seed = seeds.length + 1; seed <= options.seeds; seed++) seeds.push(seed);
  const asked: StrengthRequest = { seeds, names: names.slice(1) };
  const total = named.length * boards.length * seeds.length;
  await session({ command: 'strength', setup, plan: { seeds }, asked, options: lab, total }, playStrength);
}

export const playStrength: PlayRun<StrengthRequest> = async (given, { seeds, names }) => {
  const { setup } = given;
  const game = gameNamed(setup.game);
  const { opponent, boards, rows } = kitOf(game).strength!;
  const sets = names.map((_, index) => strengthSpecs(given, index + 1, seeds));
  const records = await given.playAll(sets.flat());
  return () => {
    const { out } = given;
    const hasTeams = sets.flat().some(({ teams }) => teams);
    out.write(
      `${game.title}: mean score of ${hasTeams ? 'team 0' : 'seat 0'} against ${opponent} in all other ${hasTeams ? 'teams' : 'seats'}, seeds 1 to ${seeds.length}\n`,
    );
    out.write(line('', boards));
    for (const { name, means } of rows) out.write(line(name, means));
    const measured = names.map((name, index) => ({
      name,
      means: boards.map((_, board) => {
        const scores = records
          .filter((record) => record.players[0] === index + 1 && record.board === board)
          .flatMap((record) => record.scores.slice(0, 1));
        return scores.reduce((sum, score) => sum + score, 0) / scores.length;
      }),
    }));
    for (const { name, means } of measured) out.write(line(name, means.map(Math.round)));
    writeResults(given, records, { opponent, boards, seeds: seeds.length, reference: rows, measured });
    out.write('\n');
  };
};

function strengthSpecs({ setup }: Session, player: number, seeds: readonly number[]): MatchSpec[] {
  const game = gameNamed(setup.game);
  return setup.boards.flatMap(({ text }, board) => {
    const read = game.readBoard(text);
    const seats = read.ok ? game.seatsOf(read.value) : 0;
    const teams = read.ok ? teamsOn(game, read.value) : undefined;
    const isOwn = (seat: number) => (teams ? teams[seat] === 0 : seat === 0);
    return seeds.map((seed) => ({
      id: `p${player}-b${board}-s${seed}`,
      board,
      seed,
      players: Array.from({ length: seats }, (_, seat) => (isOwn(seat) ? player : 0)),
      ...(teams && { teams }),
    }));
  });
}

function line(name: string, cells: readonly (string | number)[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`;
}

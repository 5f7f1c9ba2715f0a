import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardFile, loadBoard } from '@ludus/cli/boards.ts';
import { contextOf } from '@ludus/cli/context.ts';
import { KITS, sampleFile } from '@ludus/cli/games.ts';
import { type AnyRunner, forwardingRunner } from '@ludus/game/player-runner.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { PLAYER_KINDS } from '@ludus/runtime/kinds.ts';
import { type OpenContext, type PlayerSource, resolvePlayer } from '@ludus/runtime/resolve.ts';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { NativeHost } from '@ludus/runtime/testing.ts';
import { median } from './median.ts';
import { BarePipe } from './players-bare.ts';
import { type Figures, report } from './players-goals.ts';
import { OwnTime } from './players-own.ts';

const SEED = 1;
const SEATS = [0, 1, 2, 3];

/** Players that do nothing, in languages that cannot run `AINull.cc`. */
const NULLS = {
  'Null.ts': 'export default (): void => {};\n',
  'Null.py': 'import ludus\n\n\nclass Null(ludus.Player):\n    def play(self):\n        pass\n\n\nludus.run(Null)\n',
};

type Options = Pick<OpenContext, 'budget'> & Partial<OpenContext>;

/** A way to run a player. `script`: the file of a player that does nothing. */
interface RunMethod {
  readonly name: string;
  readonly options: Options;
  readonly script?: keyof typeof NULLS;
}

function ways(): RunMethod[] {
  const sandbox = bestSandboxLevel();
  return [
    { name: 'native, no budget', options: { budget: 'none', target: 'native' } },
    { name: 'native, --budget cpu', options: { budget: 'cpu', target: 'native' } },
    ...(sandbox
      ? [{ name: 'native, --sandbox', options: { budget: 'none', target: 'native', limits: { sandbox } } } as const]
      : []),
    { name: 'WebAssembly', options: { budget: 'none', target: 'wasm' } },
    { name: 'WebAssembly, fuel', options: { budget: 'fuel' } },
    { name: 'TypeScript in process', options: { budget: 'none' }, script: 'Null.ts' },
    { name: 'TypeScript, fuel', options: { budget: 'fuel' }, script: 'Null.ts' },
    { name: 'Python, a process', options: { budget: 'none' }, script: 'Null.py' },
  ];
}

/** Measures the cost of a request to a player. Each run plays one match for each way to run the player. */
export async function speedBench(runs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  const bare = new BarePipe(folder);
  try {
    for (const [name, text] of Object.entries(NULLS)) writeFileSync(join(folder, name), text);
    for (const { game, image } of KITS) {
      if (!image) continue;
      const file = boardFile(game, 'default');
      const { board } = loadBoard(file, [game]);
      for (const player of ['Null', 'Search'] as const) {
        const source = sampleFile(game, `${game.id}/players/cpp/AI${player}.cc`);
        const sources: { way: RunMethod; source: PlayerSource }[] = [];
        for (const way of ways()) {
          if (way.script !== undefined && player !== 'Null') continue;
          const context = await contextOf(game, { folder, ...way.options });
          const name = way.script === undefined ? source : `./${way.script}`;
          sources.push({ way, source: await resolvePlayer(name, PLAYER_KINDS, context) });
        }
        const { cpp } = await contextOf(game, { budget: 'none', folder });
        const match = { game, board, seed: SEED, image };
        const own = await OwnTime.of(source, cpp!, match, async () => await sources[0].source.open(), folder);
        const times = new Map(sources.map(({ way }) => [way.name, [] as MatchTiming[]]));
        const alone = { bareMs: [] as number[], nativeMs: [] as number[], wasmMs: [] as number[] };
        // The first run of each method is for warm-up.
        for (let run = 0; run <= runs; run++) {
          for (const { way, source: found } of run % 2 === 0 ? sources : sources.toReversed()) {
            const once = await timed(match, found, way.options.budget !== 'none');
            if (run > 0) times.get(way.name)!.push(once);
          }
          const once = { bareMs: bare.roundTripMs(), nativeMs: own.nativeMs(), wasmMs: own.wasmMs() };
          if (run === 0) continue;
          for (const key of ['bareMs', 'nativeMs', 'wasmMs'] as const) alone[key].push(once[key]);
        }
        const rows = [...times].map(([name, each]) => ({
          name,
          matchMs: median(each.map(({ matchMs }) => matchMs)),
          askMs: median(each.map(({ askMs }) => askMs)),
          roundMs: median(each.map(({ roundMs }) => roundMs)),
        }));
        const figures: Figures = {
          title: `${game.title}, default board, four ${player} bots`,
          player,
          runs,
          rows,
          bareMs: median(alone.bareMs),
          nativeMs: median(alone.nativeMs),
          wasmMs: median(alone.wasmMs),
        };
        process.stdout.write(report(figures));
      }
    }
  } finally {
    bare.close();
    await NativeHost.endIdle();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Plays a whole match, from opening the players until they have ended. Returns the median times of a question, and of a
 * round of questions.
 */
async function timed(
  match: Pick<Parameters<typeof playMatch>[0], 'game' | 'board' | 'seed'>,
  source: PlayerSource,
  limited: boolean,
): Promise<MatchTiming> {
  const asks: number[][] = SEATS.map(() => []);
  const before = performance.now();
  const runners = await Promise.all(SEATS.map(async (seat) => clocked(await source.open(), asks[seat])));
  const { verdicts } = await playMatch({ ...match, runners, limited });
  const matchMs = performance.now() - before;
  if (verdicts.length > 0) throw new Error(verdicts[0].sentence);
  const rounds = asks[0].map((_, round) => asks.reduce((sum, times) => sum + times[round], 0));
  return { matchMs, askMs: median(asks.flat()), roundMs: median(rounds) };
}

interface MatchTiming {
  readonly matchMs: number;
  readonly askMs: number;
  readonly roundMs: number;
}

/** `times` receives the milliseconds of each question. */
function clocked(runner: AnyRunner, times: number[]): AnyRunner {
  return {
    ...forwardingRunner(runner),
    play(state, move, generator) {
      const before = performance.now();
      const answer = runner.play(state, move, generator);
      if (answer === undefined) {
        times.push(performance.now() - before);
        return;
      }
      return answer.then(() => {
        times.push(performance.now() - before);
      });
    },
  };
}

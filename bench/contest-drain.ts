import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '@ludus/contest/chaos.ts';
import type { ReplyOf } from '@ludus/contest/client.ts';
import { LabRun } from '@ludus/lab/lab-run.ts';
import type { MatchSpec, RunSetup } from '@ludus/lab/results.ts';

/** A player that takes part in the contest: its submission's number and its module. */
export interface FieldModule {
  readonly version: number;
  readonly bytes: Uint8Array;
}

export interface Rate {
  readonly matches: number;
  readonly seconds: number;
}

type Line = ReplyOf<'matches'>[number];
const PAGE = 100;
const LOOK_MS = 250;

/** Lets the ladder play `batches` more waves. Returns the matches and the time from the first result to the last. */
export async function drain(organiser: Visitor, contest: string, batches: number): Promise<Rate & { lines: Line[] }> {
  const params = { contest };
  const { batch } = await organiser.ask('contest', { params });
  await organiser.ask('changeContest', { params, body: { until: batch + batches } });
  while ((await organiser.ask('contest', { params })).batch < batch + batches) await sleep(LOOK_MS);
  const lines: Line[] = [];
  for (let before: number | undefined; ; before = lines.at(-1)!.number) {
    const query = { kind: 'ladder', state: 'done', limit: PAGE, ...(before !== undefined && { before }) } as const;
    const page = await organiser.ask('matches', { params, query });
    lines.push(...page.filter((line) => line.batch! > batch));
    if (page.length < PAGE || page.at(-1)!.batch! <= batch) break;
  }
  const times = lines.map(({ at }) => Date.parse(at!)).sort((one, other) => one - other);
  return { lines, matches: lines.length - 1, seconds: (times.at(-1)! - times[0]) / 1000 };
}

/**
 * Plays and stores the same matches with one worker of the laboratory: the same players in the same seats on the same
 * boards. The first matches are for warm-up.
 */
export async function laboratory(
  { game, boards, seconds }: { readonly game: string; readonly boards: RunSetup['boards']; readonly seconds: number },
  field: readonly FieldModule[],
  lines: readonly Line[],
  warm: number,
): Promise<Rate> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-bench-'));
  try {
    const players = field.map(({ version, bytes }) => {
      const spec = `./P${version}.wasm`;
      writeFileSync(join(folder, spec), bytes);
      return { name: `P${version}`, spec, fingerprint: '' };
    });
    const at = new Map(field.map(({ version }, index) => [version, index]));
    const specs = lines.toReversed().map(
      ({ number, board, seats }): MatchSpec => ({
        id: `m${number}`,
        board: boards.findIndex(({ name }) => name === board),
        seed: number,
        players: seats.map(({ version }) => at.get(version!)!),
      }),
    );
    const again = specs.slice(0, warm).map((spec) => ({ ...spec, id: `w${spec.id}` }));
    const run = join(folder, 'run');
    const replays = join(folder, 'replays');
    mkdirSync(run);
    mkdirSync(replays);
    let [first, last, played] = [0, 0, 0];
    const lab = new LabRun({
      setup: {
        game,
        boards,
        players,
        budget: 'fuel',
        folder,
        isolated: true,
        limits: { cpuMs: 1000 * seconds },
        replays,
      },
      plan: {},
      folder: run,
      workerModule: new URL('../packages/cli/lab/match-worker.ts', import.meta.url),
      workers: 1,
      onPlayed() {
        last = performance.now();
        if (++played === again.length + 1) first = last;
      },
    });
    const records = await lab.playAll([...again, ...specs]);
    await lab.close();
    const failed = records.find(({ failure }) => failure !== undefined);
    if (failed) throw new Error(`the laboratory could not play: ${failed.failure}`);
    return { matches: specs.length - 1, seconds: (last - first) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

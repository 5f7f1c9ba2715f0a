import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { MatchJob, MatchOutcome } from '@ludus/referee/match-process.ts';
import { KITS } from 'ludus/registry.ts';
import type { GameCatalog } from '../game-catalog.ts';
import type { CompileSubmission } from '../judge/builder.ts';

/** A catalog of all games, with the boards in the games' folders. */
export const testCatalog: GameCatalog = {
  kits: KITS,
  boardsOf(game) {
    const folder = fileURLToPath(new URL(`../../games/${game}/boards/`, import.meta.url));
    if (!existsSync(folder)) return new Map();
    const files = readdirSync(folder).sort();
    return new Map(files.map((file) => [file.replace(/\.\w+$/, ''), readFileSync(`${folder}${file}`, 'utf8')]));
  },
  startersOf(game) {
    const { samples = {} } = KITS.find((kit) => kit.game.id === game)!;
    return Object.values(samples).map(({ file, word, as }) => ({
      file: as.replace('NAME', word),
      text: readFileSync(fileURLToPath(new URL(`../../games/${file}`, import.meta.url)), 'utf8'),
      name: word,
    }));
  },
};

/** A game for four players that has several boards. */
export const GAME = KITS.find(({ game }) => game.seats.includes(4) && testCatalog.boardsOf(game.id).size > 1)!.game;
const [BOARD] = [...testCatalog.boardsOf(GAME.id)].flatMap(([name, text]) => {
  const read = GAME.readBoard(text);
  return read.ok && GAME.seatsOf(read.value) === 4 ? [name] : [];
});

export { BOARD };

/**
 * Compiles immediately: `strength 7` becomes a module with this text; `broken` doesn't compile. Text after an empty
 * line is ignored, so that different sources may compile to the same module.
 */
export const fakeCompile: CompileSubmission = async (_, { source }) => {
  const text = Buffer.from(source!).toString('utf8').split('\n\n')[0];
  if (text.startsWith('broken')) return { ok: false, why: 'line 1: it is broken' };
  return { ok: true, module: Buffer.from(text), note: 'compiled' };
};

/**
 * Returns a result immediately. As for every match, the result depends only on the job. A module's strength decides,
 * with a little luck from the key. The luck is below 2, so strength 5 always beats the built-in bot's strength 3,
 * whatever the contest's secret.
 */
export async function fakePlay(job: MatchJob): Promise<MatchOutcome> {
  const strengths = job.players.map((player) => {
    if (player.kind !== 'module') return 3;
    const text = Buffer.from(player.bytes).toString('utf8');
    return text.startsWith('crash') ? -1 : Number(/strength (\d+)/.exec(text)?.[1] ?? 0);
  });
  const scores = strengths.map((strength, seat) => {
    const drawn = createHash('sha256').update(`${job.key} ${seat}`).digest()[0] / 256;
    return strength < 0 ? 0 : Math.round(1000 * (strength + 2 * drawn));
  });
  const crashed = strengths.flatMap((strength, seat) => (strength < 0 ? [seat] : []));
  const verdicts = crashed.map((seat) => ({
    seat,
    round: 3,
    fault: 'crash' as const,
    sentence: 'SECRET WORDS of the player',
  }));
  return {
    kind: 'finished',
    outcome: { scores, reason: 'rounds' },
    rounds: 10,
    decided: 4,
    names: job.players.map((player, seat) => ('shown' in player && player.shown) || `P${seat + 1}`),
    replay: `replay of ${job.key}\n`,
    sidecar: { ludus: 'sidecar', version: 1, unit: 'fuel', budget: [], verdicts },
    verdicts,
    logs: job.players.map((_, seat) => ({ round: 0, seat, text: `log of seat ${seat}` })),
    overlays: [],
    used: scores.map(() => 0.1),
    fuel: scores.map(() => 1),
    engine: 'test',
  };
}

/** Returns a text gzipped and in base64, as in workers' results. */
export const packed = (text: string): string => gzipSync(text).toString('base64');

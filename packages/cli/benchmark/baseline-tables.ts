import type { BenchmarkResult } from '@ludus/lab/league.ts';
import type { BenchmarkBot } from './bots.ts';

/** Formats a bot's estimated place and its interval, such as `2.41 of 6 (2.05 to 2.80)`. */
export function placeText({ place, opponents, state }: BenchmarkResult): string {
  if (place === null) return state;
  const { value, low, high } = place;
  return `${value.toFixed(2)} of ${opponents.length} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** Returns one Markdown table per game, the strongest bot first. */
export function baselineTables(bots: readonly BenchmarkBot[], results: readonly BenchmarkResult[]): string {
  const kits = [...new Set(bots.map(({ kit }) => kit))];
  return kits
    .map(({ game }) => {
      const rows = results
        .map((result, n) => ({ result, kind: (bots[n] as { kind?: string }).kind ?? '' }))
        .filter(({ result }) => result.game === game.id)
        .sort((one, other) => (other.result.place?.value ?? -1) - (one.result.place?.value ?? -1))
        .map(({ result, kind }) => {
          const { bot, language, elo } = result;
          const name = language === null ? bot : `${bot} (${kind}, ${language})`;
          return `| ${[name, placeText(result), elo === null ? '' : elo.value].join(' | ')} |`;
        });
      return [`\n| ${game.title} | place | Elo |`, '| --- | --- | --- |', ...rows].join('\n');
    })
    .join('\n')
    .concat('\n');
}

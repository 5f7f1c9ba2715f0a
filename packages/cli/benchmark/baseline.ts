import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { nameFrom } from '@ludus/game/names.ts';
import { type AnyKit, LANGUAGES, type Sample } from 'ludus/kit.ts';
import { languageOf } from '../bot-files.ts';
import { sampleFile } from '../games.ts';
import { canBeBot } from '../league/sources.ts';
import { starterText } from '../scaffold/starters.ts';
import type { BenchmarkBot } from './bots.ts';

/** A bot that comes with Ludus. */
export interface BaselineBot extends BenchmarkBot {
  /** `built-in`, `starter` (the bot that `ludus new` creates), or `sample`. */
  readonly kind: 'built-in' | 'starter' | 'sample';
}

/** Returns all bots that come with a game: its built-in bots, the starters of each language, and the other samples. */
export function baselineBots(kit: AnyKit): BaselineBot[] {
  const builtin = kit.players.map(({ name }): BaselineBot => ({ kit, name, spec: name, kind: 'built-in' }));
  const samples = LANGUAGES.flatMap(({ id }) => kit.samples?.[id] ?? []);
  const starters = samples.map((sample): BaselineBot => {
    const name = nameFrom(sample.word);
    const text = starterText(kit.game, sample, name);
    return ownBot(kit, 'starter', { name, file: sample.as.replace('NAME', name), text, beside: sample.beside });
  });
  return [...builtin, ...starters, ...otherSamples(kit, samples)];
}

/** Returns the samples that aren't starters. They need the same additional files as the starter of their language. */
function otherSamples(kit: AnyKit, samples: readonly Sample[]): BaselineBot[] {
  if (samples.length === 0) return [];
  const starting = new Set(samples.map(({ file }) => basename(file)));
  const folder = dirname(sampleFile(kit.game, samples[0].file));
  return readdirSync(folder)
    .filter((file) => canBeBot(file) && !starting.has(file))
    .sort()
    .map((file) => {
      const beside = samples.find((each) => languageOf(each.as) === languageOf(file))?.beside;
      const text = readFileSync(join(folder, file), 'utf8');
      return ownBot(kit, 'sample', { name: nameFrom(basename(file, extname(file))), file, text, beside });
    });
}

function ownBot(
  kit: AnyKit,
  kind: BaselineBot['kind'],
  {
    name,
    file,
    text,
    beside = [],
  }: { name: string; file: string; text: string; beside: readonly string[] | undefined },
): BaselineBot {
  const files = [
    { path: file, bytes: Buffer.from(text) },
    ...beside.map((each) => ({ path: basename(each), bytes: readFileSync(sampleFile(kit.game, each)) })),
  ];
  return { kit, name, spec: file, files, kind };
}

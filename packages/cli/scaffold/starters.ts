import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Starter } from '@ludus/contest/judge.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import type { Sample } from 'ludus/kit.ts';
import { kitOf, sampleFile } from '../games.ts';

/** Returns the first version of a player with this name. */
export function starterText(game: AnyGame, sample: Sample, name: string): string {
  let text = readFileSync(sampleFile(game, sample.file), 'utf8').replaceAll(
    new RegExp(`\\b${sample.word}\\b`, 'g'),
    name,
  );
  for (const [word, own] of Object.entries(sample.words ?? {})) text = text.replaceAll(word, own);
  return text;
}

/** Returns all samples of a game, with the files that must be next to them. */
export function startersOf(game: AnyGame): Starter[] {
  return Object.values(kitOf(game).samples ?? {}).flatMap((sample) => [
    { file: sample.as.replace('NAME', sample.word), text: starterText(game, sample, sample.word), name: sample.word },
    ...(sample.beside ?? []).map((file) => ({
      file: basename(file),
      text: readFileSync(sampleFile(game, file), 'utf8'),
    })),
  ]);
}

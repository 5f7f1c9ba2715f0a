import { bundleOf, ENGINES } from './fuel-engines.ts';
import { outcomesOf, plainOutcome } from './fuel-outcome.ts';
import { randomModules } from './fuel-random.ts';

export interface Comparison {
  /** Modules that this engine takes and players may have. */
  compared: number;
  /** … that used up their fuel or stack, so that there is nothing to compare them to without a meter. */
  stopped: number;
  refused: number;
  /** Sentences about what was not the same, or was beyond a limit. */
  readonly wrong: string[];
}

/** Runs random modules of a range of seeds, metered in all engines and plain in this one. */
export async function compareRandom(from: number, to: number): Promise<Comparison> {
  const found: Comparison = { compared: 0, stopped: 0, refused: 0, wrong: [] };
  const modules: { seed: number; bytes: Uint8Array<ArrayBuffer>; text: string }[] = [];
  const generator = await randomModules();
  try {
    for (let seed = from; seed < to; seed++) {
      const bytes = await generator.make(seed);
      // The generator mixes the two kinds of exceptions now and then, which no engine takes.
      if (WebAssembly.validate(bytes)) modules.push({ seed, bytes, text: Buffer.from(bytes).toString('base64') });
    }
  } finally {
    generator.close();
  }
  const texts = modules.map(({ text }) => text);
  const here = outcomesOf(texts);
  for (const [at, { seed, bytes }] of modules.entries()) {
    const [did] = here[at].split(' | ');
    if (did.startsWith('refused')) {
      found.refused++;
      continue;
    }
    found.compared++;
    if (/overdrawn|VOID|: overflow/.test(did)) found.wrong.push(`module ${seed}: ${did}`);
    if (did.includes('stopped')) {
      found.stopped++;
      continue;
    }
    // If the generator was asked to leave NaNs unchanged, their bits are the engine's choice without a meter.
    if (seed % 2 === 1 && plainOutcome(bytes) !== did)
      found.wrong.push(`module ${seed} does otherwise without a meter`);
  }
  const bundle = await bundleOf('fuel-outcome.ts');
  for (const engine of ENGINES) {
    const there = await engine.run(texts, bundle);
    // An older engine has another reason to refuse what is too new for it.
    for (const [at, { seed }] of modules.entries())
      if (there[at] !== here[at] && !(there[at].startsWith('refused') && here[at].startsWith('refused')))
        found.wrong.push(
          `module ${seed} in ${engine.name}: ${there[at].slice(0, 300)} … here: ${here[at].slice(0, 300)}`,
        );
  }
  return found;
}

import { bundleOf, ENGINES } from './fuel-engines.ts';
import { outcomesOf, plainOutcome } from './fuel-outcome.ts';
import { randomModules } from './fuel-random.ts';

export interface Comparison {
  /** Number of modules that this engine accepts and that players may use. */
  compared: number;
  /** Number of these modules that used up their fuel or stack, so that they can't be compared with an unmetered run. */
  stopped: number;
  refused: number;
  /** Messages about differences and exceeded limits. */
  readonly wrong: string[];
}

/** Runs random modules from a range of seeds, metered in all engines and unmetered in this engine. */
export async function compareRandom(from: number, to: number): Promise<Comparison> {
  const found: Comparison = { compared: 0, stopped: 0, refused: 0, wrong: [] };
  const modules: { seed: number; bytes: Uint8Array<ArrayBuffer>; text: string }[] = [];
  const generator = await randomModules();
  try {
    for (let seed = from; seed < to; seed++) {
      const bytes = await generator.make(seed);
      // The generator sometimes mixes the two kinds of exceptions, which no engine accepts.
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
    // With an even seed, the generator leaves NaNs unchanged. Without a meter, a NaN's bits depend on the engine.
    if (seed % 2 === 1 && plainOutcome(bytes) !== did)
      found.wrong.push(`module ${seed} does otherwise without a meter`);
  }
  const bundle = await bundleOf('fuel-outcome.ts');
  for (const engine of ENGINES) {
    const there = await engine.run(texts, bundle);
    // An older engine rejects newer features with a different message.
    for (const [at, { seed }] of modules.entries())
      if (there[at] !== here[at] && !(there[at].startsWith('refused') && here[at].startsWith('refused')))
        found.wrong.push(
          `module ${seed} in ${engine.name}: ${there[at].slice(0, 300)} … here: ${here[at].slice(0, 300)}`,
        );
  }
  return found;
}

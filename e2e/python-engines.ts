import { pythonEngineBytes as engineBytes } from '@ludus/runtime/kinds.ts';
import { bundleOf, type Engine } from './fuel-engines.ts';

/** The results of Python programs in each engine, in order. */
export async function pythonOutcomes(engines: readonly Engine[], programs: readonly string[]): Promise<string[][]> {
  const bundle = await bundleOf('python-entry.ts');
  const modules = [Buffer.from(engineBytes()).toString('base64'), ...programs];
  const outcomes: string[][] = [];
  for (const engine of engines) outcomes.push(await engine.run(modules, bundle));
  return outcomes;
}

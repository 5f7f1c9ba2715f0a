import { expect, test } from 'vitest';
import { ENGINES } from './fuel-engines.ts';
import { pythonOutcomes } from './python-engines.ts';
import { PROGRAMS } from './python-programs.ts';

// An engine takes a minute to fully optimise Python.
test('the example Python programs print the same output and use the same fuel in each engine, with and without optimisation', async () => {
  const [here, ...others] = await pythonOutcomes(
    ENGINES,
    PROGRAMS.map(([, text]) => text),
  );
  expect(here).toHaveLength(PROGRAMS.length);
  for (const other of others) expect(other).toEqual(here);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completionsAt, nameAt } from './completions.ts';
import { libraryNames, readModule } from './sdk-names.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sdk = (path: string) => readModule(path.replace(/^.*\//, ''), read(`games/${path}`));
const importable = libraryNames(read('runtime/cpython/engine/modules.txt'), read('runtime/cpython/engine/ludus.c'));
const TRAILS = sdk('trails/sdk/python/trails.py');
const known = {
  modules: [TRAILS, readModule('plans.py', 'LIMIT = 3\ndef search(depth):\n    """Searches."""\n')],
  importable,
};

const HEAD =
  'import trails as t\nimport plans\n\nclass Mine(t.Player):\n    def plan(self, far):\n        self.kept = 1\n        ';
const labels = (written: string) =>
  completionsAt(HEAD + written, HEAD.length + written.length, known)?.names.map((name) => name.label);

test.each(['trails/sdk/python/trails.py', 'cylinder/sdk/python/ludus.py', 'angrymob/sdk/python/angrymob.py'])(
  'the SDK %s has completions for its names, methods, and properties',
  (path) => {
    const { names, classes } = sdk(path);
    expect(names.length).toBeGreaterThan(5);
    const members = [...classes.values()].flat();
    expect(members.find(({ label }) => label === 'log')).toMatchObject({
      kind: 'method',
      signature: '(*values)',
      about: expect.stringMatching(/line/),
    });
    expect(members.find(({ label }) => label === 'rows')?.kind).toBe('property');
  },
);

test('the completions include methods, properties, listed attributes, constants, and functions', () => {
  const members = TRAILS.classes.get('Player')!;
  const of = (label: string) => members.find((name) => name.label === label);
  expect(of('next')).toMatchObject({ kind: 'method', signature: '(direction, cell=None)' });
  expect(of('next')?.about).toContain('The cell next to a cell');
  expect(of('heading')).toMatchObject({ kind: 'property', signature: undefined });
  expect(of('me')?.about).toBe('my number: 0 for a to 3 for d');
  expect(members.filter(({ label }) => label.startsWith('_'))).toEqual([]);
  expect(TRAILS.names.map(({ label }) => label)).toEqual([
    ...['UP', 'RIGHT', 'DOWN', 'LEFT', 'DIRECTIONS', 'FREE', 'WALL', 'TRAIL', 'Player', 'run'],
  ]);
});

test('the completions depend on the name before the dot: self, an imported module, or the player’s other file', () => {
  expect(labels('self.')).toEqual(expect.arrayContaining(['exits', 'cells', 'plan', 'kept']));
  expect(labels('t.U')).toContain('UP');
  expect(labels('plans.')).toEqual(['LIMIT', 'search']);
  expect(labels('exits')).toBeUndefined();
});

test('the completions suggest modules in an import, and names in an import from a module', () => {
  const importing = labels('import ')!;
  expect(importing).toEqual(
    expect.arrayContaining(['trails', 'plans', 'math', 'heapq', 'sys', '__future__', 'collections.abc']),
  );
  expect(importing.filter((name) => /^_(?!_)/.test(name))).toEqual([]);
  expect(labels('from plans import LIMIT, ')).toEqual(['LIMIT', 'search']);
});

test('nameAt describes a name from the SDK or the player’s own code', () => {
  const text = `${HEAD}self.is_free((1, 2))`;
  expect(nameAt(text, text.indexOf('is_free') + 2, known)).toMatchObject({
    from: text.indexOf('is_free'),
    name: { signature: '(cell)', about: expect.stringContaining('Whether a cell can be entered.') },
  });
  expect(nameAt(text, text.indexOf('kept') + 1, known)?.name.label).toBe('kept');
  expect(nameAt('x = 1', 0, known)).toBeUndefined();
});

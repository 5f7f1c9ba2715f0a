import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// The files that the editors' run configurations start exist.

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const scripts: string[] = Object.keys(JSON.parse(read('package.json')).scripts);
const runs = readdirSync(join(root, '.run')).map((name) => [name, read(`.run/${name}`)] as const);

test('the Visual Studio Code configurations refer to existing programs and scripts', () => {
  const { configurations } = JSON.parse(read('.vscode/launch.json'));
  const { tasks } = JSON.parse(read('.vscode/tasks.json'));
  const files = configurations.flatMap((each: { program?: string; runtimeExecutable?: string }) =>
    [each.program, each.runtimeExecutable].flatMap((path) => path?.replace(/^\$\{workspaceFolder\}\//, '') ?? []),
  );
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file: string) => !existsSync(join(root, file)))).toEqual([]);
  const named = tasks.map((task: { script: string }) => task.script);
  expect(named.filter((name: string) => !scripts.includes(name))).toEqual([]);
});

test('the Visual Studio Code configurations use exactly the inputs that are defined', () => {
  const text = read('.vscode/launch.json');
  const asked = new Set([...text.matchAll(/\$\{input:(\w+)\}/g)].map(([, id]) => id));
  const defined = JSON.parse(text).inputs.map(({ id }: { id: string }) => id);
  expect(asked).toEqual(new Set(defined));
});

test('the JetBrains configurations refer to existing programs and scripts', () => {
  expect(runs.length).toBeGreaterThan(3);
  for (const [name, xml] of runs) {
    // The name in the list equals the file's name.
    expect(xml).toContain(`name="${name.replace(/\.run\.xml$/, '')}"`);
    const files = [...xml.matchAll(/(?:path-to-js-file|path-to-node)="([^"]+)"/g)].map(([, path]) => path);
    const missing = files
      .map((path) => path.replace('$PROJECT_DIR$/', ''))
      .filter((path) => !existsSync(join(root, path)));
    const unknown = [...xml.matchAll(/<script value="([^"]+)"/g)].filter(([, script]) => !scripts.includes(script));
    expect({ name, missing, unknown }).toEqual({ name, missing: [], unknown: [] });
  }
});

test('the editors’ configurations refer to existing boards', () => {
  const named = [read('.vscode/launch.json'), ...runs.map(([, xml]) => xml)].flatMap((text) =>
    [...text.matchAll(/boards\/(\w+)\/(\w+)\.cnf/g)].map(
      ([, game, board]) => `packages/games/${game}/boards/${board}.cnf`,
    ),
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { engineIdentity, identityFiles } from './identity.ts';

const PACKAGES = fileURLToPath(new URL('..', import.meta.url));
const files = identityFiles(PACKAGES).map(([name]) => name);

const copy = mkdtempSync(join(tmpdir(), 'ludus-identity-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
for (const file of files) cpSync(join(PACKAGES, file), join(copy, file));

const PLACES = [
  'kernel/lehmer.ts',
  'game/secret-randomness.ts',
  'referee/match.ts',
  'runtime/wasm/prices.ts',
  'runtime/budget/fuel.ts',
  'runtime/wasm/meter.ts',
  'runtime/cpython/engine/engine.wasm.br',
  'runtime/quickjs/engine/engine.wasm',
  'runtime/quickjs/guest/guest.ts',
  'games/cylinder/rules/turn.ts',
  'games/angrymob/rules/game.ts',
  'games/madmax/kit.ts',
  'games/cylinder/sdk/cpp/Board.hh',
  'games/cylinder/player/image.ts',
];

test.each(PLACES)('an engine’s identity changes when %s changes', (file) => {
  expect(files).toContain(file);
  const before = engineIdentity(copy, []);
  const text = readFileSync(join(copy, file));
  appendFileSync(join(copy, file), '\n');
  expect(engineIdentity(copy, [])).not.toBe(before);
  writeFileSync(join(copy, file), text);
  expect(engineIdentity(copy, [])).toBe(before);
});

test('an engine’s identity doesn’t depend on its folder, tests, views, commands, or the lab', () => {
  expect(engineIdentity(copy, [])).toBe(engineIdentity(PACKAGES, []));
  const before = engineIdentity(copy, []);
  for (const file of ['cli/main.ts', 'games/madmax/view/index.ts', 'games/madmax/rules/turn.test.ts', 'lab/climb.ts']) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), 'changed');
  }
  expect(engineIdentity(copy, [])).toBe(before);
});

test('an engine’s identity changes when a file is removed or renamed', () => {
  const before = engineIdentity(copy, []);
  const [file, other] = ['runtime/wasm/fuel-checks.ts', 'runtime/wasm/views.ts'];
  cpSync(join(copy, file), join(copy, other));
  rmSync(join(copy, file));
  expect(engineIdentity(copy, [])).not.toBe(before);
  cpSync(join(copy, other), join(copy, file));
  rmSync(join(copy, other));
  expect(engineIdentity(copy, [])).toBe(before);
});

/** Files that transport players and results but don't affect the outcome of a match. */
const CARRIERS =
  /^runtime\/(resolve|game-parts|void|player-problems|player-api|budget|process|sandbox|compile)\b|^referee\/(key|answer-watch|question-tracker)\b|^games\/(kit|node|angrymob\/maps)\b/;

test('an engine’s identity covers the imports of the rules, the match loop, and script players', () => {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(PACKAGES, file), 'utf8');
    for (const [, specifier] of text.matchAll(/^(?:import|export)(?! type)[^;]*?from '([^']+)'/gms)) {
      const [, own, rest] = /^(?:@ludus\/(\w+)|ludus)\/(.+\.ts)$/.exec(specifier) ?? [];
      if (rest !== undefined) follow(join(own ?? 'games', rest));
      else if (specifier.startsWith('.')) follow(join(dirname(file), specifier));
    }
  };
  follow('referee/match.ts');
  follow('runtime/script-source.ts');
  for (const file of files) if (/^games\/\w+\/rules\//.test(file)) follow(file);
  expect([...seen].filter((file) => !files.includes(file) && !CARRIERS.test(file))).toEqual([]);
});

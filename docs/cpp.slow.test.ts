import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { section } from './document.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

test.each(['madmax', 'starwar'])('the command in cpp.md compiles a %s bot without ludus', (game) => {
  const [command] = /^g\+\+ .*$/m.exec(section('cpp.md', '1.1'))!;
  const own = command
    .replace('/madmax/', `/${game}/`)
    .replace('AIMine.cc', `packages/games/${game}/players/cpp/AINull.cc`);
  const said = execFileSync('sh', ['-c', `LUDUS=packages; ${own} 2>&1`], { cwd: ROOT, encoding: 'utf8' });
  expect(said).toBe('');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CPP_FOLDER } from '@ludus/runtime/resolve.ts';
import { afterAll, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('./testing/tables.cc', import.meta.url));
const HEADERS = CPP_FOLDER;
const isThere = spawnSync('g++', ['--version']).status === 0;
if (process.env.CI === 'true' && !isThere) throw new Error('g++ is missing, whose library is to be compared with');

const folder = mkdtempSync(join(tmpdir(), 'ludus-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!isThere)(
  'the C++ SDK’s unordered containers have the same order as g++’s containers after random operations (needs g++)',
  () => {
    const program = join(folder, 'tables');
    // Nearly all of the time is compilation.
    const optimised = '-O1';
    const args = ['-std=c++17', optimised, '-I', HEADERS, SOURCE, '-o', program];
    const made = spawnSync('g++', args, { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    const run = spawnSync(program, ['1000'], { encoding: 'utf8' });
    expect([run.stdout, run.status]).toEqual(['', 0]);
  },
);

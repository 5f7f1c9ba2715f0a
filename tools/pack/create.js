#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ludus = join(dirname(fileURLToPath(import.meta.resolve('ludus/package.json'))), 'packages/cli/bin/ludus.js');
const { status } = spawnSync(process.execPath, [ludus, 'new', 'player', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 2;

import { spawnSync } from 'node:child_process';
import areas from './areas.json' with { type: 'json' };

// npm run mutation -- [AREA] [options of Stryker]: changes the code of an area in many ways, and counts the changes
// that its unit tests detect.

const [area = 'rules', ...options] = process.argv.slice(2);
if (!(area in areas)) {
  process.stderr.write(`The area ${area} doesn’t exist. Choose one of these: ${Object.keys(areas).join(', ')}.\n`);
  process.exit(2);
}
const { status } = spawnSync('npx', ['stryker', 'run', 'tools/mutation/stryker.config.mjs', ...options], {
  env: { ...process.env, LUDUS_MUTATION: area },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

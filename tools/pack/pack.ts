import { execFileSync } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { goal } from '@ludus/cli/benchmarks.ts';
import { buildLudus, DIST } from './build.ts';
import { buildContest, buildCreate, buildViewerPackage } from './build-others.ts';
import { ENGINE_BYTES, fetchedBytes, MAX_ENGINE_BYTES, MAX_FETCHED_BYTES, sumOf } from './fetched.ts';
import { buildWheel } from './python.ts';

/** The published packages, by name and folder of dist/, in the order of the tarballs. */
export const PACKAGES = ['ludus', 'create-ludus', 'ludus-contest', 'ludus-viewer'] as const;

/** Creates the tarballs of all packages. Returns their paths. */
export async function pack(): Promise<string[]> {
  if (existsSync(DIST)) for (const old of globSync('*.tgz', { cwd: DIST })) rmSync(join(DIST, old));
  const tarballs: string[] = [];
  for (const folder of [await buildLudus(), buildCreate(), buildContest(), await buildViewerPackage()]) {
    const said = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', DIST], {
      cwd: folder,
      encoding: 'utf8',
    });
    const [{ filename }] = Object.values(JSON.parse(said)) as { filename: string }[];
    tarballs.push(join(DIST, filename));
  }
  return tarballs;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/** Prints the size of all downloads of the first `npx ludus play`, and how much of it is the engine for Python bots. */
async function showFetched(tarballs: readonly string[]): Promise<void> {
  const folders = PACKAGES.map((name) => join(DIST, name));
  const show = (what: string, bytes: number, most: number) =>
    process.stdout.write(`${goal(what, mb(bytes), `≤ ${mb(most)}`, bytes <= most)}\n`);
  const all = await fetchedBytes(folders, tarballs);
  for (const [name, bytes] of [...all].sort(([, a], [, b]) => b - a)) process.stdout.write(`  ${mb(bytes)}  ${name}\n`);
  show('the first npx ludus play downloads', sumOf(all), MAX_FETCHED_BYTES);
  const needed = await fetchedBytes(folders, tarballs, ['--omit=optional']);
  show('  without optional packages', sumOf(needed), MAX_FETCHED_BYTES);
  show('  of these, the engine for Python bots', ENGINE_BYTES, MAX_ENGINE_BYTES);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wheel = await buildWheel();
  const tarballs = await pack();
  for (const file of [...tarballs, ...(wheel === undefined ? [] : [wheel])])
    process.stdout.write(`${file}  ${mb(statSync(file).size)}\n`);
  if (wheel === undefined)
    process.stderr.write(
      'no wheel was built, because no Python with pip, setuptools, and wheel was found (Debian: python3-pip python3-wheel)\n',
    );
  if (process.argv.includes('--fetched')) await showFetched(tarballs);
}

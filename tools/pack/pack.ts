import { execFileSync } from 'node:child_process';
import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildLudus, DIST } from './build.ts';
import { buildContest, buildCreate, buildViewerPackage } from './build-others.ts';
import { buildWheel } from './python.ts';

/** The published packages, by name and folder of dist/, in the order of the tarballs. */
export const PACKAGES = ['ludus', 'create-ludus', 'ludus-contest', 'ludus-viewer'] as const;

/** Makes the tarballs of all that would be published; gives their paths. */
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

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wheel = await buildWheel();
  for (const file of [...(await pack()), ...(wheel === undefined ? [] : [wheel])])
    process.stdout.write(`${file}  ${(statSync(file).size / 1e6).toFixed(2)} MB\n`);
  if (wheel === undefined)
    process.stderr.write(
      'no wheel: there is no Python here with pip, setuptools and wheel (Debian: python3-pip python3-wheel)\n',
    );
}

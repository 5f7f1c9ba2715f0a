import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStudio, buildViewer } from './build.ts';
import { dressed, SERVED_POLICY } from './policy.ts';
import { type GuestModulesByGame, type PythonSdkFolders, pythonModules, runFiles } from './run-files.ts';
import { filesBelow } from './site.ts';

type PlayedLanguage = 'typescript' | 'javascript' | 'python';

/** The playground below a path of another server. */
export interface Playground {
  /** The content security policy of all answers from the playground. */
  readonly policy: string;
  /** The languages of bots that the playground can run. */
  languagesOf(game: string): Promise<readonly PlayedLanguage[]>;
  /**
   * The file with this path, relative to the page; undefined if there is no such file. The pages are built on the first
   * request.
   */
  file(path: string): Promise<Uint8Array | undefined>;
}

/**
 * Opens a playground without C++ bots, because preparing a compiler takes minutes.
 *
 * @param contests the address of the contests that accept its bots
 */
export function openPlayground(
  offer: () => Promise<{ readonly guests: GuestModulesByGame; readonly pythons: PythonSdkFolders }>,
  contests: string,
): Playground {
  const offered = once(offer);
  const files = once(async () => makersOf(await offered(), contests));
  return {
    policy: SERVED_POLICY,
    async languagesOf(game) {
      const { guests, pythons } = await offered();
      return [
        ...(guests[game] ? (['typescript', 'javascript'] as const) : []),
        ...(pythons[game] ? (['python'] as const) : []),
      ];
    },
    async file(path) {
      return await (await files()).get(path)?.();
    },
  };
}

type FileMakers = ReadonlyMap<string, () => Promise<Uint8Array>>;

async function makersOf(
  { guests, pythons }: { readonly guests: GuestModulesByGame; readonly pythons: PythonSdkFolders },
  contests: string,
): Promise<FileMakers> {
  const studio = await buildStudio();
  const text = (content: string) => async () => Buffer.from(content);
  const built = filesBelow(studio)
    .filter((path) => path !== 'index.html' && path !== 'room.html')
    .map((path) => [path, async () => readFileSync(join(studio, path))] as const);
  const viewer = ['ludus-viewer.js', 'ludus-viewer-more.js'].map(
    (name) => [`viewer/${name}`, async () => readFileSync(join(await buildViewer(), name))] as const,
  );
  const runs = [...runFiles(guests, pythons)].map(
    ([name, make]) => [`run/${name.endsWith('.js') ? name : `${name}.gz`}`, make] as const,
  );
  const site = { scripts: Object.keys(guests), python: pythonModules(pythons), cpp: {} };
  const page = dressed(readFileSync(join(studio, 'index.html'), 'utf8'), contests);
  return new Map<string, () => Promise<Uint8Array>>([
    ...built,
    ...viewer,
    ...runs,
    ['index.html', text(page)],
    ['site.json', text(JSON.stringify(site))],
  ]);
}

/** Caches the result. After a failure, the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

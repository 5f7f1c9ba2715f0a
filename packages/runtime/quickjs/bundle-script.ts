import { localImports, withPaths } from '../local-imports.ts';
import { type EraseTypes, hasTypes } from './erase-types.ts';
import { fileName, MAX_FILES, MAX_SCRIPT_BYTES, rejectedScript, type Script, type ScriptModule } from './script.ts';

/** The parts bundled with a player's file. */
export interface BundleOptions {
  /** The game's id. */
  readonly game: string;
  /** The game's code that runs in the engine. */
  readonly guest: readonly ScriptModule[];
  /** Returns the type eraser. Called only if there are types to erase. */
  readonly eraser: () => Promise<EraseTypes>;
  /**
   * Returns a file of the player's folder by its path in the folder, such as `helper.ts`; undefined if it doesn't
   * exist. If this function is absent, the player is a single file.
   */
  readonly beside?: ((path: string) => Uint8Array | undefined) | undefined;
}

/**
 * Bundles a player's file, and the files of its folder that it imports, together with the game's parts. The texts and
 * their order are the same on the command line and in a page, so the fuel is also the same. `path` is the file's name,
 * whose extension shows whether it has types. Throws a `ScriptRejectedError` for a file that cannot become a player.
 */
export async function bundleScript(
  path: string,
  bytes: Uint8Array,
  { game, guest, eraser, beside }: BundleOptions,
): Promise<Script> {
  const file = fileName(path);
  const own = new Map<string, string>();
  let all = 0;
  const add = async (name: string, contents: Uint8Array): Promise<void> => {
    all += contents.length;
    if (all > MAX_SCRIPT_BYTES || own.size === MAX_FILES)
      throw contents.length > MAX_SCRIPT_BYTES
        ? rejectedScript('source/long', name)
        : rejectedScript('source/many', file);
    const text = await withoutTypes(name, contents, eraser);
    own.set(name, text);
    for (const imported of localImports(name, text)) {
      const found = own.has(imported) ? undefined : beside?.(imported);
      if (found) await add(imported, found);
    }
  };
  await add(file, bytes);
  const modules = [...own].map(([name, text]) => ({ name, text: withPaths(name, text, (each) => own.has(each)) }));
  const [player, ...files] = modules;
  return { game, name: shownName(path), guest: [...guest, ...files], player };
}

/** A file's text without its types. */
async function withoutTypes(name: string, bytes: Uint8Array, eraser: BundleOptions['eraser']): Promise<string> {
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\uFEFF/, ' ');
  if (!hasTypes(name)) return source;
  const erased = await (await eraser())(source, name);
  if ('text' in erased) return erased.text;
  const { line, column, message } = erased.problem;
  throw rejectedScript('source/types', line === 0 ? name : `${name}:${line}:${column}`, message);
}

/** The file's name without its extension, as in replays. */
const shownName = (path: string): string =>
  (path.split(/[\\/]/).pop() ?? '')
    .replace(/\.[cm]?[jt]s$/, '')
    .replace(/[^\x21-\x7e]+/g, '_')
    .slice(0, 32) || 'player';

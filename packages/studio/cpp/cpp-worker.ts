import {
  ATTEMPTS,
  type ClangCommands,
  compilePackaged,
  compilerLines,
  exceptionFlags,
  flagsOf,
  tryAll,
  usesExceptions,
} from '@ludus/runtime/metering.ts';
import { includedFiles, type OwnFile } from '../match/files.ts';
import { fetchPacked } from '../match/packed.ts';
import { type CppSite, sdkFile } from '../server/cpp-layout.ts';
import { fetchManifest, loadClang } from './clang.ts';
import { FetchedFiles } from './fetched-files.ts';
import {
  type CompiledPlayer,
  type CompileNews,
  type CompileProgress,
  type CompileRequest,
  mistakesIn,
} from './messages.ts';

/**
 * The page's C++ compiler, whose worker exists as long as the page. At each start, the browser compiles the module to
 * fully optimised code, which takes seconds.
 */

let fetched: FetchedFiles | undefined;
let clang: Promise<ClangCommands> | undefined;
const sites = new Map<string, Promise<CppSite>>();
/** The precompiled header of the last requested game. Games with the same SDK share this header. */
let begin: { readonly file: string; readonly prefix: Promise<Uint8Array> } | undefined;
/** Notifies the callers that wait for the current downloads. */
let onProgress: (progress: CompileProgress) => void = () => {};

/** The end of the current compilation. Only one compilation runs at a time, because the compiler uses much memory. */
let queue: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => {
  queue = queue.then(async () => {
    const tell = (news: CompileNews): void => postMessage(news);
    try {
      await carryOut(data, tell);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      tell({ id: data.id, type: 'failed', message, mistakes: mistakesIn(message, data.file, data.files) });
    }
  });
});

async function carryOut(
  { id, base, game, file, source, files = [] }: CompileRequest,
  tell: (news: CompileNews) => void,
) {
  onProgress = (progress) => tell({ id, type: 'progress', progress });
  fetched ??= new FetchedFiles(`${base}cpp/`, (done, all) => onProgress({ stage: 'fetching', done, all }));
  if (!sites.has(game)) sites.set(game, fetchSite(base, game));
  sites.get(game)!.catch(() => sites.delete(game));
  const site = await sites.get(game)!;
  const manifest = clang ? undefined : await fetchManifest(base);
  const [{ file: named }] = site.prefix.pieces;
  if (begin?.file !== named) begin = { file: named, prefix: fetched.get(site.prefix) };
  begin.prefix.catch(() => {
    begin = undefined;
  });
  if (manifest) clang = loadClang(base, manifest, fetched, () => onProgress({ stage: 'preparing' }));
  // A failed download is repeated on the next request.
  clang!.catch(() => {
    clang = undefined;
  });
  const [prefix, commands] = await Promise.all([begin.prefix, clang!]);
  if (source === undefined) {
    tell({ id, type: 'ready' });
    return;
  }
  tell({ id, type: 'progress', progress: { stage: 'compiling' } });
  const begun = performance.now();
  const onRefused = (said: string): void =>
    tell({ id, type: 'progress', progress: { stage: 'compiling', mistakes: mistakesIn(said, file, files) } });
  const compiled = await compile(commands, site, prefix, file, source, files, onRefused);
  tell({ id, type: 'done', compiled, ms: performance.now() - begun });
}

const fetchSite = async (base: string, game: string): Promise<CppSite> =>
  JSON.parse(new TextDecoder().decode(await fetchPacked(`${base}${sdkFile(game)}`)));

async function compile(
  commands: ClangCommands,
  { id, title, sdk, games, runtime }: CppSite,
  prefix: Uint8Array,
  file: string,
  source: string,
  files: readonly OwnFile[],
  /** Receives the compiler's messages if the first attempt fails. */
  onRefused: (said: string) => void,
): Promise<CompiledPlayer> {
  // Ludus's headers come first, as on a command line.
  const ours = new Set(Object.values(sdk.files).flatMap((tree) => Object.keys(tree)));
  const includes = includedFiles(source, files, (name) => ours.has(name)).map(({ name, text }) => ({
    path: name,
    text: latin1(text),
  }));
  const player = { name: file, text: latin1(source.replace(/^\uFEFF/, '')), includes };
  const throws = usesExceptions(player);
  const worded = games.map((each) => ({ ...each, sdk: { words: new RegExp(each.words, 'g') } }));
  const game = worded.find((each) => each.id === id) ?? { id, title, sdk: { words: /$^/g } };
  let compiled: CompiledPlayer | undefined;
  await tryAll(player, game, worded, async (attempt) => {
    const isFirst = attempt === ATTEMPTS[0];
    const made = await compilePackaged(commands, player, sdk, flagsOf(attempt, exceptionFlags(throws)), {
      runtime: isFirst ? fromBase64(throws ? runtime.throwing : runtime.plain) : undefined,
      prefix: isFirst && !throws ? prefix : undefined,
    });
    if (made.ok) compiled = { module: made.module, places: made.places };
    else if (isFirst) onRefused(compilerLines(made.said));
    return { ok: made.ok, said: made.ok ? '' : made.said };
  });
  return compiled!;
}

/** Converts a text to one character per byte of UTF-8, which is the form of the compiler's files. */
const latin1 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

import type { ClangCommands } from '@ludus/runtime/metering.ts';
import { fetchBytes } from '../match/packed.ts';
import { type CppManifest, MANIFEST } from '../server/cpp-layout.ts';
import type { FetchedFiles } from './fetched-files.ts';

export { FetchedFiles } from './fetched-files.ts';
export { type CompileProgress, sayProgress } from './messages.ts';

/** The part of npm's `@yowasp/clang` that Ludus uses. */
interface ClangModule {
  readonly commands: ClangCommands;
  runLLVM(args: undefined, files: object, options: { fetchProgress(): void }): Promise<unknown>;
}

export const fetchManifest = async (base: string): Promise<CppManifest> =>
  JSON.parse(new TextDecoder().decode(await fetchBytes(`${base}${MANIFEST}`)));

/**
 * Downloads and prepares the compiler. The package itself would download its parts as whole files. Here the parts are
 * downloaded in pieces, and passed to the package on request.
 */
export async function loadClang(
  base: string,
  { files, bundle }: CppManifest,
  fetched: FetchedFiles,
  onFetched: () => void,
): Promise<ClangCommands> {
  const parts = new Map(
    await Promise.all(Object.entries(files).map(async ([name, file]) => [name, await fetched.get(file)] as const)),
  );
  onFetched();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input).replace(/^.*\//, '');
    const part = parts.get(name);
    if (!part) return await fetch(input, init);
    parts.delete(name);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/x-tar';
    return new Response(part, { headers: { 'content-type': type } });
  };
  try {
    const module = (await import(/* @vite-ignore */ `${base}cpp/${bundle}`)) as ClangModule;
    await module.runLLVM(undefined, {}, { fetchProgress() {} });
    return module.commands;
  } finally {
    globalThis.fetch = fetch;
  }
}

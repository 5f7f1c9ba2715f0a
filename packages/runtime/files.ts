/** Folders and files of processes, of the cache, of npm’s clang, and of players’ modules. */
export { type CacheEntry, cacheEntries, cacheLimitBytes, cacheRoot, trimCache } from './compile/cache-trim.ts';
export { CLANG, clangFolder, clangModule, fetchClang, type RunNpm } from './compile/fetched-clang.ts';
export { runningBot } from './inprocess/console.ts';
export { haltMainThread } from './inprocess/main-thread.ts';
export { syntaxProblem } from './inprocess/syntax.ts';
export { isModuleText, PROGRAM_BYTES, readRegular } from './regular-file.ts';
export {
  clearProcessFolders,
  ownedFolder,
  processFolder,
  removeAbandonedFolders,
  removeOwnFolders,
} from './sandbox/process-folder.ts';

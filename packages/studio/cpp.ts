/** C++ in a page. */
export { fetchManifest, loadClang } from './cpp/clang.ts';
export { FetchedFiles } from './cpp/fetched-files.ts';
export { type CompileProgress, sayProgress } from './cpp/messages.ts';

/** Finds similar submissions. */
export { compareFolders } from './plagiarism/files/compare-folders.ts';
export { type FolderSources, type FoundSource, readFolder } from './plagiarism/files/read-folder.ts';
export { pairsCsv } from './plagiarism/report/csv.ts';
export { type Comparison, sideOf } from './plagiarism/report/model.ts';
export { similarPage } from './plagiarism/report/page.ts';
export { who } from './plagiarism/report/words.ts';

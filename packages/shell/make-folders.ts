/**
 * Makes a folder and those above it. Unlike `mkdirSync` with `recursive`, it ends with an error if a file system answers ENOENT to a new
 * folder, as /proc does: Node then tries again without an end. Imports nothing, because the start of every command needs it.
 */
export function makeFolders(folder: string): void {
  const { existsSync, mkdirSync, statSync } = process.getBuiltinModule('node:fs');
  const { dirname, resolve } = process.getBuiltinModule('node:path');
  make(resolve(folder));

  function make(path: string): void {
    const isFolder = () => existsSync(path) && statSync(path).isDirectory();
    if (isFolder()) return;
    if (dirname(path) !== path) make(dirname(path));
    try {
      mkdirSync(path);
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!isFolder()) throw error;
    }
  }
}

import { clearProcessFolders, removeOwnFolders } from '@ludus/runtime/files.ts';
import { afterAll } from 'vitest';

// The test runner kills its processes, so their exit handlers don't remove these folders.
afterAll(() => {
  clearProcessFolders();
  // A command that ran in this process (packages/cli/testing/run-here.ts) has a separate copy of the module that
  // removes folders.
  removeOwnFolders();
});

import { clearProcessFolders, removeOwnFolders } from '@ludus/runtime/files.ts';
import { afterAll } from 'vitest';

// The test runner ends its processes without notice, so that what goes when a process exits would stay.
afterAll(() => {
  clearProcessFolders();
  // A command that ran in this process (packages/cli/testing/run-here.ts) has its own copy of that module.
  removeOwnFolders();
});

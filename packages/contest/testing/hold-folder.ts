import { lockFolder } from '../store/folder-lock.ts';

// A process that has a folder, until it is killed.
try {
  lockFolder(process.argv[2]);
  process.send!('locked');
  setInterval(() => {}, 1000);
} catch (error) {
  process.send!((error as Error).message);
}

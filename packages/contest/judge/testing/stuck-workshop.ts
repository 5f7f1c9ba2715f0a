import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processFolder } from '@ludus/runtime/files.ts';
import type { Workshop } from '../build.ts';

/** Has files in a folder for sandboxes, as compilers have, and never comes to an end. */
export const workshop: Workshop = {
  cppGames() {
    writeFileSync(join(processFolder(), 'file'), 'left');
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  },
  guestOf: async () => undefined,
  librariesOf: async () => undefined,
};

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processFolder } from '@ludus/runtime/files.ts';
import type { Workshop } from '../build.ts';

/** Creates files in a sandbox's folder, as compilers do, and never ends. */
export const workshop: Workshop = {
  cppGames() {
    writeFileSync(join(processFolder(), 'file'), 'left');
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  },
  guestOf: async () => undefined,
  librariesOf: async () => undefined,
};

import type { TypeService } from './service.ts';
import type { TypeAnswer, TypeRequest } from './types-worker.ts';

type AsyncTypeService = {
  [Name in keyof TypeService]: (...given: Parameters<TypeService[Name]>) => Promise<ReturnType<TypeService[Name]>>;
};

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (answer: unknown) => void>();

function ask(name: keyof TypeService, given: readonly unknown[]): Promise<unknown> {
  if (worker === undefined) {
    worker = new Worker(new URL('./types-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<TypeAnswer>) => {
      waiting.get(data.id)?.(data.answer);
      waiting.delete(data.id);
    });
    // If the worker fails, the editor works without completion and error checks.
    worker.addEventListener('error', () => {
      for (const answer of waiting.values()) answer(undefined);
      waiting.clear();
    });
  }
  last++;
  const id = last;
  const done = new Promise<unknown>((resolve) => waiting.set(id, resolve));
  worker.postMessage({ id, ask: name, with: given } as unknown as TypeRequest);
  return done;
}

/**
 * TypeScript's answers about a player's source code. TypeScript is loaded for the first question, and one worker serves
 * all editors of the page.
 */
export const types: AsyncTypeService = {
  mistakes: async (...given) => ((await ask('mistakes', given)) ?? []) as ReturnType<TypeService['mistakes']>,
  completions: async (...given) => (await ask('completions', given)) as ReturnType<TypeService['completions']>,
  api: async (...given) => ((await ask('api', given)) ?? []) as ReturnType<TypeService['api']>,
  hover: async (...given) => (await ask('hover', given)) as ReturnType<TypeService['hover']>,
};

import { type TypeService, typeService } from './service.ts';

/**
 * Runs TypeScript with Ludus's API in a separate worker. TypeScript is large, and is loaded when the editor is first
 * opened.
 */

const named = (files: Readonly<Record<string, string>>, cut: (path: string) => string): Map<string, string> =>
  new Map(Object.entries(files).map(([path, text]) => [cut(path), text]));

const LIBRARIES = named(
  import.meta.glob<string>(
    [
      '../../../node_modules/typescript-in-script/lib/lib.{es5,es20*,decorators*}.d.ts',
      '!**/*.full.d.ts',
      '!**/lib.es2024*',
      '!**/lib.es2025*',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
  (path) => path.slice(path.lastIndexOf('/') + 1),
);
const MODULES = named(
  import.meta.glob<string>(
    [
      '../../games/*/{player,rules}/**/*.ts',
      '../../game/*.ts',
      '../../kernel/*.ts',
      '!**/*.test.ts',
      '!../../games/*/player/{guest,host}.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
  (path) => path.replace('../../', ''),
);

export type TypeRequest = {
  readonly [Name in keyof TypeService]: {
    readonly id: number;
    readonly ask: Name;
    readonly with: Parameters<TypeService[Name]>;
  };
}[keyof TypeService];
export interface TypeAnswer {
  readonly id: number;
  readonly answer: unknown;
}

let service: TypeService | undefined;

addEventListener('message', ({ data }: MessageEvent<TypeRequest>) => {
  service ??= typeService(LIBRARIES, MODULES);
  const call = service[data.ask] as (...given: unknown[]) => unknown;
  postMessage({ id: data.id, answer: call(...data.with) } satisfies TypeAnswer);
});

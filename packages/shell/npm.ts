import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this copy of Ludus is the npm package (JavaScript) and not the repository (TypeScript). */
export const IS_INSTALLED: boolean = import.meta.url.endsWith('.js');

/** A program and its arguments. */
export interface NpmCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the program is a script that only the system's shell can start. */
  readonly shell: boolean;
}

/** Facts about a machine that determine where npm is. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly exists: (file: string) => boolean;
}

/**
 * The command that runs npm: the npm that started this process (npx), otherwise the npm that is installed next to this
 * Node. Both are JavaScript, so no shell is needed. If neither exists, npm is searched for on the path; on Windows, it
 * is a script.
 */
export function npmCommand(places: Environment = { ...process, exists: existsSync }): NpmCommand {
  const { env, platform, execPath, exists } = places;
  const bin = dirname(execPath);
  const cli = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const scripts = [env.npm_execpath ?? '', join(bin, cli), join(bin, '..', 'lib', cli)];
  const script = scripts.find((file) => file.endsWith('npm-cli.js') && exists(file));
  if (script !== undefined) return { program: execPath, args: [script], shell: false };
  return platform === 'win32'
    ? { program: 'npm.cmd', args: [], shell: true }
    : { program: 'npm', args: [], shell: false };
}

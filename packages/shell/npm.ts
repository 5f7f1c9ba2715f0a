import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether this copy of Ludus comes from npm's package (JavaScript) and not from the repository (TypeScript). */
export const IS_INSTALLED: boolean = import.meta.url.endsWith('.js');

/** A program and what it is called with. */
export interface NpmCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** It is a script of the system's shell, and only that can start it. */
  readonly shell: boolean;
}

/** The facts about a machine that decide where npm is. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly exists: (file: string) => boolean;
}

/**
 * The command for npm: the npm that started us (npx), otherwise the npm next to this Node. Both are JavaScript, which needs no
 * shell. Otherwise the npm on the path, which is a script on Windows.
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

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A program and what it is called with. */
export interface NpmCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** It is a script of the system's shell, and only that can start it. */
  readonly shell: boolean;
}

/** What of a machine tells where npm is. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly exists: (file: string) => boolean;
}

/**
 * How npm is called: as the one that has started us (npx), else the one beside this Node, both as JavaScript, which needs no shell on any
 * system; else the one on the path, which on Windows is a script.
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

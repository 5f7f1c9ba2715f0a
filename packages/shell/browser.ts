import { spawn } from 'node:child_process';

/** Facts about a machine that determine how to open a page. */
export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** The command that opens a page in the user's browser; undefined if there is no screen or the user doesn't want it. */
export function browserCommand(
  address: string,
  { env, platform }: Environment = process,
): readonly string[] | undefined {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, CI } = env;
  if (BROWSER === 'none' || CI !== undefined || SSH_CONNECTION !== undefined) return undefined;
  if (platform === 'darwin') return ['open', address];
  // Doesn't use `start`, because the shell would end that command at an & in an address.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open', address] : undefined;
}

/**
 * Opens a page in the user's browser, if there is a screen and a program that can open pages. Otherwise does nothing,
 * because the address is printed anyway. With `BROWSER=none`, never opens a page.
 */
export function openInBrowser(address: string): void {
  const command = browserCommand(address);
  if (command === undefined) return;
  const child = spawn(command[0], command.slice(1), { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

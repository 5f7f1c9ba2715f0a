import { spawn } from 'node:child_process';

/**
 * Opens a page in the person's browser, if there is a screen and a program for it; otherwise nothing happens, since the
 * address is printed anyway. `BROWSER=none` keeps it closed.
 */
export function openInBrowser(address: string): void {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION, CI } = process.env;
  if (BROWSER === 'none' || CI !== undefined || SSH_CONNECTION !== undefined) return;
  let command: string[];
  if (process.platform === 'darwin') command = ['open', address];
  else if (process.platform === 'win32') command = ['cmd', '/c', 'start', '', address];
  else if (DISPLAY || WAYLAND_DISPLAY) command = ['xdg-open', address];
  else return;
  const child = spawn(command[0], command.slice(1), { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

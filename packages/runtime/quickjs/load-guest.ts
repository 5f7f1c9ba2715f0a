import { existsSync, readFileSync } from 'node:fs';
import type { GuestModules } from '../game-parts.ts';
import type { EraseTypes } from './erase-types.ts';
import { threadedEraser } from './eraser.ts';
import { once } from './our-engine.ts';
import type { ScriptModule } from './script.ts';

/** The engine's code for a game. An installed Ludus brings it, letter by letter what the sources give, and has no bundler. */
export const guestModules = (guest: GuestModules): Promise<readonly ScriptModule[]> =>
  once(`guest ${guest.entry}`, async () => {
    const brought = broughtFor(guest.entry);
    if (existsSync(brought)) return JSON.parse(readFileSync(brought, 'utf8')) as ScriptModule[];
    return await (await import('./guest-modules.ts')).bundleGuest(guest);
  });

/** The place of the prebuilt modules of a game: next to their sources. */
export const broughtFor = (entry: string): string => entry.replace(/\.[jt]s$/, '.modules.json');

/** Erases types as Node does. */
export const eraser = (): Promise<EraseTypes> => once('eraser', async () => threadedEraser());

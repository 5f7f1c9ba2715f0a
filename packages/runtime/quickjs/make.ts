import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { GuestModules } from '../game-parts.ts';
import { hasTypes } from './erase.ts';
import { eraser, guestModules } from './load.ts';
import { fileName, type Script } from './script.ts';

/** Longer files are no players. */
const MOST_BYTES = 2 ** 20;

/** The file cannot become a player; a sentence. */
export class ScriptRefused extends Error {}

/** Reads a player's file and puts it together with what the game brings. */
export async function readScript(path: string, game: string, guest: GuestModules): Promise<Script> {
  const file = fileName(path);
  const bytes = readFileSync(path);
  if (bytes.length > MOST_BYTES) throw new ScriptRefused(`${file} is longer than ${MOST_BYTES / 1024} KiB`);
  const source = bytes.toString('utf8').replace(/^\uFEFF/, ' ');
  let text = source;
  if (hasTypes(file)) {
    const erased = (await eraser())(source, file);
    if ('problem' in erased) {
      const { line, column, message } = erased.problem;
      throw new ScriptRefused(`${file}:${line}:${column}: ${message}`);
    }
    text = erased.text;
  }
  return { game, name: shownName(path), guest: await guestModules(guest), player: { name: file, text } };
}

/** The file's name without its ending, as replays show it. */
const shownName = (path: string): string =>
  basename(path)
    .replace(/\.[cm]?[jt]s$/, '')
    .replace(/[^\x21-\x7e]+/g, '_')
    .slice(0, 32) || 'player';

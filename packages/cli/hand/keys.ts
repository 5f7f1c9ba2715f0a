import type { Key } from 'node:readline';

/** By a key's name at the terminal: its name in keyboard events. */
const NAMES: Readonly<Record<string, string>> = {
  up: 'ArrowUp',
  right: 'ArrowRight',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  return: 'Enter',
  enter: 'Enter',
  space: ' ',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  escape: 'Escape',
};

/** Returns the name of a pressed key as choices use it: `Shift+ArrowUp`, `a`. */
export function keyName(text: string | undefined, { name, shift }: Key): string {
  const known = NAMES[name ?? ''];
  if (known !== undefined) return shift && known.startsWith('Arrow') ? `Shift+${known}` : known;
  return (name ?? text ?? '').toLowerCase();
}

const WORDS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ' ': 'Space',
};

/** Returns the usual name of a key. */
export function keyWord(key: string): string {
  if (key.startsWith('Shift+')) return `Shift+${keyWord(key.slice(6))}`;
  return WORDS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

import type { Draft } from '../data/drafts.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import type { OwnFile } from '../match/files.ts';

/** The texts of a player's files in the editor, by name; '' is the main file. */
export class PlayerFiles {
  private texts: Map<string, string>;

  constructor(player: OwnPlayer, kept: Draft | undefined) {
    const { source, files = [] } = kept ?? player;
    this.texts = new Map([['', source], ...files.map(({ name, text }): [string, string] => [name, text])]);
  }

  /** The names of all files except the main file. */
  get names(): string[] {
    return [...this.texts.keys()].slice(1);
  }
  get source(): string {
    return this.texts.get('') ?? '';
  }
  get files(): OwnFile[] {
    return this.names.map((name) => ({ name, text: this.text(name) }));
  }
  text(name: string): string {
    return this.texts.get(name) ?? '';
  }
  set(name: string, text: string): void {
    this.texts.set(name, text);
  }
  remove(name: string): void {
    this.texts.delete(name);
  }
  /** Renames a file. The order of the files doesn't change. */
  rename(name: string, to: string): void {
    this.texts = new Map([...this.texts].map(([each, text]) => [each === name ? to : each, text]));
  }
  /** An unused file name: `helper.ts`, or else the same name with a number, from 2. */
  fresh(ending: string): string {
    for (let n = 1; ; n++) {
      const name = `helper${n === 1 ? '' : n}${ending}`;
      if (!this.texts.has(name)) return name;
    }
  }
}

import { linkToShown, offerMatch } from '../app/link.ts';
import { problem } from '../app/state.ts';
import { readLink } from '../data/link.ts';

/** The extension of match files, which contain a link's part after `#`. */
export const MATCH_ENDING = '.ludus';
/** Maximum size of a match file, in bytes. A larger file would exceed the limit after unpacking. */
const MAX_BYTES = 2_000_000;

/** The shown match as the text of a file; undefined if the match wasn't played in this page. */
export async function matchFile(round: number): Promise<string | undefined> {
  const made = await linkToShown(round);
  return made && `${new URL(made.link).hash.slice(1)}\n`;
}

/**
 * Asks the user whether to play the match in a file, like a match in a link. None of the match's code runs before the
 * user agrees.
 */
export async function openMatchFile(file: File): Promise<void> {
  const name = file.name;
  if (file.size > MAX_BYTES) {
    problem.value = `${name} has ${file.size} bytes, so it isn’t a match file`;
    return;
  }
  const read = await readLink(`#${(await file.text()).trim()}`);
  if (typeof read === 'string') problem.value = `${name}: ${read.replace('the link', 'the file')}`;
  else offerMatch(read, 'file');
}

/** Handles match files dropped on the page, before the viewer treats them as replays. */
export function watchDrops(): () => void {
  const drop = (event: DragEvent) => {
    const file = [...(event.dataTransfer?.files ?? [])].find((each) => each.name.endsWith(MATCH_ENDING));
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void openMatchFile(file);
  };
  window.addEventListener('drop', drop, { capture: true });
  return () => window.removeEventListener('drop', drop, { capture: true });
}

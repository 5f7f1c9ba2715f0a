import { linkToShown, offerMatch } from '../app/link.ts';
import { problem } from '../app/state.ts';
import { readLink } from '../data/link.ts';

/** How the names of match files end: they hold what is in a link after `#`. */
export const MATCH_ENDING = '.ludus';
/** A larger file would unpack to more than is read. */
const MAX_BYTES = 2_000_000;

/** The match that is shown as a file's text; undefined if it was not played here. */
export async function matchFile(round: number): Promise<string | undefined> {
  const made = await linkToShown(round);
  return made && `${new URL(made.link).hash.slice(1)}\n`;
}

/** Offers the match that a file holds, as a link's is: nothing of it runs before a click. */
export async function openMatchFile(file: File): Promise<void> {
  const name = file.name;
  if (file.size > MAX_BYTES) {
    problem.value = `${name} has ${file.size} bytes: that isn’t a match file`;
    return;
  }
  const read = await readLink(`#${(await file.text()).trim()}`);
  if (typeof read === 'string') problem.value = `${name}: ${read.replace('the link', 'the file')}`;
  else offerMatch(read, 'file');
}

/** Takes match files that are dropped on the page, before the viewer takes them for replays. */
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

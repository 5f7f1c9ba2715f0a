import { GAMES } from '../games/kits.ts';
import { languageOf, scriptEnding } from '../match/files.ts';
import { openedPlayer } from '../match/opened.ts';
import { codeOf, type OwnCode } from '../match/order.ts';
import { site } from './state.ts';

const TITLES = { cpp: 'C++', python: 'Python' } as const;

/** The file extensions of players, for a file chooser. */
export const PLAYER_FILES = '.ts,.js,.mts,.mjs,.py,.cc,.cpp,.cxx,.hh,.h,.hpp,.inc';

/**
 * The player in files that the user chose together, named after its main file. Returns a message instead if the files
 * don't contain a player.
 */
export async function playerOfFiles(
  game: string,
  chosen: readonly File[],
): Promise<({ readonly name: string } & OwnCode) | string> {
  const texts = chosen.map(async (file) => ({ name: file.name, text: await file.text() }));
  const opened = openedPlayer(await Promise.all(texts));
  if (typeof opened === 'string') return opened;
  const { main, files } = opened;
  const language = languageOf(main.name);
  if (language && !site.value?.[language][game])
    return `${main.name} cannot play here: ${GAMES.find(({ id }) => id === game)?.title} doesn’t support bots in ${TITLES[language]} on this page`;
  const name =
    main.name
      .replace(/\.\w+$/, '')
      .replace(/\W/g, '')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 12) || 'Mine';
  return {
    name,
    ...codeOf({ source: main.text, language, ending: scriptEnding(main.name), files }),
  };
}

/** Lets the user choose a file. Returns undefined if the user chooses none. */
export const openFile = async (accept: string): Promise<File | undefined> => (await choose(accept, false))[0];

/** Lets the user choose files that belong together; empty if the user chooses none. */
export const openFiles = (accept: string): Promise<readonly File[]> => choose(accept, true);

function choose(accept: string, multiple: boolean): Promise<readonly File[]> {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', accept, multiple });
  return new Promise((done) => {
    input.addEventListener('change', () => done([...(input.files ?? [])]));
    input.addEventListener('cancel', () => done([]));
    input.click();
  });
}
